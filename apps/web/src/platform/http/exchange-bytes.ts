/** An exchange whose answer is a file. If the connection breaks, the rest is requested (RFC 9110, 14). */
import type { Sending } from '@earth/messaging';
import { createStallTimer, type Request } from './exchange';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type BytesAnswer =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  /** `json` is null if the body was not JSON. */
  | { readonly ok: false; readonly status: number; readonly retryAfter: string | null; readonly json: unknown };

/** Requests for one file, as long as each brings further bytes. */
const REQUESTS_MAX = 5;

interface Received {
  readonly chunks: Uint8Array<ArrayBuffer>[];
  bytes: number;
  etag: string | null;
}

/** What requests the rest; nothing if there is no beginning, or no way to know that it is of the same file. */
const headersFor = ({ bytes, etag }: Received): Record<string, string> =>
  bytes > 0 && etag !== null ? { Range: `bytes=${bytes}-`, 'If-Range': etag } : {};

async function readInto(received: Received, response: Response, onBytes: (share: number | null) => void) {
  if (response.status !== 206) {
    received.chunks.length = 0;
    received.bytes = 0;
  }
  received.etag = response.headers.get('etag');
  // The length of a compressed answer is its compressed length.
  const length = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length'));
  const total = received.bytes + length;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    received.chunks.push(chunk.value);
    received.bytes += chunk.value.length;
    onBytes(length > 0 ? received.bytes / total : null);
  }
  if (length > 0 && received.bytes < total) throw new TypeError('The answer was cut off');
}

function joined({ chunks, bytes }: Received): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes);
  let to = 0;
  for (const chunk of chunks) {
    all.set(chunk, to);
    to += chunk.length;
  }
  return all;
}

/** What is for a signed-in user must not stay in the browser's cache. */
function cacheFor({ headers, revalidated }: Request): RequestCache {
  if ('Authorization' in headers) return 'no-store';
  return revalidated ? 'no-cache' : 'default';
}

async function requestOnce(
  fetch: Fetch,
  makeRequest: () => Promise<Request>,
  received: Received,
  sending: Partial<Sending>,
) {
  const request = await makeRequest();
  const stallTimer = createStallTimer(request.timeoutMs, sending.signal);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers, ...headersFor(received) },
      cache: cacheFor(request),
      signal: stallTimer.signal,
    });
    if (!response.ok) return response;
    await readInto(received, response, (share) => {
      stallTimer.restart();
      if (share !== null) sending.onProgress?.(share);
    });
    return response;
  } finally {
    stallTimer.done();
  }
}

/**
 * Rejects if there was no answer, if it broke off and could not be continued, and if it is aborted.
 * @param makeRequest called for each request: a signature may have expired while a part was received
 */
export async function exchangeBytes(
  fetch: Fetch,
  makeRequest: () => Promise<Request>,
  sending: Partial<Sending> = {},
): Promise<BytesAnswer> {
  const received: Received = { chunks: [], bytes: 0, etag: null };
  for (let requests = 1; ; requests += 1) {
    const before = received.bytes;
    try {
      const response = await requestOnce(fetch, makeRequest, received, sending);
      if (response.ok) return { ok: true, bytes: joined(received) };
      const json: unknown = await response.json().catch(() => null);
      return { ok: false, status: response.status, retryAfter: response.headers.get('retry-after'), json };
    } catch (error) {
      const isContinued = received.bytes > before && requests < REQUESTS_MAX && !sending.signal?.aborted;
      if (!isContinued) throw error;
    }
  }
}
