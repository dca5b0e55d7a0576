import { afterEach, expect, test, vi } from 'vitest';
import { standInShell } from '../../testing/shell';
import { logLines } from '../app-log';
import { type NetworkState, watchNetwork } from './network';

const seen: NetworkState[] = [];
let stop: () => void = () => undefined;

afterEach(() => {
  stop();
  seen.length = 0;
  vi.unstubAllGlobals();
});

function browser(information: object) {
  const connection = Object.assign(new EventTarget(), information);
  vi.stubGlobal('navigator', { onLine: true, connection });
  return connection;
}
const watch = () => (stop = watchNetwork((state) => seen.push(state)));

test('A1.13: a browser says whether its network is weak, and tells each change once', () => {
  const connection = browser({ type: 'wifi', effectiveType: '4g' });
  watch();
  connection.dispatchEvent(new Event('change'));
  Object.assign(connection, { type: 'cellular', effectiveType: '2g' });
  connection.dispatchEvent(new Event('change'));
  expect(seen).toEqual([
    { isOnline: true, type: 'wifi', isWeak: false },
    { isOnline: true, type: 'cellular', isWeak: true },
  ]);
  stop();
  Object.assign(connection, { type: 'wifi' });
  connection.dispatchEvent(new Event('change'));
  expect(seen).toHaveLength(2);
});

test('a browser that does not say has an unknown network, which is not weak', () => {
  vi.stubGlobal('navigator', { onLine: false });
  watch();
  expect(seen).toEqual([{ isOnline: false, type: 'unknown', isWeak: false }]);
});

test('A1.13: the shell tells of its network, and of each change', async () => {
  browser({ effectiveType: '4g' });
  const shell = standInShell({ Network: { getStatus: () => ({ connected: true, connectionType: 'wifi' }) } });
  watch();
  await vi.waitFor(() => expect(seen.at(-1)?.type).toBe('wifi'));
  shell.emit('Network', 'networkStatusChange', { connected: true, connectionType: 'cellular' });
  expect(seen.map(({ type }) => type)).toEqual(['unknown', 'wifi', 'cellular']);
  stop();
  await vi.waitFor(() => expect(shell.listeners('Network', 'networkStatusChange')).toBe(0));
});

test('without the plugin the web view’s own state counts, and the log says so', () => {
  browser({ type: 'wifi', effectiveType: '2g' });
  standInShell({});
  watch();
  expect(seen).toEqual([{ isOnline: true, type: 'wifi', isWeak: true }]);
  expect(logLines().at(-1)?.words).toBe('PluginNotFoundError: Network: The app was built without Network');
});
