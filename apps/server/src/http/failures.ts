/**
 * Error handling: every failure is answered with the envelope. A failure of the server carries an id that is logged too, and no
 * stack.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BlobsError } from '../adapters/blobs/blobs';
import { ApiError } from './api-error';
import { contractCalls } from './contract-calls';
import { failed } from './envelope';
import { foreignFlags } from './flags';
import { languageOf } from './language';
import { TOO_SLOW } from './pace';
import { routerPath } from './route';

export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
  if (error.code === 413) {
    // If the connection closed while the rest of the body arrives, many clients would report that instead of this response.
    reply.removeHeader('connection');
    request.raw.resume();
  }
  // No failure is cached.
  reply.header('cache-control', 'no-store');
  return reply.code(error.code).send(failed(error, languageOf(request.headers['accept-language'])));
}

const refusalOf = (code: string | undefined): ApiError => {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('tooLarge', 'headers');
  // 408 (RFC 9110, 15.5.9): the request may be repeated; 400 would say that it may not.
  return code === TOO_SLOW ? new ApiError('tooSlow') : new ApiError('invalidInput', 'request');
};

/**
 * Answers requests that are not HTTP, too slow, or have endless headers. Nothing of it is logged: the bytes may hold a token. For
 * Node's `clientError`.
 */
export function refuseBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalOf(error.code);
  const body = JSON.stringify(failed(refusal, 'en'));
  const head = [
    `HTTP/1.1 ${refusal.code} ${STATUS_CODES[refusal.code]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Maps errors of Fastify to errors of the contract. */
function fromFramework(error: Partial<FastifyError>): ApiError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('tooLarge', 'body');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupportedType');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError('invalidInput', 'url');
    default: {
      const { statusCode } = error;
      // A folder, or a path that leads out of one.
      if (statusCode === 403) return new ApiError('notFound');
      const isTheirs = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
      return isTheirs ? new ApiError('invalidInput', 'body') : null;
    }
  }
}

/** What is answered to something that was thrown; a failure of the server is logged. */
export function failureOf(error: unknown, request: FastifyRequest): ApiError {
  const known = error instanceof ApiError ? error : fromFramework(error as Partial<FastifyError>);
  if (known) return known;
  if (error instanceof BlobsError) {
    request.log.error({ err: error, id: request.id }, 'The store of the files failed');
    return new ApiError(error.reason === 'full' ? 'diskFull' : 'filesUnavailable');
  }
  request.log.error({ err: error, id: request.id }, 'A request failed');
  return new ApiError('internal', request.id);
}

/** Error handler for everything that is thrown. */
export const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(request, reply, failureOf(error, request));

/** Graceful shutdown: requests in flight finish, new ones are refused. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', async () => {
    if (isStopping) throw new ApiError('starting');
  });
}

/** Limit for calls that are refused before their body is read. */
const REFUSED_BODY_BYTES = 1024 * 1024;

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

/** Refuses a flag of the path that belongs to another method: a request with it is not the call without a flag. */
function refuseForeignFlags(app: FastifyInstance, path: string): void {
  const calls = contractCalls.filter((call) => call.path === path);
  for (const method of METHODS)
    for (const flag of foreignFlags(path, method))
      app.route({
        method,
        url: routerPath(path),
        bodyLimit: REFUSED_BODY_BYTES,
        constraints: { flag },
        onRequest: async (_, reply) => {
          reply.header(
            'allow',
            [...new Set(calls.filter((call) => call.flag === flag).map((call) => call.method))].join(', '),
          );
          throw new ApiError('methodNotAllowed', `${method} ?${flag}`);
        },
        handler: () => undefined,
      });
}

/** Refuses, for each path of the contract, methods that it does not take and requests without a flag that it requires. */
export function refuseOtherMethods(app: FastifyInstance): void {
  for (const path of new Set(contractCalls.map((call) => call.path))) {
    refuseForeignFlags(app, path);
    const calls = contractCalls.filter((call) => call.path === path);
    for (const method of METHODS) {
      const permitted = calls.filter((call) => call.method === method);
      if (permitted.some((call) => !call.flag)) continue;
      const flags = permitted.map((call) => `?${call.flag}`).join(', ');
      const allowed = [...new Set(calls.map((call) => call.method))].join(', ');
      app.route({
        method,
        url: routerPath(path),
        bodyLimit: REFUSED_BODY_BYTES,
        onRequest: async (_, reply) => {
          if (flags) throw new ApiError('unknownFlag', flags);
          reply.header('allow', allowed);
          throw new ApiError('methodNotAllowed', method);
        },
        handler: () => undefined,
      });
    }
  }
}
