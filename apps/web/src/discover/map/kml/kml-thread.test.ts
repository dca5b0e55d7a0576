import { afterEach, expect, test, vi } from 'vitest';
import { type KmlThread, readLayer, readPicture } from './kml-thread';

const layer = { type: 'FeatureCollection' as const, features: [], skipped: 0 };
const { signal } = new AbortController();

afterEach(() => {
  vi.useRealTimers();
});

/** A fake worker: the test decides what it answers. */
function fakeThread() {
  const listeners = new Map<string, (event: { data: unknown }) => void>();
  const terminate = vi.fn<() => void>();
  const thread = {
    addEventListener: (type: string, listener: (event: { data: unknown }) => void) => listeners.set(type, listener),
    postMessage: vi.fn<() => void>(),
    terminate,
  } as unknown as KmlThread;
  return { thread, terminate, say: (type: string, data?: unknown) => listeners.get(type)?.({ data }) };
}

test('resolves with the layer, and terminates the worker', async () => {
  const { thread, terminate, say } = fakeThread();
  const reading = readLayer(new ArrayBuffer(1), signal, thread);
  say('message', { layer });
  await expect(reading).resolves.toBe(layer);
  expect(terminate).toHaveBeenCalledOnce();
});

test('resolves with a picture of the file', async () => {
  const { thread, terminate, say } = fakeThread();
  const reading = readPicture(new ArrayBuffer(1), 'files/pond.jpg', signal, thread);
  expect(thread.postMessage).toHaveBeenCalledWith(
    expect.objectContaining({ picture: 'files/pond.jpg' }),
    expect.anything(),
  );
  const picture = { type: 'image/jpeg', bytes: new Uint8Array(3) };
  say('message', { picture });
  await expect(reading).resolves.toBe(picture);
  expect(terminate).toHaveBeenCalledOnce();
});

test.each([
  ['refuses', ['message', { problem: 'tooMany' }], 'tooMany'],
  ['does not start', ['error'], 'broken'],
] as const)('rejects with the reason when the worker %s', async (_, [type, data], code) => {
  const { thread, terminate, say } = fakeThread();
  const reading = readLayer(new ArrayBuffer(1), signal, thread);
  say(type, data);
  await expect(reading).rejects.toMatchObject({ code });
  expect(terminate).toHaveBeenCalledOnce();
});

test('terminates the worker on timeout and on abort', async () => {
  vi.useFakeTimers();
  const slow = fakeThread();
  const reading = readLayer(new ArrayBuffer(1), signal, slow.thread);
  const refused = reading.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await refused).toMatchObject({ code: 'tooLong' });
  expect(slow.terminate).toHaveBeenCalledOnce();

  const left = fakeThread();
  const leaving = new AbortController();
  const other = readLayer(new ArrayBuffer(1), leaving.signal, left.thread);
  leaving.abort();
  await expect(other).rejects.toMatchObject({ name: 'AbortError' });
  expect(left.terminate).toHaveBeenCalledOnce();
});
