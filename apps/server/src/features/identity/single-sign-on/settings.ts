/** What the admins of a company set for its sign-in by an identity provider. */
import { createHmac } from 'node:crypto';
import {
  type CallArguments,
  type ChangeAction,
  type saveSignOn as saveCall,
  SIGN_ON_DOMAINS_MAX,
  type SignOnSettings,
} from '@earth/contracts';
import { isAllowedPort, isPublicName } from '../../../adapters/push/addresses';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { logChange } from '../people';
import type { OpenConnection } from './discovery';
import type { Providers } from './provider';
import * as store from './store';

const DISCOVERY_PATH = /\/\.well-known\/openid-configuration\/?$/;
/** Pause between two look-ups of one TXT record. */
const CHECK_PAUSE_MS = 5_000;
const LOOK_UP_MS = 8_000;
const RECORD_PREFIX = '_earth-sign-on';

const secretPlace = (companyId: string) => ({ column: 'sign_on_connections.sealed_secret', id: companyId }) as const;

/** With the secret in plain. */
async function openConnection({ secrets }: Context, connection: store.Connection): Promise<OpenConnection> {
  const { companyId, issuer, clientId, roleClaim, roles, sealedSecret } = connection;
  const clientSecret = await secrets.columnSeal.open(sealedSecret, secretPlace(companyId));
  return { companyId, issuer, clientId, roleClaim, roles, clientSecret };
}

/** @throws ApiError `notFound` */
export async function connectionOf(context: Context, companyId: string): Promise<OpenConnection> {
  const connection = await store.findConnection(context.db, companyId);
  if (!connection) throw new ApiError('notFound');
  return await openConnection(context, connection);
}

/** Keyed: nobody can say of another company which record it needs. */
const recordOf = ({ secrets }: Context, companyId: string, domain: string): string =>
  `earth-sign-on=${createHmac('sha256', secrets.codeKey).update(`sign-on-domain:${companyId}:${domain}`).digest('base64url')}`;

/** The addresses that the admin gives to the provider. */
export const redirectUrl = (base: string, companyId: string) => `${base}/services/sign-on/${companyId}/callback`;
const logoutUrl = (base: string, companyId: string) => `${base}/services/sign-on/${companyId}/log-out`;

/** @throws ApiError `notAllowed` */
export async function settingsOf(context: Context, principal: Principal, base: string): Promise<SignOnSettings> {
  requireAdmin(principal);
  const { companyId } = principal;
  const [company, connection, domains] = await Promise.all([
    store.findCompany(context.db, companyId),
    store.findConnection(context.db, companyId),
    store.listDomains(context.db, companyId),
  ]);
  if (!company) throw new ApiError('sessionEnded');
  return {
    version: company.version,
    connection: connection ? viewOf(connection) : null,
    areCodesOff: connection?.codesOff ?? false,
    domains: domains.map(({ domain, confirmedAt }) => ({
      domain,
      isConfirmed: confirmedAt !== null,
      recordName: `${RECORD_PREFIX}.${domain}`,
      recordValue: recordOf(context, companyId, domain),
    })),
    redirectUrl: redirectUrl(base, companyId),
    logoutUrl: logoutUrl(base, companyId),
  };
}

const viewOf = ({ issuer, clientId, roleClaim, roles, defaultRole, makesPeople, testedAt }: store.Connection) => ({
  issuer,
  clientId,
  roleClaim,
  roles,
  defaultRole,
  makesPeople,
  testedDate: testedAt?.toISOString() ?? null,
});

/** @throws ApiError `notAllowed`, `settingsChanged` */
async function change(
  { clock, db }: Context,
  principal: Principal,
  basedOn: number,
  act: (db: Queries) => Promise<{ readonly action: ChangeAction; readonly name: string }>,
): Promise<void> {
  requireAdmin(principal);
  const { companyId } = principal;
  await db.transaction(async (transaction) => {
    if ((await store.lockVersion(transaction, companyId)) !== basedOn) throw new ApiError('settingsChanged');
    const { action, name } = await act(transaction);
    await store.raiseVersion(transaction, companyId);
    await logChange(transaction, { by: principal, at: clock.now(), action, subject: { name } });
  });
}

/** The issuer of what an admin has typed. Where its name leads is checked at each request. @throws ApiError `invalidInput` */
function issuerIn({ settings }: Context, typed: string): string {
  const url = new URL(typed);
  url.pathname = url.pathname.replace(DISCOVERY_PATH, '');
  const isPublic =
    url.protocol === 'https:' && isPublicName(url.hostname) && isAllowedPort(url.href, settings.pushPorts);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !(isPublic || settings.signOnOrigins.includes(url.origin)))
    throw new ApiError('invalidInput', 'issuer');
  return url.href;
}

/**
 * The provider is asked for its discovery document, unless address and client stay as they are: while it is gone, roles can be changed.
 * @throws ApiError `notAllowed`, `invalidInput`, `settingsChanged`, `providerUnreachable`, `providerMisconfigured`
 */
export async function saveConnection(
  context: Context,
  providers: Providers,
  principal: Principal,
  { basedOn, clientSecret, issuer: typed, defaultRole, ...rest }: CallArguments<typeof saveCall>,
): Promise<void> {
  requireAdmin(principal);
  const { companyId } = principal;
  const given = { ...rest, defaultRole: defaultRole ?? null };
  const before = await store.findConnection(context.db, companyId);
  const isSame = before?.issuer === typed && before.clientId === given.clientId && clientSecret === undefined;
  if (clientSecret === undefined && !before) throw new ApiError('invalidInput', 'clientSecret');
  // A secret is given to nobody but the provider for which it was typed.
  if (clientSecret === undefined && before?.issuer !== typed) throw new ApiError('invalidInput', 'clientSecret');
  const secret = clientSecret ?? (before ? (await openConnection(context, before)).clientSecret : '');
  const address = { companyId, ...given, issuer: issuerIn(context, typed), clientSecret: secret };
  const issuer = isSame ? typed : await providers.discover(address);
  const sealedSecret = await context.secrets.columnSeal.seal(secret, secretPlace(companyId));
  await change(context, principal, basedOn, async (db) => {
    await store.saveConnection(db, { companyId, ...given, issuer, sealedSecret });
    return { action: 'signOnChanged', name: issuer };
  });
}

/** @throws ApiError `notAllowed`, `settingsChanged` */
export async function removeConnection(context: Context, principal: Principal, basedOn: number): Promise<void> {
  await change(context, principal, basedOn, async (db) => {
    const before = await store.findConnection(db, principal.companyId);
    await store.removeConnection(db, principal.companyId);
    // Some providers name people anew for each client: another one would find everybody tied to an identity that is gone.
    await store.untieAll(db, principal.companyId);
    return { action: 'signOnRemoved', name: before?.issuer ?? '' };
  });
}

/** @throws ApiError `notAllowed`, `settingsChanged`; `signOnUntested`: the admins could lock themselves out */
export async function switchCodes(
  context: Context,
  principal: Principal,
  { basedOn, areOff }: { readonly basedOn: number; readonly areOff: boolean },
): Promise<void> {
  await change(context, principal, basedOn, async (db) => {
    const connection = await store.findConnection(db, principal.companyId);
    if (areOff && !connection?.testedAt) throw new ApiError('signOnUntested');
    await store.setCodesOff(db, principal.companyId, areOff);
    return { action: areOff ? 'codesOff' : 'codesOn', name: connection?.issuer ?? '' };
  });
}

/** @throws ApiError `notAllowed`; `conflict` if it is there, or if there are as many as there may be */
export async function addDomain({ db }: Context, principal: Principal, domain: string): Promise<void> {
  requireAdmin(principal);
  const { companyId } = principal;
  const isAdded = await db.transaction(async (transaction) => {
    await store.lockVersion(transaction, companyId);
    return await store.addDomain(transaction, { companyId, domain }, SIGN_ON_DOMAINS_MAX);
  });
  if (!isAdded) throw new ApiError('conflict');
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function removeDomain({ clock, db }: Context, principal: Principal, domain: string): Promise<void> {
  requireAdmin(principal);
  await db.transaction(async (transaction) => {
    if (!(await store.removeDomain(transaction, { companyId: principal.companyId, domain })))
      throw new ApiError('notFound');
    const subject = { name: domain };
    await logChange(transaction, { by: principal, at: clock.now(), action: 'domainRemoved', subject });
  });
}

/**
 * Whoever can write a TXT record into a domain owns it, and could receive the codes that are mailed there.
 * @throws ApiError `notAllowed`, `notFound`, `tooManyTries`, `domainUnproven`; `domainTaken`: another company has confirmed it
 */
export async function confirmDomain(context: Context, principal: Principal, domain: string): Promise<void> {
  requireAdmin(principal);
  const { clock, db, outside } = context;
  const place = { companyId: principal.companyId, domain };
  const found = await store.findDomain(db, place);
  if (!found) throw new ApiError('notFound');
  if (found.confirmedAt !== null) return;
  const now = clock.now();
  const before = new Date(now.getTime() - CHECK_PAUSE_MS);
  if (!(await store.claimCheck(db, place, { now, before })))
    throw new ApiError('tooManyTries', undefined, { retryAfterSeconds: CHECK_PAUSE_MS / 1000 });
  const texts = await outside
    .texts(`${RECORD_PREFIX}.${domain}`, AbortSignal.timeout(LOOK_UP_MS))
    .catch((): string[] => []);
  if (!texts.includes(recordOf(context, principal.companyId, domain))) throw new ApiError('domainUnproven');
  await db
    .transaction(async (transaction) => {
      if (!(await store.confirmDomain(transaction, place, now))) throw new ApiError('domainTaken');
      await logChange(transaction, { by: principal, at: now, action: 'domainConfirmed', subject: { name: domain } });
    })
    .catch((error: unknown) => {
      throw store.isOwnedElsewhere(error) ? new ApiError('domainTaken') : error;
    });
}
