import { expect, test, vi } from 'vitest';
import type { Request } from './exchange';
import { exchangeBytes } from './exchange-bytes';

const request: Request = { url: '/file', method: 'GET', headers: { 'X-Api-Key': 'key' }, fields: [], timeoutMs: 1_000 };
const makeRequest = async () => request;
const FILE = Uint8Array.from({ length: 10 }, (_, at) => at);

const body = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.enqueue(bytes.slice());
      controller.close();
    },
  });
/** A body that breaks after these bytes: the error comes with the next read, because it drops what is still in the queue. */
function broken(bytes: Uint8Array) {
  let isSent = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (isSent) controller.error(new TypeError('network error'));
        else controller.enqueue(bytes.slice());
        isSent = true;
      },
    },
    { highWaterMark: 0 },
  );
}
const answer = (content: ReadableStream<Uint8Array<ArrayBuffer>>, length: number, status = 200) =>
  new Response(content, { status, headers: { etag: '"a"', 'content-length': String(length) } });

test('reports progress, and returns the bytes', async () => {
  const onProgress = vi.fn<(share: number) => void>();
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer(body(FILE), 10));
  expect(await exchangeBytes(fetch, makeRequest, { onProgress })).toEqual({ ok: true, bytes: FILE });
  expect(onProgress).toHaveBeenLastCalledWith(1);
});

test('requests the rest after the connection broke', async () => {
  const fetch = vi
    .fn<typeof globalThis.fetch>()
    .mockResolvedValueOnce(answer(broken(FILE.slice(0, 4)), 10))
    .mockResolvedValueOnce(answer(body(FILE.slice(4)), 6, 206));
  expect(await exchangeBytes(fetch, makeRequest)).toEqual({ ok: true, bytes: FILE });
  expect(fetch.mock.calls[1]?.[1]?.headers).toMatchObject({ Range: 'bytes=4-', 'If-Range': '"a"' });
});

test('starts again if the file has changed meanwhile', async () => {
  const fetch = vi
    .fn<typeof globalThis.fetch>()
    .mockResolvedValueOnce(answer(broken(Uint8Array.of(99)), 10))
    .mockResolvedValueOnce(answer(body(FILE), 10));
  expect(await exchangeBytes(fetch, makeRequest)).toEqual({ ok: true, bytes: FILE });
});

test('gives up when a request brings nothing', async () => {
  const fetch = vi
    .fn<typeof globalThis.fetch>()
    .mockResolvedValueOnce(answer(broken(FILE.slice(0, 4)), 10))
    .mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(exchangeBytes(fetch, makeRequest)).rejects.toThrow('Failed to fetch');
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a refusal is not continued, and an aborted request rejects', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ result: {} }, { status: 404 }));
  expect(await exchangeBytes(fetch, makeRequest)).toMatchObject({ ok: false, status: 404, json: { result: {} } });
  const gone = new AbortController();
  gone.abort(new Error('left'));
  fetch.mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted();
    return answer(body(FILE), 10);
  });
  await expect(exchangeBytes(fetch, makeRequest, { signal: gone.signal })).rejects.toThrow('left');
});
