import { beforeEach, expect, test, vi } from 'vitest';
import { logLines, LogLevel } from '../app-log';
import { createRealtime, type RealtimePorts, type ReconnectingSocket } from './realtime';

/** A socket whose other end is the test. */
class TestSocket implements ReconnectingSocket {
  readyState: number = WebSocket.CONNECTING;
  readonly sent: unknown[] = [];
  readonly reconnect = vi.fn<() => void>();
  readonly close = vi.fn<() => void>();
  readonly #target = new EventTarget();

  send(data: string) {
    this.sent.push(JSON.parse(data));
  }

  addEventListener(type: string, listener: (event: MessageEvent) => void) {
    this.#target.addEventListener(type, listener as EventListener);
  }

  open() {
    this.readyState = WebSocket.OPEN;
    this.#target.dispatchEvent(new Event('open'));
  }

  drop() {
    this.readyState = WebSocket.CONNECTING;
    this.#target.dispatchEvent(new Event('close'));
  }

  say(frame: unknown) {
    this.#target.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

const READY = { type: 'ready', contactUniqueId: '0190a000-0000-7000-8000-0000000000aa' };
const PUSH = { type: 'push', messageType: 'AddressBookChanged', messageContent: {} };

let socket: TestSocket;
let timers: { readonly run: () => void; readonly ms: number; isStopped: boolean }[];
const refresh = vi.fn<() => Promise<boolean>>();

const settle = () => new Promise((resolve) => setImmediate(resolve));

let prepare: () => Promise<void>;

async function connect(sign?: RealtimePorts['sign']) {
  const realtime = createRealtime({
    openSocket: async (beforeConnect) => {
      prepare = beforeConnect;
      return socket;
    },
    sign,
    readToken: () => 'the token',
    refresh,
    now: () => 0,
    setTimer: (run, ms) => {
      const timer = { run, ms, isStopped: false };
      timers.push(timer);
      return () => {
        timer.isStopped = true;
      };
    },
  });
  realtime.connect();
  await settle();
  return realtime;
}

beforeEach(() => {
  socket = new TestSocket();
  timers = [];
  refresh.mockReset();
});

test('signs in first, and is open when the server has accepted the token', async () => {
  const realtime = await connect();
  const opened = vi.fn<() => void>();
  realtime.onOpen(opened);

  socket.open();
  expect(socket.sent).toEqual([{ type: 'auth', token: 'the token' }]);
  expect(realtime.isOpen()).toBe(false);

  socket.say(READY);
  expect(realtime.isOpen()).toBe(true);
  expect(opened).toHaveBeenCalledTimes(1);
});

test('signs in again after each reconnect, and notifies the listeners', async () => {
  const realtime = await connect();
  const opened = vi.fn<() => void>();
  const closed = vi.fn<() => void>();
  realtime.onOpen(opened);
  realtime.onClose(closed);
  socket.open();
  socket.say(READY);

  socket.drop();
  expect(realtime.send({ type: 'ping' })).toBe(false);
  socket.open();
  socket.say(READY);

  expect(socket.sent).toHaveLength(2);
  expect(opened).toHaveBeenCalledTimes(2);
  expect(closed).toHaveBeenCalledTimes(1);
});

test('is signed before each connect, so that a slow plugin does not keep the server waiting for the first frame', async () => {
  let signatures = 0;
  await connect(async (token) => {
    signatures += 1;
    return { input: `over ${token}`, signature: String(signatures) };
  });
  for (const signature of ['1', '2']) {
    await prepare();
    socket.open();
    expect(socket.sent.at(-1)).toEqual({
      type: 'auth',
      token: 'the token',
      signature: { input: 'over the token', signature },
    });
    socket.drop();
  }
});

test('passes pushed frames on, and drops frames that are not in the contract', async () => {
  const realtime = await connect();
  const frames: unknown[] = [];
  realtime.onFrame((frame) => frames.push(frame));
  socket.open();
  socket.say(READY);

  socket.say({ type: 'push', messageType: 'Nonsense' });
  socket.say(PUSH);

  expect(frames).toEqual([PUSH]);
});

test('renews a refused token once, then retries on the same socket', async () => {
  refresh.mockResolvedValue(true);
  await connect();
  socket.open();

  socket.say({ type: 'error', code: 401, error: 'tokenExpired', message: 'expired' });
  await settle();

  expect(refresh).toHaveBeenCalledTimes(1);
  expect(socket.reconnect).toHaveBeenCalledTimes(1);
});

test('reopens a socket that shows no sign of life', async () => {
  const realtime = await connect();
  socket.open();
  socket.say(READY);

  realtime.probe();
  expect(socket.sent.at(-1)).toEqual({ type: 'ping' });
  timers[0]?.run();

  expect(realtime.isOpen()).toBe(false);
  expect(socket.reconnect).toHaveBeenCalledTimes(1);
});

test('an urgent probe replaces one that waits longer, and is not replaced by it', async () => {
  const realtime = await connect();
  socket.open();
  socket.say(READY);

  realtime.probe();
  realtime.probe(1_500);
  realtime.probe();
  expect(timers.map(({ ms, isStopped }) => ({ ms, isStopped }))).toEqual([
    { ms: 5_000, isStopped: true },
    { ms: 1_500, isStopped: false },
  ]);
});

test('accepts any frame as a sign of life', async () => {
  const realtime = await connect();
  socket.open();
  socket.say(READY);

  realtime.probe();
  socket.say({ type: 'pong' });

  expect(timers[0]?.isStopped).toBe(true);
});

test('a disconnect while the socket loads closes it', async () => {
  const realtime = await connect();
  realtime.disconnect();
  socket = new TestSocket();

  realtime.connect();
  realtime.disconnect();
  await settle();

  expect(socket.close).toHaveBeenCalledTimes(1);
  expect(realtime.isOpen()).toBe(false);
});

test('D9.9: the verbose log has openings and closings of the socket', async () => {
  const realtime = await connect();
  socket.open();
  socket.say(READY);
  socket.drop();
  realtime.disconnect();
  expect(logLines().slice(-2)).toMatchObject([
    { level: LogLevel.verbose, words: 'socket: open' },
    { level: LogLevel.verbose, words: 'socket: closed' },
  ]);
});
