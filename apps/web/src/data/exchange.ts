/** One request to the server and its answer, as plain values: they can also be made beside the page's own thread. */
import type { Sending } from '@earth/calls';
import { asHeld } from './held-text';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the form that is sent; none: nothing is sent. */
  readonly fields: readonly (readonly [name: string, value: string | Blob])[];
  /** After so many milliseconds there is no answer. */
  readonly timeoutMs: number;
  /** It is sent even where the page is left meanwhile: for at most 64 KB. */
  readonly outlivesPage?: boolean;
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

/** Rejects where no answer came, and where it is stopped. By the one way in which a browser says how far a request has got. */
export function upload(
  { url, method, headers, fields, timeoutMs }: Request,
  { onProgress, signal }: Sending,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.timeout = timeoutMs;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const { status } = request;
      const json: unknown = request.response;
      const retryAfter = request.getResponseHeader('Retry-After');
      resolve({ ok: status >= 200 && status < 300, status, retryAfter, json });
    });
    for (const end of ['error', 'timeout', 'abort'] as const)
      request.addEventListener(end, () => reject(new Error(`No answer: ${end}`)));
    signal.addEventListener('abort', () => request.abort());
    request.send(formOf(fields));
  });
}

/** A file's text in an answer, as it is passed on. */
const readHeld = async (response: Response): Promise<unknown> =>
  JSON.parse(await response.text(), (_, value: unknown) => (typeof value === 'string' ? asHeld(value) : value));

/** As `exchange`, for what may be a file. */
export const exchangeHeld = (fetch: Fetch, request: Request) => exchange(fetch, request, readHeld);

/** Rejects where no answer came. */
export async function exchange(
  fetch: Fetch,
  { url, method, headers, fields, timeoutMs, outlivesPage = false }: Request,
  read = (response: Response): Promise<unknown> => response.json(),
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers,
    body: formOf(fields),
    cache: 'no-store',
    keepalive: outlivesPage,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return {
    ok: response.ok,
    status: response.status,
    retryAfter: response.headers.get('Retry-After'),
    json: await read(response).catch(() => null),
  };
}
