/** One request to the server and its answer, as plain values: they can also be made beside the page's own thread. */
import type { Sending } from '@earth/calls';
import { toTextBlob } from './text-blob';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the form that is sent; none: nothing is sent. */
  readonly fields: readonly (readonly [name: string, value: string | Blob])[];
  /** After so many milliseconds there is no answer. Where a file is on its way: in which nothing of it has moved. */
  readonly timeoutMs: number;
  /** It is sent even where the page is left meanwhile: for at most 64 KB. */
  readonly outlivesPage?: boolean;
  /** The answer before may be kept, and asked for again: it comes only where it is another one. */
  readonly revalidated?: boolean;
}

export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly retryAfter: string | null;
  /** Null where it was none. */
  readonly json: unknown;
}

/**
 * A form with text fields (RFC 7578), whose names need no escape: written here, because browsers take twenty times as long
 * over a `FormData` with a photograph in it as over a `Blob`.
 */
function formOf(fields: Request['fields']): Blob | null {
  if (fields.length === 0) return null;
  const boundary = crypto.randomUUID();
  const parts = fields.flatMap(([name, value]) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`,
    value,
    '\r\n',
  ]);
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

/** Stops what nothing has moved of for so long, and what somebody stops. */
function watch(silenceMs: number, stopped?: AbortSignal) {
  const stop = new AbortController();
  const end = () => stop.abort(stopped?.reason);
  stopped?.addEventListener('abort', end);
  if (stopped?.aborted) end();
  let timer = setTimeout(end, silenceMs);
  return {
    signal: stop.signal,
    /** Something has moved. */
    heard() {
      clearTimeout(timer);
      timer = setTimeout(end, silenceMs);
    },
    /** There is nothing to wait for any more. */
    done() {
      clearTimeout(timer);
      stopped?.removeEventListener('abort', end);
    },
  };
}

/** Rejects where no answer came, and where it is stopped. By the one way in which a browser says how far a request has got. */
export function upload(
  { url, method, headers, fields, timeoutMs }: Request,
  { onProgress, signal }: Partial<Sending> = {},
): Promise<Answer> {
  const watched = watch(timeoutMs, signal);
  const answer = new Promise<Answer>((resolve, reject) => {
    watched.signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watched.heard();
      onProgress?.(loaded / total);
    });
    request.addEventListener('progress', watched.heard);
    request.addEventListener('load', () => {
      const { status } = request;
      const json: unknown = request.response;
      const retryAfter = request.getResponseHeader('Retry-After');
      resolve({ ok: status >= 200 && status < 300, status, retryAfter, json });
    });
    for (const end of ['error', 'abort'] as const)
      request.addEventListener(end, () => reject(new Error(`No answer: ${end}`)));
    watched.signal.addEventListener('abort', () => request.abort());
    request.send(formOf(fields));
  });
  return answer.finally(watched.done);
}

/** Tells of each piece as it comes. @param onPiece how much is here, from 0 to 1; null: nobody says how much there is */
async function readInPieces(response: Response, onPiece: (come: number | null) => void): Promise<string> {
  const { body, headers } = response;
  if (!body) return response.text();
  // What is packed says how long it is packed.
  const length = headers.has('Content-Encoding') ? 0 : Number(headers.get('Content-Length'));
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let come = 0;
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    come += piece.value.length;
    onPiece(length > 0 ? Math.min(1, come / length) : null);
  }
  return new Blob(pieces).text();
}

/** As `exchange`, for what may be a file: its text is passed on as what it is, and its way is told and can be stopped. */
export async function exchangeAsBlob(
  fetch: Fetch,
  request: Request,
  { onProgress, signal }: Partial<Sending> = {},
): Promise<Answer> {
  const watched = watch(request.timeoutMs, signal);
  const onPiece = (come: number | null) => {
    watched.heard();
    if (come !== null) onProgress?.(come);
  };
  const read = async (response: Response): Promise<unknown> =>
    JSON.parse(await readInPieces(response, onPiece), (_, value: unknown) =>
      typeof value === 'string' ? toTextBlob(value) : value,
    );
  try {
    return await exchange(fetch, request, read, watched.signal);
  } finally {
    watched.done();
  }
}

/** Rejects where no answer came. */
export async function exchange(
  fetch: Fetch,
  { url, method, headers, fields, timeoutMs, outlivesPage = false, revalidated = false }: Request,
  read = (response: Response): Promise<unknown> => response.json(),
  signal = AbortSignal.timeout(timeoutMs),
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers,
    body: formOf(fields),
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
