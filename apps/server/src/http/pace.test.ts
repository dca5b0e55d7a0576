import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { refuseBrokenRequest } from './failures';
import { createPace, longestRequest } from './pace';

const MINUTE = 60_000;
const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** A server that answers when a body has arrived, or at once, and a client with a controlled sending speed. */
async function createLine({ answersAtOnce = false } = {}) {
  let now = 0;
  const pace = createPace({ now: () => new Date(now) }, refuseBrokenRequest);
  let taken: IncomingMessage | undefined;
  const server = createServer((request, response) => {
    taken = request;
    if (answersAtOnce) return void response.writeHead(401).end();
    request.resume();
    request.on('end', () => response.end());
  });
  server.prependListener('request', pace.watch);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  let isClosed = false;
  socket.on('data', (data: Buffer) => (received += data.toString()));
  socket.on('error', () => {});
  socket.on('close', () => (isClosed = true));
  closers.push(
    () => socket.destroy(),
    () => server.close(),
  );
  socket.write('POST / HTTP/1.1\r\nHost: earth\r\nContent-Length: 2000000\r\n\r\n');
  await vi.waitFor(() => expect(taken).toBeDefined());
  return {
    async send(bytes: number) {
      const before = taken?.socket.bytesRead ?? 0;
      socket.write(Buffer.alloc(bytes, 'a'));
      await vi.waitFor(() => expect(taken?.socket.bytesRead).toBe(before + bytes));
    },
    pass(ms: number) {
      now += ms;
      pace.check();
    },
    status: () => /^HTTP\/1\.1 (\d+)/.exec(received)?.[1],
    isClosed: () => isClosed,
  };
}

test('accepts a slow body, however long it takes', async () => {
  const line = await createLine();
  for (let sent = 0; sent < 2_000_000; sent += 500_000) {
    line.pass(MINUTE);
    await line.send(500_000);
  }
  line.pass(MINUTE);
  await vi.waitFor(() => expect(line.status()).toBe('200'));
});

test('refuses a body that stands still after a minute, with an error that allows a retry', async () => {
  const line = await createLine();
  await line.send(10);
  line.pass(MINUTE);
  expect(line.isClosed()).toBe(false);
  line.pass(10);
  await vi.waitFor(() => expect([line.status(), line.isClosed()]).toEqual(['408', true]));
});

test('refuses one of which most came at once: speed before buys a minute of silence, and no more', async () => {
  const line = await createLine();
  await line.send(1_900_000);
  line.pass(5000);
  line.pass(MINUTE);
  expect(line.isClosed()).toBe(false);
  line.pass(10);
  await vi.waitFor(() => expect([line.status(), line.isClosed()]).toEqual(['408', true]));
});

test('refuses one of which a little comes again and again, also if it was answered before', async () => {
  const line = await createLine({ answersAtOnce: true });
  await vi.waitFor(() => expect(line.status()).toBe('401'));
  for (let seconds = 10; seconds <= 60; seconds += 10) {
    await line.send(100);
    line.pass(10_000);
  }
  expect(line.isClosed()).toBe(false);
  line.pass(1000);
  await vi.waitFor(() => expect(line.isClosed()).toBe(true));
});

test('accepts the largest file at the slowest speed', () => {
  // 25 MiB, sealed and in base64 twice, at 64 kbit/s, and a minute.
  expect(longestRequest(25 * 1024 * 1024) / MINUTE).toBeCloseTo(97.5, 0);
});
