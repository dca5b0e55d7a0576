/** Binds a call of the contract to its handler: guard, limits, validated input, encoded response. */
import { type CallArguments, type CallData, type CallSpec, encode, SMALL_BODY_BYTES } from '@earth/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context';
import { succeeded } from './envelope';
import {
  readAgain,
  requireBearer,
  requireBearerOrKey,
  requireContact,
  requireOpenTo,
  requireOpenToVisitors,
} from './guards';
import { ApiError } from './api-error';
import { compressionOf } from './compression';
import { readInput } from './input';
import { networkOf } from './network';
import { fileBodyBytes } from './pace';
import { revalidate } from './revalidation';
import type { Caller, Principal } from './principal';
import { type BytesAnswer, sendBytes } from './send-bytes';
import { requireSignedBody, watchBody } from './signatures';

interface HandlerInput<C extends CallSpec, W extends Caller | null> {
  readonly input: CallArguments<C>;
  readonly principal: W;
  readonly request: FastifyRequest;
  /** For headers of the response. */
  readonly reply: FastifyReply;
}

type Handler<C extends CallSpec, W extends Caller | null> = (
  given: HandlerInput<C, W>,
) => Answer<C> | Promise<Answer<C>>;

/** The data of the envelope; for files, how to send them. */
type Answer<C extends CallSpec> = CallData<C> extends Uint8Array ? BytesAnswer : CallData<C>;

/** The router's form of a path: `{id}` → `:id`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** A call for signed-in users. */
export function route<C extends CallSpec>(
  app: FastifyInstance,
  context: Context,
  call: C,
  handle: Handler<C, Principal>,
): void {
  if (call.scope) throw new Error(`${call.name} is open to API tokens`);
  bearerRoute(app, context, call, { admit: requireContact, handle });
}

/** A call for signed-in users and for API tokens of their company. */
export function companyRoute<C extends CallSpec>(
  app: FastifyInstance,
  context: Context,
  call: C,
  handle: Handler<C, Caller>,
): void {
  if (!call.scope) throw new Error(`${call.name} is closed to API tokens`);
  bearerRoute(app, context, call, { admit: (caller) => caller, handle });
}

function bearerRoute<C extends CallSpec, W extends Caller>(
  app: FastifyInstance,
  context: Context,
  call: C,
  { admit, handle }: { readonly admit: (caller: Caller) => W; readonly handle: Handler<C, W> },
): void {
  if (call.auth !== 'bearer') throw new Error(`${call.name} is open to visitors`);
  const callers = rememberCallers<W>(context);
  const body = countBodies(context, call);
  app.route({
    ...binding(context, call),
    onRequest: async (request, reply) => {
      const principal = admit(await requireBearer(context, request, call));
      requireOpenTo(principal, call, request.params);
      callers.set(request, principal);
      await body.begin(principal, request, reply);
      watchBody(request);
    },
    preHandler: async (request) => {
      await body.arrived(request);
      requireSignedBody(context, request);
      await callers.readAgain(request);
    },
    handler: async (request, reply) => {
      const principal = callers.get(request);
      if (!principal) throw new Error('The guard did not run');
      return answer(call, request, reply, await handle({ input: readInput(call, request), principal, request, reply }));
    },
  });
}

/** A call that accepts the API key too: `principal` is null then. */
export function publicRoute<C extends CallSpec>(
  app: FastifyInstance,
  context: Context,
  call: C,
  handle: Handler<C, Caller | null>,
): void {
  if (call.auth === 'bearer') throw new Error(`${call.name} is for signed-in users`);
  const callers = rememberCallers<Caller>(context);
  const body = countBodies(context, call);
  const max = call.callsAMinute ?? (context.settings.addressCallsAMinute || Number.POSITIVE_INFINITY);
  const keyGenerator = ({ ip }: FastifyRequest) => networkOf(ip);
  const allowList = (request: FastifyRequest) => callers.has(request);
  // For a call with a limit of its own, too many are tries; for all others they are a crowd at one address, or a page that sends
  // too many.
  const error = call.callsAMinute === undefined ? 'tooManyCalls' : 'tooManyTries';
  const errorResponseBuilder = (_: FastifyRequest, { ttl }: { readonly ttl: number }) =>
    new ApiError(error, undefined, { retryAfterSeconds: ttl / 1000 });
  app.route({
    ...binding(context, call),
    config: {
      rateLimit: Number.isFinite(max) && { max, timeWindow: 60_000, keyGenerator, allowList, errorResponseBuilder },
    },
    onRequest: async (request, reply) => {
      const principal = call.auth === 'key' ? await requireBearerOrKey(context, request, call) : null;
      if (!principal) requireOpenToVisitors(context, call);
      else {
        requireOpenTo(principal, call, request.params);
        callers.set(request, principal);
        await body.begin(principal, request, reply);
      }
      watchBody(request);
    },
    preHandler: async (request) => {
      await body.arrived(request);
      requireSignedBody(context, request);
      await callers.readAgain(request);
    },
    handler: async (request, reply) =>
      answer(
        call,
        request,
        reply,
        await handle({ input: readInput(call, request), principal: callers.get(request) ?? null, request, reply }),
      ),
  });
}

/** The caller of each request, from its headers to its handler. */
function rememberCallers<W extends Caller>(context: Context) {
  const admitted = new WeakMap<FastifyRequest, { readonly caller: W; readonly begunAt: Date }>();
  return {
    set: (request: FastifyRequest, caller: W) => void admitted.set(request, { caller, begunAt: context.clock.now() }),
    get: (request: FastifyRequest): W | undefined => admitted.get(request)?.caller,
    has: (request: FastifyRequest): boolean => admitted.has(request),
    /** Called when all of the body has arrived. @throws ApiError `apiTokenInvalid`, `sessionEnded` */
    async readAgain(request: FastifyRequest): Promise<void> {
      const before = admitted.get(request);
      if (before) admitted.set(request, { ...before, caller: await readAgain(context, request, before) });
    },
  };
}

const bodyLimitOf = ({ settings }: Context, { size }: CallSpec): number =>
  size === 'file' ? fileBodyBytes(settings.maxFileBytes) : SMALL_BODY_BYTES;

/** Accounting of the bodies of a call. */
function countBodies(context: Context, call: CallSpec) {
  /** Bodies without a declared length: the bytes that have arrived, until they are counted. */
  const unmeasured = new WeakMap<FastifyRequest, { readonly principal: Caller; bytes: number }>();
  const { limits } = context;

  /** @throws ApiError `tooMuchToday` */
  async function count(request: FastifyRequest): Promise<void> {
    const body = unmeasured.get(request);
    unmeasured.delete(request);
    if (body) await limits.countBytes(body.principal, body.bytes);
  }

  return {
    /** Called before the body is read. @throws ApiError `tooManyUploads`, `diskFull`, `tooMuchToday` */
    async begin(principal: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { headers, ip } = request;
      const address = networkOf(ip);
      const bytes = Number(headers['content-length'] ?? 0);
      const isUnmeasured = headers['transfer-encoding'] !== undefined;
      if (bytes === 0 && !isUnmeasured) return;
      const limit = bodyLimitOf(context, call);
      // Fastify refuses it.
      if (bytes > limit) return;
      onClosed(reply, await limits.begin({ principal, address, bytes: isUnmeasured ? limit : bytes }));
      const arrived = { principal, bytes: 0 };
      if (isUnmeasured) {
        unmeasured.set(request, arrived);
        // An aborted body is counted too. If it exceeds the limit, there is no client left to notify.
        onClosed(reply, () => void count(request).catch(() => undefined));
      } else {
        const refund = await limits.countBytes(principal, bytes);
        onClosed(reply, () => refund(bytes - arrived.bytes));
      }
      // Paused first: this listener must not start the flow before the parser listens too.
      request.raw.pause().on('data', (chunk: Buffer) => {
        arrived.bytes += chunk.length;
      });
    },
    /** Called when all of the body has arrived. @throws ApiError `tooMuchToday` */
    arrived: count,
  };
}

/** Runs when the request is over, however it ends: at once if the connection is already closed. */
function onClosed({ raw }: FastifyReply, run: () => void): void {
  if (raw.destroyed) run();
  else raw.once('close', run);
}

function binding(context: Context, call: CallSpec) {
  const compression = compressionOf(call);
  return {
    method: call.method,
    url: routerPath(call.path),
    bodyLimit: bodyLimitOf(context, call),
    ...(call.flag && { constraints: { flag: call.flag } }),
    ...compression.options,
    onSend: [...(call.revalidated ? [revalidate] : []), ...compression.hooks],
  };
}

const answer = async <C extends CallSpec>(call: C, request: FastifyRequest, reply: FastifyReply, data: Answer<C>) =>
  call.answer === 'bytes'
    ? await sendBytes(request, reply, data as BytesAnswer)
    : succeeded(encode(call.data, data as never));
