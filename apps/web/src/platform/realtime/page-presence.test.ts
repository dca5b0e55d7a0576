import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { standInShell } from '../../testing/shell';
import { realtime } from '..';
import { createLocalStore } from '../storage/local-store';
import { keepPagePresent } from './page-presence';

/** The browser's socket, whose other end is the test. It stays open until the page closes it, whether anything arrives or not. */
class TestSocket extends EventTarget {
  static readonly made: TestSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  readonly sent: unknown[] = [];

  constructor() {
    super();
    TestSocket.made.push(this);
    queueMicrotask(() => {
      this.readyState = TestSocket.OPEN;
      this.dispatchEvent(new Event('open'));
    });
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  say(frame: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

/** A page with an open socket, whose timers the test advances. `show`: it is hidden, or visible again. */
async function openPage() {
  TestSocket.made.length = 0;
  vi.stubGlobal('WebSocket', TestSocket);
  createLocalStore(localStorage).writeToken({ token: 'the token', refreshToken: 'r1', deviceId: 'device-1' });
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const onWake = vi.fn<() => void>();
  const leave = keepPagePresent({ ping: async () => null, onWake });
  onTestFinished(leave);
  const latest = async (count: number) => {
    const auth = { type: 'auth', token: 'the token' };
    await expect.poll(() => [TestSocket.made.length, TestSocket.made.at(-1)?.sent[0]]).toEqual([count, auth]);
    const socket = TestSocket.made[count - 1];
    if (!socket) throw new Error('No socket was opened');
    socket.say({ type: 'ready', contactUniqueId: '0190a000-0000-7000-8000-0000000000aa' });
    return socket;
  };
  const socket = await latest(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { socket, latest, show, onWake };
}

afterEach(() => {
  vi.useRealTimers();
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

test('a socket that has died in the background and reads open is probed when the page is visible again, and replaced at silence', async () => {
  const { socket, latest, show, onWake } = await openPage();
  show('hidden');
  expect([socket.sent.length, onWake.mock.calls.length]).toEqual([1, 0]);

  show('visible');
  expect([socket.sent.at(-1), onWake.mock.calls.length]).toEqual([{ type: 'ping' }, 1]);
  await vi.advanceTimersByTimeAsync(1_499);
  expect([realtime.isOpen(), TestSocket.made.length]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(realtime.isOpen()).toBe(false);

  await vi.advanceTimersByTimeAsync(8_000);
  vi.useRealTimers();
  await latest(2);
  expect(realtime.isOpen()).toBe(true);
});

test('one that answers the probe stays', async () => {
  const { socket, show } = await openPage();
  show('visible');
  socket.say({ type: 'pong' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([realtime.isOpen(), TestSocket.made.length]).toEqual([true, 1]);
});
