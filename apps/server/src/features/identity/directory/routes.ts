/** `/scim/v2`: no calls of the contract, since SCIM says what they are. */
import { SMALL_BODY_BYTES } from '@earth/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { failureOf } from '../../../http/failures';
import { requireToken } from '../../../http/guards';
import type { TokenCaller } from '../../../http/principal';
import { listOf, serviceProviderConfig, userSchema, userType } from './schemas';
import { errorBody, fromApiError, refused, ScimError } from './scim-error';
import * as users from './service';
import { type ShownUser, USER_SCHEMA } from './user';

const PREFIX = '/scim/v2';
const MEDIA_TYPE = 'application/scim+json; charset=utf-8';
const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

type Query = Readonly<Record<string, string | string[] | undefined>>;

export function registerDirectory(app: FastifyInstance, context: Context): void {
  void app.register(
    async (scim) => {
      acceptScimBodies(scim);
      answerInScim(scim);
      const askerOf = admitTokens(scim, context);
      aboutItself(scim, askerOf);
      registerUsers(scim, context, askerOf);
    },
    { prefix: PREFIX },
  );
}

function acceptScimBodies(scim: FastifyInstance): void {
  scim.removeAllContentTypeParsers();
  const readJson = scim.getDefaultJsonParser('error', 'error');
  scim.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string', bodyLimit: SMALL_BODY_BYTES },
    (request, text, done) => {
      // Some directories send DELETE with a type and without a body.
      if (text === '') done(null, undefined);
      else void readJson(request, text as string, done);
    },
  );
}

/** All answers, refusals too, are in SCIM's form. */
function answerInScim(scim: FastifyInstance): void {
  scim.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store').type(MEDIA_TYPE);
  });
  scim.setErrorHandler((error, request, reply) => {
    if (error instanceof ScimError)
      return reply
        .code(error.status)
        .type(MEDIA_TYPE)
        .send(errorBody(error.status, error.message, error.scimType));
    const known = failureOf(error, request);
    const { retryAfterSeconds } = known.details;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
    // If the connection closed while the rest of the body arrives, many clients would report that instead of this response.
    if (known.code === 413) request.raw.resume();
    if (known.code === 401) reply.header('www-authenticate', 'Bearer');
    return reply.code(known.code).type(MEDIA_TYPE).send(fromApiError(known));
  });
  scim.setNotFoundHandler((_, reply) =>
    reply.code(404).type(MEDIA_TYPE).send(errorBody(404, 'There is no such resource.')),
  );
}

type AskerOf = (request: FastifyRequest) => users.Asker;

/** Only API tokens for people are admitted, before a body is read, and again when it has arrived. */
function admitTokens(scim: FastifyInstance, context: Context): AskerOf {
  const callers = new WeakMap<FastifyRequest, TokenCaller>();
  scim.addHook('onRequest', async (request) => {
    callers.set(request, await requireToken(context, request, 'people'));
  });
  scim.addHook('preHandler', async (request) => {
    const caller = callers.get(request);
    if (!caller || request.body === undefined) return;
    await context.apiTokens.requireNotEnded(caller.tokenId);
    await context.limits.countBytes(caller, Number(request.headers['content-length'] ?? SMALL_BODY_BYTES));
  });
  return (request) => {
    const caller = callers.get(request);
    if (!caller) throw new ApiError('notSignedIn');
    const { publicUrl } = context.settings;
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    return { caller, base: `${origin.replace(/\/$/, '')}${PREFIX}` };
  };
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const binder =
  (scim: FastifyInstance) =>
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handler: Handle): void =>
    void scim.route({ method, url, handler });

function aboutItself(scim: FastifyInstance, askerOf: AskerOf): void {
  const on = binder(scim);
  on('GET', '/ServiceProviderConfig', async (request) => serviceProviderConfig(askerOf(request).base));
  on('GET', '/ResourceTypes', async (request) => listOf([userType(askerOf(request).base)]));
  on('GET', '/ResourceTypes/User', async (request) => userType(askerOf(request).base));
  on('GET', '/Schemas', async (request) => listOf([userSchema(askerOf(request).base)]));
  on('GET', '/Schemas/:schema', async (request) => {
    const { schema } = request.params as { schema: string };
    if (schema.toLowerCase() !== USER_SCHEMA.toLowerCase()) throw new ApiError('notFound');
    return userSchema(askerOf(request).base);
  });
}

function registerUsers(scim: FastifyInstance, context: Context, askerOf: AskerOf): void {
  const on = binder(scim);
  /** Reads what the answer is to have before `act` changes something. */
  const answer = async (request: FastifyRequest, reply: FastifyReply, act: () => Promise<ShownUser>) => {
    const part = partIn(request);
    const user = await act();
    return reply.header('etag', user.meta.version).send(part(user));
  };
  on('GET', '/Users', async (request) => {
    const query = request.query as Query;
    const part = partIn(request);
    const found = await users.listUsers(context, askerOf(request), {
      ...(query['filter'] !== undefined && { filter: wordOf(query, 'filter') }),
      ...(query['startIndex'] !== undefined && { startIndex: numberOf(query, 'startIndex') }),
      ...(query['count'] !== undefined && { count: numberOf(query, 'count') }),
    });
    return { ...found, Resources: found.Resources.map(part) };
  });
  on('POST', '/Users', async (request, reply) =>
    answer(request, reply, async () => {
      const user = await users.createUser(context, askerOf(request), request.body);
      reply.code(201).header('location', user.meta.location);
      return user;
    }),
  );
  on('GET', '/Users/:id', async (request, reply) => {
    const part = partIn(request);
    const user = await users.getUser(context, askerOf(request), idOf(request));
    const known = (request.headers['if-none-match'] ?? '').split(',');
    if (known.some((one) => one.trim() === user.meta.version)) return reply.code(304).send();
    return reply.header('etag', user.meta.version).send(part(user));
  });
  on('PUT', '/Users/:id', async (request, reply) =>
    answer(request, reply, () => users.replaceUser(context, askerOf(request), namedIn(request), request.body)),
  );
  on('PATCH', '/Users/:id', async (request, reply) =>
    answer(request, reply, () => users.modifyUser(context, askerOf(request), namedIn(request), request.body)),
  );
  on('DELETE', '/Users/:id', async (request, reply) => {
    await users.deleteUser(context, askerOf(request), namedIn(request));
    return reply.code(204).send();
  });
}

/** What is no id names nobody. */
function idOf({ params }: FastifyRequest): string {
  const { id } = params as { readonly id: string };
  if (!ID.test(id)) throw new ApiError('notFound');
  return id.toLowerCase();
}

const namedIn = (request: FastifyRequest) => ({
  id: idOf(request),
  ifMatch: request.headers['if-match'] ?? null,
});

function wordOf(query: Query, name: string): string {
  const value = query[name];
  if (typeof value !== 'string') throw refused('invalidValue', `${name} is given more than once.`);
  return value;
}

function numberOf(query: Query, name: string): number {
  const value = wordOf(query, name);
  if (!/^-?\d{1,9}$/.test(value)) throw refused('invalidValue', `${name} must be a whole number.`);
  return Number(value);
}

/** `attributes` and `excludedAttributes` (RFC 7644, 3.9), by whole attributes; `id` and `schemas` are always shown. @throws ScimError */
function partIn(request: FastifyRequest): (user: ShownUser) => object {
  const query = request.query as Query;
  const namesIn = (name: string) =>
    query[name] === undefined
      ? null
      : new Set(
          wordOf(query, name)
            .split(',')
            .map((one) => one.trim().toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, '').split('.')[0]),
        );
  const [wanted, unwanted] = [namesIn('attributes'), namesIn('excludedAttributes')];
  return (user) =>
    Object.fromEntries(
      Object.entries(user).filter(([name]) => {
        if (name === 'id' || name === 'schemas') return true;
        return wanted ? wanted.has(name.toLowerCase()) : !unwanted?.has(name.toLowerCase());
      }),
    );
}
