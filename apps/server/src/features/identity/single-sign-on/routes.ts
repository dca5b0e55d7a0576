import * as contracts from '@earth/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { languageOf } from '../../../http/language';
import { networkOf } from '../../../http/network';
import { publicRoute, route } from '../../../http/route';
import { contentPolicy } from '../../../http/security-headers';
import { signingKeyOf } from '../../../http/signatures';
import { rememberDevice } from '../sessions';
import { appPage } from './app-page';
import { logOut, LogOutRefused } from './log-out';
import { createProviders, type Providers } from './provider';
import { release } from './release';
import * as settings from './settings';
import { finish, finishTest, startByCode, startInApp, startTest, takeReturn } from './sign-in';

const MINUTE_MS = 60_000;
/** Longer than a code of any provider. */
const QUERY_MAX = 8_192;
const LOG_OUT_BYTES_MAX = 64 * 1024;

export function registerSingleSignOn(app: FastifyInstance, context: Context): void {
  const providers = createProviders(context);
  registerCalls(app, context, providers);
  registerSettings(app, context, providers);
  registerReturns(app, context, providers);
}

/** Where the server is reached. Without PUBLIC_URL it is what the request says: a provider takes only the address that it knows. */
const baseOf = ({ settings: { publicUrl } }: Context, { protocol, host }: FastifyRequest): string =>
  publicUrl ?? `${protocol}://${host}`;

function registerCalls(app: FastifyInstance, context: Context, providers: Providers): void {
  publicRoute(app, context, contracts.startSignOn, async ({ input, request }) => {
    const { customCode, email } = input;
    return await startByCode(context, providers, { customCode, email, base: baseOf(context, request) });
  });
  publicRoute(app, context, contracts.finishSignOn, async ({ input, request, reply }) => {
    const { ticket, secret, ...device } = input;
    const shown = { ticket, secret };
    const { login, contactId } = await finish(context, shown, { ...device, signingKey: signingKeyOf(request) });
    await rememberDevice(context, contactId, request, reply);
    return login;
  });
  publicRoute(app, context, contracts.startSignOnInApp, ({ input, request }) =>
    startInApp(context, providers, { ...input, base: baseOf(context, request) }),
  );
  publicRoute(app, context, contracts.finishSignOnInApp, async ({ input, request }) => {
    const { ticket, verifier: secret, ...device } = input;
    const shown = { ticket, secret };
    return (await finish(context, shown, { ...device, signingKey: signingKeyOf(request) })).login;
  });
  route(app, context, contracts.startSignOnTest, ({ principal, request }) =>
    startTest(context, providers, principal, baseOf(context, request)),
  );
  route(app, context, contracts.finishSignOnTest, ({ principal, input }) => finishTest(context, principal, input));
}

function registerSettings(app: FastifyInstance, context: Context, providers: Providers): void {
  const { getSignOnSettings, saveSignOn, removeSignOn, switchCodes } = contracts;
  route(app, context, getSignOnSettings, ({ principal, request }) =>
    settings.settingsOf(context, principal, baseOf(context, request)),
  );
  route(app, context, saveSignOn, async ({ principal, input, request }) => {
    await settings.saveConnection(context, providers, principal, input);
    return await settings.settingsOf(context, principal, baseOf(context, request));
  });
  route(app, context, removeSignOn, async ({ principal, input, request }) => {
    await settings.removeConnection(context, principal, input.basedOn);
    return await settings.settingsOf(context, principal, baseOf(context, request));
  });
  route(app, context, switchCodes, async ({ principal, input, request }) => {
    await settings.switchCodes(context, principal, input);
    return await settings.settingsOf(context, principal, baseOf(context, request));
  });
  const domainCalls = [
    [contracts.addSignOnDomain, settings.addDomain],
    [contracts.confirmSignOnDomain, settings.confirmDomain],
    [contracts.removeSignOnDomain, settings.removeDomain],
  ] as const;
  for (const [call, act] of domainCalls)
    route(app, context, call, async ({ principal, input, request }) => {
      await act(context, principal, input.domain);
      return await settings.settingsOf(context, principal, baseOf(context, request));
    });
  route(app, context, contracts.releaseIdentity, ({ principal, input }) => release(context, principal, input.personId));
}

/** What the provider calls, or sends a browser to: outside the contract, because OpenID Connect says how. */
function registerReturns(app: FastifyInstance, context: Context, providers: Providers): void {
  const max = context.settings.addressCallsAMinute || Number.POSITIVE_INFINITY;
  const rateLimit = Number.isFinite(max) && {
    max,
    timeWindow: MINUTE_MS,
    keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
    errorResponseBuilder: () => new ApiError('tooManyCalls'),
  };
  app.get<{ Params: { companyId: string }; Querystring: { state?: unknown } }>(
    '/services/sign-on/:companyId/callback',
    { config: { rateLimit } },
    async (request, reply) => {
      const query = request.url.slice(request.url.indexOf('?') + 1);
      const { state } = request.query;
      const companyId = companyIn(request.params);
      if (companyId === null || query.length > QUERY_MAX) throw new ApiError('invalidInput', 'url');
      const given = { companyId, query, state: typeof state === 'string' ? state : '', base: baseOf(context, request) };
      const back = await takeReturn(context, providers, given);
      if ('path' in back) return await reply.redirect(back.path, 303);
      return await sendAppPage(context, request, reply, back);
    },
  );
  app.post<{ Params: { companyId: string }; Body: unknown }>(
    '/services/sign-on/:companyId/log-out',
    { config: { rateLimit }, bodyLimit: LOG_OUT_BYTES_MAX },
    async (request, reply) => {
      const { logout_token: token } = (request.body ?? {}) as { readonly logout_token?: unknown };
      const companyId = companyIn(request.params);
      reply.header('cache-control', 'no-store');
      if (typeof token !== 'string' || companyId === null)
        return await reply.code(400).send({ error: 'invalid_request' });
      try {
        await logOut(context, providers, companyId, token);
        return await reply.code(200).send();
      } catch (error) {
        const why = error instanceof LogOutRefused ? error.message : (error as { readonly code?: unknown }).code;
        context.log.warn({ companyId, why }, 'A log-out by a provider was refused');
        return await reply.code(400).send({ error: 'invalid_request' });
      }
    },
  );
}

/** To the app by a page, because browsers follow no redirect to another scheme that the user has not caused by a tap. */
function sendAppPage(
  { brand, random }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { appLink: link, isFirst }: { readonly appLink: string; readonly isFirst: boolean },
) {
  const nonce = random.bytes(16).toString('base64');
  const language = languageOf(request.headers['accept-language']);
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentPolicy({ nonce }))
    .send(appPage({ link, isFirst, brand, language, nonce }));
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const companyIn = ({ companyId }: { readonly companyId: string }) => (UUID.test(companyId) ? companyId : null);
