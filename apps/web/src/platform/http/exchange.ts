/** One HTTP exchange as plain, cloneable values, so that it can also run in the worker. */
import type { Sending } from '@earth/messaging';
import { toTextBlob } from './text-blob';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The form fields; empty: no body. */
  readonly fields: readonly (readonly [name: string, value: string | Blob])[];
  /** In place of the form, which can carry neither null nor an empty list. */
  readonly json?: string;
  /** In place of both: the body as it was signed. Its type is among the headers. */
  readonly body?: string | Blob;
  /** Timeout in milliseconds. For files: the maximum time without progress. */
  readonly timeoutMs: number;
  /** `keepalive`: sent even if the page is left meanwhile; at most 64 KB. */
  readonly outlivesPage?: boolean;
  /** The former answer may be cached and revalidated with its ETag. */
  readonly revalidated?: boolean;
}

export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly retryAfter: string | null;
  /** Null if the body was not JSON. */
  readonly json: unknown;
}

export type BodyParts = Pick<Request, 'fields'> & { readonly [Part in 'json' | 'body']?: Request[Part] | undefined };

interface Body {
  readonly body: string | Blob | null;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A multipart form (RFC 7578) whose field names need no escape. Written by hand, because browsers take twenty times as long for a
 * `FormData` with a photograph as for a `Blob`. Text alone stays a string: a `Blob` is made in the browser's process, which takes
 * milliseconds on a busy machine.
 */
function formOf(fields: Request['fields']): Body {
  if (fields.length === 0) return { body: null, headers: {} };
  const boundary = crypto.randomUUID();
  const parts = fields.flatMap(([name, value]) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`,
    value,
    '\r\n',
  ]);
  const all = [...parts, `--${boundary}--\r\n`];
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  return { body: all.every((part) => typeof part === 'string') ? all.join('') : new Blob(all), headers };
}

export function bodyOf({ fields, json, body }: BodyParts): Body {
  if (body !== undefined) return { body, headers: {} };
  return json === undefined ? formOf(fields) : { body: json, headers: { 'Content-Type': 'application/json' } };
}

/** Stall timer: aborts when there is no progress for this long, or when the caller aborts. */
export function createStallTimer(silenceMs: number, aborted?: AbortSignal) {
  const stop = new AbortController();
  const end = () => stop.abort(aborted?.reason);
  aborted?.addEventListener('abort', end);
  if (aborted?.aborted) end();
  let timer = setTimeout(end, silenceMs);
  return {
    signal: stop.signal,
    /** Progress was made. */
    restart() {
      clearTimeout(timer);
      timer = setTimeout(end, silenceMs);
    },
    /** Nothing is awaited any more. */
    done() {
      clearTimeout(timer);
      aborted?.removeEventListener('abort', end);
    },
  };
}

/** Upload by `XMLHttpRequest`, the only API that reports upload progress. Rejects if there was no answer and if it is aborted. */
export function upload(
  { url, method, headers, fields, json, body, timeoutMs }: Request,
  { onProgress, signal }: Partial<Sending> = {},
): Promise<Answer> {
  const stallTimer = createStallTimer(timeoutMs, signal);
  const answer = new Promise<Answer>((resolve, reject) => {
    stallTimer.signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    const form = bodyOf({ fields, json, body });
    for (const [name, value] of Object.entries({ ...headers, ...form.headers })) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      stallTimer.restart();
      onProgress?.(loaded / total);
    });
    request.addEventListener('progress', stallTimer.restart);
    request.addEventListener('load', () => {
      const { status } = request;
      const json: unknown = request.response;
      const retryAfter = request.getResponseHeader('Retry-After');
      resolve({ ok: status >= 200 && status < 300, status, retryAfter, json });
    });
    for (const end of ['error', 'abort'] as const)
      request.addEventListener(end, () => reject(new Error(`No answer: ${end}`)));
    stallTimer.signal.addEventListener('abort', () => request.abort());
    request.send(form.body);
  });
  return answer.finally(stallTimer.done);
}

/**
 * Reads the body in chunks.
 * @param onChunk the received share, from 0 to 1; null: the length is unknown
 */
async function readChunks(response: Response, onChunk: (received: number | null) => void): Promise<string> {
  const { body, headers } = response;
  if (!body) return response.text();
  // The length of a compressed answer is its compressed length.
  const length = headers.has('Content-Encoding') ? 0 : Number(headers.get('Content-Length'));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    chunks.push(chunk.value);
    received += chunk.value.length;
    onChunk(length > 0 ? Math.min(1, received / length) : null);
  }
  return new Blob(chunks).text();
}

/**
 * Like `exchange`, for answers that may be files: the text is returned as a Blob, and the transfer reports progress and can be
 * aborted.
 */
export async function exchangeAsBlob(
  fetch: Fetch,
  request: Request,
  { onProgress, signal }: Partial<Sending> = {},
): Promise<Answer> {
  const stallTimer = createStallTimer(request.timeoutMs, signal);
  const onChunk = (received: number | null) => {
    stallTimer.restart();
    if (received !== null) onProgress?.(received);
  };
  const read = async (response: Response): Promise<unknown> =>
    JSON.parse(await readChunks(response, onChunk), (_, value: unknown) =>
      typeof value === 'string' ? toTextBlob(value) : value,
    );
  try {
    return await exchange(fetch, request, read, stallTimer.signal);
  } finally {
    stallTimer.done();
  }
}

/** Rejects if there was no answer. */
export async function exchange(
  fetch: Fetch,
  { url, method, headers, fields, json, body, timeoutMs, outlivesPage = false, revalidated = false }: Request,
  read = (response: Response): Promise<unknown> => response.json(),
  signal = AbortSignal.timeout(timeoutMs),
): Promise<Answer> {
  const form = bodyOf({ fields, json, body });
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...form.headers },
    body: form.body,
    cache: revalidated ? 'no-cache' : 'no-store',
    keepalive: outlivesPage,
    signal,
  });
  return {
    ok: response.ok,
    status: response.status,
    retryAfter: response.headers.get('Retry-After'),
    json: await read(response).catch(() => null),
  };
}
