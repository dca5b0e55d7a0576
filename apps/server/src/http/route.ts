/** Binds a call of the contract to its handler: guard, limits, checked input, encoded answer. */
import { type CallArguments, type CallData, type CallSpec, encode, SMALL_BODY_BYTES } from '@earth/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context';
import { succeeded } from './envelope';
import { requireBearer, requireBearerOrKey, requireOpenTo, requireOpenToVisitors } from './guards';
import { readInput } from './input';
import { fileBodyBytes } from './pace';
import { revalidate } from './revalidation';
import type { Who } from './who';

interface Given<C extends CallSpec, W extends Who | null> {
  readonly input: CallArguments<C>;
  readonly who: W;
  readonly request: FastifyRequest;
}

type Handler<C extends CallSpec, W extends Who | null> = (given: Given<C, W>) => CallData<C> | Promise<CallData<C>>;

/** Calls that need no session: this many a minute and address. A person makes five; an office shares one address. */
const CALLS_A_MINUTE = 600;

/** The router's form of a path: `{id}` → `:id`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** A call for signed-in people. */
export function route<C extends CallSpec>(
  app: FastifyInstance,
  context: Context,
  call: C,
  handle: Handler<C, Who>,
): void {
  if (call.auth !== 'bearer') throw new Error(`${call.name} is open to people who are not signed in`);
  const callers = new WeakMap<FastifyRequest, Who>();
  app.route({
    ...binding(context, call),
    onRequest: async (request) => {
      const who = await requireBearer(context, request.headers);
      requireOpenTo(who, call, request.params);
      callers.set(request, who);
    },
    handler: async (request) => {
      const who = callers.get(request);
      if (!who) throw new Error('The guard did not run');
      return answer(call, await handle({ input: readInput(call, request), who, request }));
    },
  });
}

/** A call that takes the API key too: `who` is null then. */
export function publicRoute<C extends CallSpec>(
  app: FastifyInstance,
  context: Context,
  call: C,
  handle: Handler<C, Who | null>,
): void {
  if (call.auth === 'bearer') throw new Error(`${call.name} is for people who are signed in`);
  const callers = new WeakMap<FastifyRequest, Who>();
  const max = call.callsAMinute ?? CALLS_A_MINUTE;
  const allowList = (request: FastifyRequest) => callers.has(request);
  app.route({
    ...binding(context, call),
    config: { rateLimit: Number.isFinite(max) && { max, timeWindow: 60_000, allowList } },
    onRequest: async (request) => {
      const who = call.auth === 'key' ? await requireBearerOrKey(context, request.headers) : null;
      if (!who) return requireOpenToVisitors(context, call);
      requireOpenTo(who, call, request.params);
      callers.set(request, who);
    },
    handler: async (request) =>
      answer(call, await handle({ input: readInput(call, request), who: callers.get(request) ?? null, request })),
  });
}

function binding(context: Context, call: CallSpec) {
  return {
    method: call.method,
    url: routerPath(call.path),
    bodyLimit: call.size === 'file' ? fileBodyBytes(context.settings.maxFileBytes) : SMALL_BODY_BYTES,
    ...(call.flag && { constraints: { flag: call.flag } }),
    ...(call.revalidated && { onSend: revalidate }),
  };
}

const answer = <C extends CallSpec>(call: C, data: CallData<C>) => succeeded(encode(call.data, data as never));
