/** Single sign-on in the mobile shell: what the app asks of the phone and of the server, and what it says. */
import { createHash } from 'node:crypto';
import { errorOf } from '@earth/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../platform';
import { isAppSignOnUnderWay } from '../platform/session/app-sign-on';
import { setLanguage } from '../shared/i18n';
import { giveConfig } from '../testing/config';
import { fillStorage } from '../testing/full-storage';
import { type NativePlugin, NativeRejection, type NativeShell, standInShell } from '../testing/shell';
import { given, serve, showApp } from '../testing/visitor';
import { openLinks } from './open-links';

const ANSWER_MS = 12 * 60_000;
const url = 'https://login.example/authorize';
const link = `com.example.earth://open/login/#signOn=app.${'t'.repeat(43)}`;
const done: NativePlugin[string] = () => undefined;

let requests: readonly string[];
let scheme: string;
let shell: NativeShell;

const noRole = () => {
  const [code, message] = errorOf('signOnNoRole');
  const result = { success: false, code, message };
  return Response.json({ result, data: { error: 'signOnNoRole' } }, { status: code });
};

function answer(call: string): Response | null {
  if (call.includes('?checkEmail')) return given([{ Code: 'DEMO', Name: 'Demo', SingleSignOn: 'required' }]);
  if (call.includes('?startSignOnInApp')) return given({ url, scheme });
  return call.includes('?finishSignOnInApp') ? noRole() : null;
}

beforeEach(() => {
  giveConfig();
  setLanguage('en');
  document.head.innerHTML =
    '<meta name="earth-scheme" content="com.example.earth"><meta name="earth-server" content="https://help.example.com">';
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  scheme = 'com.example.earth';
  requests = serve(answer);
  session.store.setState({ status: 'signedOut', isOver: false }, true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

/** As far as the step of the sign-in by the company. */
async function enter(SystemBrowser: NativePlugin | null = { open: done }, next = 'NEXT') {
  shell = standInShell({ App: {}, ...(SystemBrowser && { SystemBrowser }) });
  openLinks(showApp('/login/'));
  fireEvent.change(await screen.findByRole('textbox', { name: 'E-mail' }), { target: { value: 'luca@demo.example' } });
  fireEvent.click(screen.getByRole('button', { name: next }));
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const go = () => press('CONTINUE WITH SINGLE SIGN-ON');
const said = (call: string, name: string) =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(requests.find((one) => one.includes(call)) ?? '')?.[1];

test('the page opens in the browser of the system, and the link is answered with the verifier that was hashed for the start', async () => {
  await enter();
  await screen.findByRole('button', { name: 'CONTINUE WITH SINGLE SIGN-ON' });
  // Nothing opens over the app before the user wants it.
  expect(shell.calls).not.toContain('SystemBrowser.open');
  await go();
  await screen.findByRole('heading', { name: 'Continue in the browser' });
  expect(shell.optionsOf('SystemBrowser', 'open')).toEqual([{ url, scheme: 'com.example.earth' }]);
  act(() => shell.emit('App', 'appUrlOpen', { url: link }));
  expect(await screen.findByText(/Your company hasn’t given you access/)).toBeTruthy();
  expect(said('finishSignOnInApp', 'ticket')).toBe(`app.${'t'.repeat(43)}`);
  const verifier = said('finishSignOnInApp', 'verifier') ?? '';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(said('startSignOnInApp', 'challenge'));
  await press('SIGN IN AGAIN');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'E-mail' })).value).toBe('luca@demo.example');
});

test('a cancelled sign-in is over: its link signs nobody in', async () => {
  await enter();
  await go();
  await press('Cancel');
  await screen.findByRole('button', { name: 'CONTINUE WITH SINGLE SIGN-ON' });
  expect(isAppSignOnUnderWay()).toBe(false);
  act(() => shell.emit('App', 'appUrlOpen', { url: link }));
  await go();
  await screen.findByRole('heading', { name: 'Continue in the browser' });
  expect(requests.some((call) => call.includes('finishSignOnInApp'))).toBe(false);
});

test('a page that the user has closed is said, and can be opened again, with another verifier', async () => {
  await enter();
  await go();
  await screen.findByRole('heading', { name: 'Continue in the browser' });
  // The listener is added after the screen is shown.
  await waitFor(() => expect(shell.listeners('SystemBrowser', 'closed')).toBe(1));
  act(() => shell.emit('SystemBrowser', 'closed'));
  expect(await screen.findByText(/was closed before you had signed in/)).toBeTruthy();
  expect(isAppSignOnUnderWay()).toBe(false);
  await go();
  await press('OPEN THE PAGE AGAIN');
  await waitFor(() => expect(shell.optionsOf('SystemBrowser', 'open')).toHaveLength(3));
  const starts = requests.filter((call) => call.includes('startSignOnInApp'));
  expect(new Set(starts.map((call) => /[\w-]{43}/.exec(call)?.[0])).size).toBe(3);
});

test('a sign-in that took too long is said', async () => {
  await enter();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await go();
  await screen.findByRole('heading', { name: 'Continue in the browser' });
  await act(() => vi.advanceTimersByTimeAsync(ANSWER_MS));
  expect(await screen.findByText('The sign-in took too long. Start it again.')).toBeTruthy();
});

const noBrowser: NativePlugin[string] = () => {
  throw new NativeRejection('The device has no browser', 'UNAVAILABLE');
};

test.each([
  ['a browser', { open: noBrowser }],
  ['the plugin for it', null],
])('without %s, the address to open is named', async (_, plugin) => {
  setLanguage('it');
  await enter(plugin, 'AVANTI');
  await press('CONTINUA CON IL SINGLE SIGN-ON');
  expect(await screen.findByText(/Apri https:\/\/help\.example\.com nel browser/)).toBeTruthy();
  expect(isAppSignOnUnderWay()).toBe(false);
});

test('a phone that keeps nothing opens nothing, because there is no way back', async () => {
  await enter();
  await screen.findByRole('button', { name: 'CONTINUE WITH SINGLE SIGN-ON' });
  fillStorage();
  await go();
  expect(await screen.findByText(/Allow the app to store data, then sign in again/)).toBeTruthy();
  expect(shell.calls).not.toContain('SystemBrowser.open');
});

test('the app of another brand opens nothing, because the link would not come back to it', async () => {
  scheme = 'com.example.lastrica';
  await enter();
  await go();
  expect(await screen.findByText(/which has an app of its own/)).toBeTruthy();
  expect(shell.calls).not.toContain('SystemBrowser.open');
  expect(isAppSignOnUnderWay()).toBe(false);
});
