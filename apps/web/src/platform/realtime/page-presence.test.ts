import { afterEach, expect, test, vi } from 'vitest';
import { standInShell } from '../../testing/shell';
import { realtime } from '..';
import { keepPagePresent } from './page-presence';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('A1.13: a change from Wi-Fi to the mobile network wakes the connection at once, which no event «online» reports', async () => {
  vi.spyOn(realtime, 'connect').mockReturnValue();
  const probe = vi.spyOn(realtime, 'probe').mockReturnValue();
  const onWake = vi.fn<() => void>();
  const shell = standInShell({ Network: { getStatus: () => ({ connected: true, connectionType: 'wifi' }) } });
  const leave = keepPagePresent({ ping: async () => null, onWake });
  await vi.waitFor(() => expect(shell.calls).toContain('Network.getStatus'));
  const change = (connectionType: string, connected = true) =>
    shell.emit('Network', 'networkStatusChange', { connected, connectionType });
  change('wifi');
  change('none', false);
  expect(probe).not.toHaveBeenCalled();
  change('cellular');
  expect([probe.mock.calls, onWake.mock.calls.length]).toEqual([[[1500]], 1]);
  change('wifi');
  expect(probe).toHaveBeenCalledTimes(2);
  leave();
  await vi.waitFor(() => expect(shell.listeners('Network', 'networkStatusChange')).toBe(0));
});
