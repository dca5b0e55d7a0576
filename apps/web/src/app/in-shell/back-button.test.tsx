/** D2.29: the back button of Android, with the history and the overlays of the app. */
import { createBrowserHistory } from '@tanstack/react-router';
import { act, render, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logLines } from '../../platform/app-log';
import { handleStepsBack, type OverPage, useClosedByBack } from '../../shared/back-order';
import { type NativeShell, standInShell } from '../../testing/shell';
import { handleBackButton } from './back-button';

const App = { exitApp: () => undefined, minimizeApp: () => undefined };
const closed: string[] = [];
let now = 0;
let isInCall = false;
let shell: NativeShell;
const history = createBrowserHistory();
handleStepsBack(history, () => now);

beforeEach(() => {
  closed.length = 0;
  isInCall = false;
  shell = standInShell({ App });
  handleBackButton({ history, isInCall: () => isInCall, now: () => now });
});
afterEach(() => vi.unstubAllGlobals());

function Over({ kind }: { readonly kind: OverPage }) {
  const [isOpen, setOpen] = useState(true);
  useClosedByBack(kind, isOpen, () => {
    closed.push(kind);
    setOpen(false);
  });
  return null;
}

const here = () => history.location.pathname;

async function goTo(path: string) {
  history.push(path);
  await waitFor(() => expect(here()).toBe(path));
}

/** @param after milliseconds after the press before */
async function press(after = 1000) {
  now += after;
  await act(async () => shell.emit('App', 'backButton', { canGoBack: true }));
}

const left = () => shell.calls.filter((call) => call !== 'App.addListener backButton');

test('D2.29: closes side panel, sheet, popup and opened card, then leaves the app from /earth', async () => {
  await goTo('/content-list/');
  await goTo('/earth');
  render(
    <>
      <Over kind="card" />
      <Over kind="popup" />
      <Over kind="sheet" />
      <Over kind="panel" />
    </>,
  );
  for (const order of [
    ['panel'],
    ['panel', 'sheet'],
    ['panel', 'sheet', 'popup'],
    ['panel', 'sheet', 'popup', 'card'],
  ]) {
    await press();
    await waitFor(() => expect(closed).toEqual(order));
  }
  expect([here(), left()]).toEqual(['/earth', []]);
  await press();
  expect([here(), left()]).toEqual(['/earth', ['App.exitApp']]);
});

test('D2.29, D9.5: goes back elsewhere; a second press within 100 ms counts as none', async () => {
  await goTo('/earth');
  await goTo('/content-list/');
  await goTo('/content-detail/1');
  await press();
  await press(99);
  await waitFor(() => expect(here()).toBe('/content-list/'));
  await press(1000);
  await waitFor(() => expect(here()).toBe('/earth'));
  await press(50);
  expect(left()).toEqual([]);
});

test('during a call the app is left running', async () => {
  await goTo('/earth');
  isInCall = true;
  await press();
  expect(left()).toEqual(['App.minimizeApp']);
});

test('leaves the app from a first page', async () => {
  window.history.replaceState({ __TSR_index: 0, __TSR_key: 'in', key: 'in' }, '', '/content-detail/2');
  history.notify({ type: 'REPLACE' });
  await press();
  await waitFor(() => expect(left()).toEqual(['App.exitApp']));
});

test('a shell without the plugin goes on, and the log says so', () => {
  standInShell({});
  handleBackButton({ history, isInCall: () => false, now: () => now });
  expect(logLines().at(-1)?.words).toBe('PluginNotFoundError: App: The app was built without App');
});
