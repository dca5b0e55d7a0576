/** How providers are asked: by HTTPS, into no private network that the administrator has not permitted, and not for long. */
import { isAllowedPort } from '../../../adapters/push/addresses';
import type { Context } from '../../../context';

/** Limit of an answer: discovery documents, key sets and claims have some kilobytes. */
const ANSWER_BYTES_MAX = 128 * 1024;
/** Timeout of one request. */
export const TIMEOUT_SECONDS = 10;

interface Given {
  readonly method?: string | undefined;
  readonly headers?: HeadersInit | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** @returns a `fetch` for libraries, which give no other bodies than text and forms */
export function createSender(
  outside: Context['outside'],
  { signOnOrigins: permitted, pushPorts }: Pick<Context['settings'], 'signOnOrigins' | 'pushPorts'>,
) {
  return async (url: string, { method = 'GET', headers, body, signal }: Given): Promise<Response> => {
    if (!permitted.includes(new URL(url).origin) && !isAllowedPort(url, pushPorts))
      throw new Error('Its port is not permitted');
    const isText = typeof body === 'string' || body instanceof URLSearchParams;
    return await outside.fetch(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: isText ? body.toString() : undefined,
      signal: signal ?? AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
      bytesMax: ANSWER_BYTES_MAX,
      permitted,
    });
  };
}
