import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { lazyPart, openPart } from './lazy-part';
import { PartAwaited } from './PartFailed';
import { toastStore } from '../../shared/toast';

const CHECK = 'Please check your network connection and reload the app';

const load = vi.fn<() => Promise<{ readonly Hello: (props: { readonly name: string }) => string }>>();
beforeEach(async () => {
  setLanguage('en');
  load.mockReset();
  load.mockResolvedValue({ Hello: ({ name }) => `Hello ${name}` });
});
const failOnce = () => load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));

async function show(Part: ReturnType<typeof lazyPart<Awaited<ReturnType<typeof load>>, 'Hello'>>) {
  return await act(async () => render(<Part name="Ada" />));
}

test('a part that fails to load says what to check, and loads on a retry', async () => {
  failOnce();
  await show(lazyPart(load, 'Hello'));
  expect(screen.getByRole('alert').textContent).toContain(CHECK);
  failOnce();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByRole('alert')).toBeDefined();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByText('Hello Ada')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(3);
});

test.each([
  ['shows an error', undefined, 1],
  ['shows nothing', PartAwaited, 0],
])('a part that %s loads by itself when the network is back', async (_, Missing, alerts) => {
  failOnce();
  await show(lazyPart(load, 'Hello', Missing && { Missing }));
  expect(screen.queryAllByRole('alert')).toHaveLength(alerts);
  await act(async () => dispatchEvent(new Event('online')));
  expect(screen.getByText('Hello Ada')).toBeDefined();
});

test('does not suspend: React would hold the page back for 300 ms', async () => {
  const Part = lazyPart(load, 'Hello', { Waiting: () => 'Loading' });
  render(
    <Suspense fallback="Suspended">
      <Part name="Ada" />
    </Suspense>,
  );
  expect(screen.getByText('Loading')).toBeDefined();
  expect(await screen.findByText('Hello Ada')).toBeDefined();
});

test('shows a script that comes between the first render and its effect', async () => {
  let arrive = () => {};
  load.mockReturnValue(
    new Promise((resolve) => {
      arrive = () => resolve({ Hello: ({ name }) => `Hello ${name}` });
    }),
  );
  const Part = lazyPart(load, 'Hello');
  void Part.preload();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  function Arrival() {
    arrive();
    return null;
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  // As in the app: effects run in a task of their own.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  onTestFinished(() => root.unmount());
  root.render([<Part key="part" name="Ada" />, <Arrival key="arrival" />]);
  await vi.waitFor(() => expect(place.textContent).toBe('Hello Ada'));
});

test('retries when the part is shown again', async () => {
  failOnce();
  const Part = lazyPart(load, 'Hello');
  const { unmount } = await show(Part);
  unmount();
  await show(Part);
  expect(screen.getByText('Hello Ada')).toBeDefined();
});

test('shows a preloaded part at once', async () => {
  const Part = lazyPart(load, 'Hello');
  await Part.preload();
  expect(Part.preload()).toBeUndefined();
  render(<Part name="Ada" />);
  expect(screen.getByText('Hello Ada')).toBeDefined();
});

test('opens an overlay once its part is loaded; if that fails, a toast says what to check', async () => {
  const open = vi.fn<() => void>();
  const Part = lazyPart(load, 'Hello');
  failOnce();
  await openPart(Part, open);
  expect([open.mock.calls.length, toastStore.getState().toast?.words]).toEqual([0, CHECK]);
  await openPart(Part, open);
  expect(open).toHaveBeenCalledOnce();
});
