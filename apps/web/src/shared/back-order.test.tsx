/**
 * D2.29: the back button closes, in order, side panel, sheet, popup, opened card. In a browser it is a step back in the
 * history.
 */
import { createBrowserHistory } from '@tanstack/react-router';
import { act, render, waitFor } from '@testing-library/react';
import { startTransition, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleStepsBack, closeAllOver, leavePage, type OverPage, useClosedByBack } from './back-order';

const closed: string[] = [];
let now = 0;
const history = createBrowserHistory();
handleStepsBack(history, () => now);

function Over({ kind, name = kind }: { readonly kind: OverPage; readonly name?: string }) {
  const [isOpen, setOpen] = useState(true);
  useClosedByBack(kind, isOpen, () => {
    closed.push(name);
    setOpen(false);
  });
  return isOpen ? <button type="button" onClick={() => setOpen(false)}>{`Close ${name}`}</button> : null;
}

const here = () => window.location.pathname;
const isGuarded = () => 'isGuard' in (window.history.state as object);

/** A step back, a second after anything before it. */
async function stepBack() {
  now += 1000;
  const stepped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  window.history.back();
  await act(() => stepped);
}

async function goTo(path: string) {
  history.push(path);
  await waitFor(() => expect(here()).toBe(path));
}

beforeEach(() => {
  closed.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('D2.29: steps back close side panel, sheet, popup and opened card, and then go back', async () => {
  await goTo('/earth');
  await goTo('/content-list/');
  render(
    <>
      <Over kind="card" />
      <Over kind="popup" name="first popup" />
      <Over kind="popup" name="second popup" />
      <Over kind="sheet" />
      <Over kind="panel" />
    </>,
  );
  const order = ['panel', 'sheet', 'second popup', 'first popup', 'card'];
  for (const [index] of order.entries()) {
    await stepBack();
    await waitFor(() => expect(closed).toEqual(order.slice(0, index + 1)));
    await waitFor(() => expect(here()).toBe('/content-list/'));
  }
  await stepBack();
  await waitFor(() => expect(here()).toBe('/earth'));
});

test('D9.5: a second step back within 100 ms is ignored', async () => {
  await goTo('/content-list/');
  render(
    <>
      <Over kind="card" />
      <Over kind="popup" />
    </>,
  );
  await stepBack();
  await waitFor(() => expect(closed).toEqual(['popup']));
  await waitFor(() => expect(here()).toBe('/content-list/'));
  now -= 901;
  await stepBack();
  await waitFor(() => expect(here()).toBe('/content-list/'));
  expect(closed).toEqual(['popup']);
  await stepBack();
  await waitFor(() => expect(closed).toEqual(['popup', 'card']));
});

test('works on the first page too; with nothing open, a step back leaves the app from there', async () => {
  window.history.pushState({ __TSR_index: 0, __TSR_key: 'before', key: 'before' }, '', '/elsewhere');
  window.history.pushState({ __TSR_index: 0, __TSR_key: 'in', key: 'in' }, '', '/content-detail/1');
  render(<Over kind="popup" />);
  expect(isGuarded()).toBe(true);
  await stepBack();
  await waitFor(() => expect(closed).toEqual(['popup']));
  expect([here(), isGuarded()]).toEqual(['/content-detail/1', false]);

  // Coming back from a later page, a step back first closes what is open there too.
  await goTo('/content-detail/2');
  await stepBack();
  await waitFor(() => expect(here()).toBe('/content-detail/1'));
  await goTo('/content-detail/2');
  render(<Over kind="sheet" />);
  await stepBack();
  await waitFor(() => expect(closed).toEqual(['popup', 'sheet']));
  await waitFor(() => expect(here()).toBe('/content-detail/2'));
  await stepBack();
  await waitFor(() => expect(here()).toBe('/content-detail/1'));

  const { getByRole } = render(<Over kind="card" />);
  expect(isGuarded()).toBe(true);
  act(() => getByRole('button', { name: 'Close card' }).click());
  // From a page opened after the second entry, a step back returns to that entry.
  await goTo('/content-detail/2');
  await stepBack();
  await waitFor(() => expect([here(), isGuarded()]).toEqual(['/content-detail/1', true]));
  await stepBack();
  await waitFor(() => expect(here()).toBe('/elsewhere'));
  expect(closed).toEqual(['popup', 'sheet']);
});

test('a closed overlay no longer touches the history: a page opened meanwhile stays', () => {
  vi.useFakeTimers();
  const stepped = vi.spyOn(window.history, 'back');
  window.history.pushState({ __TSR_index: 0, __TSR_key: 'in', key: 'in' }, '', '/settings');
  const { getByRole } = render(<Over kind="popup" />);
  act(() => getByRole('button', { name: 'Close popup' }).click());
  vi.runAllTimers();
  expect(stepped).not.toHaveBeenCalled();
});

test('an overlay that leaves its page when it closes leads one step back, however it is closed', async () => {
  function Leaving() {
    useClosedByBack('popup', true, () => leavePage(history));
    return null;
  }
  await goTo('/earth');
  await goTo('/content-list/');
  await goTo('/ar');
  const { unmount } = render(<Leaving />);
  await stepBack();
  await waitFor(() => expect(history.location.pathname).toBe('/content-list/'));
  unmount();
  await goTo('/ar');
  now += 1000;
  leavePage(history);
  await waitFor(() => expect(history.location.pathname).toBe('/content-list/'));
  expect(here()).toBe('/content-list/');
});

test('closes all overlays before a redirect', () => {
  render(
    <>
      <Over kind="card" />
      <Over kind="panel" />
    </>,
  );
  act(closeAllOver);
  expect(closed).toEqual(['panel', 'card']);
});

test('an overlay is registered as soon as it is in the page, not a frame later', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const closedAtOnce = new Promise<readonly string[]>((resolve) => {
    // Runs right after the page has changed, before React runs the effects of painted components.
    new MutationObserver(() => {
      closeAllOver();
      resolve([...closed]);
    }).observe(container, { childList: true });
  });
  startTransition(() => root.render(<Over kind="panel" />));
  expect(await closedAtOnce).toEqual(['panel']);
  root.unmount();
  vi.unstubAllGlobals();
  container.remove();
});
