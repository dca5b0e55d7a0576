import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { get, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../platform';
import { keepDataOfOwnServer, leaveServer } from '../../platform/leave-server';
import { serverOrigin, storeServer } from '../../platform/server-address';
import { setLanguage } from '../../shared/i18n';
import { testProfile } from '../../testing/people';
import { silent, standInShell } from '../../testing/shell';
import { ServerGroup } from './ServerGroup';

beforeEach(() => setLanguage('en'));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.querySelector('meta[name="earth-server"]')?.remove();
});

test('a browser has no server to show', () => {
  render(<ServerGroup />);
  expect(screen.queryByText('Server')).toBeNull();
});

test('the server of a build is shown, and cannot be changed', () => {
  standInShell({});
  document.head.innerHTML += '<meta name="earth-server" content="https://help.example.com">';
  render(<ServerGroup />);
  expect(screen.getByText('help.example.com')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change server' })).toBeNull();
});

test('a chosen server can be changed, after a question', async () => {
  standInShell({});
  storeServer('https://help.example.com:8080');
  const assign = vi.fn<(address: string | URL) => void>();
  vi.spyOn(location, 'assign').mockImplementation(assign);
  render(<ServerGroup />);
  expect(screen.getByText('help.example.com:8080')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Change server' }));
  const question = await screen.findByRole('dialog', { name: 'Change the server?' });
  fireEvent.click(
    [...question.querySelectorAll('button')].find(({ textContent }) => textContent === 'Change server') as never,
  );
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(serverOrigin()).toBeNull();
});

test('leaving a server signs out, and deletes what the device has stored of it', async () => {
  standInShell({});
  storeServer('https://help.example.com');
  for (const key of ['favorite_contents', 'deviceId', 'serverSettings', 'language']) localStorage.setItem(key, 'x');
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  const signOut = vi.spyOn(session, 'signOut').mockRejectedValue(new Error('No network'));
  const restart = vi.fn<() => void>();
  await leaveServer(restart);
  expect(signOut).toHaveBeenCalledOnce();
  expect(restart).toHaveBeenCalledOnce();
  expect(Object.keys(localStorage)).toEqual(['language']);
  session.store.setState({ status: 'signedOut', isOver: false }, true);
});

test('a plugin that is silent does not hold up the deletion', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  standInShell({ FirebaseAnalytics: { setEnabled: silent, resetAnalyticsData: silent } });
  await set('pk', { rsa: 'a key' });
  const restart = vi.fn<() => void>();
  const left = leaveServer(restart);
  await expect.poll(() => get('pk')).toBeUndefined();
  expect(restart).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_000);
  await left;
  expect(restart).toHaveBeenCalledOnce();
});

test('what is stored of another server is deleted at the start: its token must not reach this one', async () => {
  standInShell({});
  storeServer('https://help.example.com');
  localStorage.setItem('token', 'secret');
  await keepDataOfOwnServer();
  await keepDataOfOwnServer();
  expect(localStorage.getItem('token')).toBe('secret');
  storeServer('https://other.example.com');
  await keepDataOfOwnServer();
  expect(localStorage.getItem('token')).toBeNull();
  expect(serverOrigin()).toBe('https://other.example.com');
});
