/**
 * Sign-in by an identity provider: a page starts it, the provider sends the browser back to the server, and the page exchanges a ticket. The
 * page holds a secret all the while: what another browser brings back is of no use to it, and nobody can sign it in as somebody else
 * (RFC 9700, 4.7). A mobile app makes the secret itself, because it starts in one process and may come back to another (RFC 8252).
 */
import {
  type ErrorName,
  type Login,
  SIGN_ON_APP,
  SIGN_ON_FRAGMENT,
  SIGN_ON_MINUTES,
  SIGN_ON_TICKET_SECONDS,
  type SignOnTested,
} from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { announceAcquaintance } from '../address-book';
import { admit, announceEnds, type Device, findAccounts, isSameHash, tokenHash } from '../sessions';
import { find, findOrMake } from './people';
import type { Providers } from './provider';
import { connectionOf, redirectUrl } from './settings';
import * as store from './store';

const TOKEN_BYTES = 32;
/** So the state of an admin's test begins: also after it has expired, its answer leads to the page where it was started. */
const TEST_PREFIX = 'test.';

interface Start {
  readonly companyId: string;
  readonly email?: string | undefined;
  /** The admin who tests; null: somebody signs in. */
  readonly testerId: string | null;
  /** The public address of the server. */
  readonly base: string;
  /** Of a mobile app: the hash of the verifier that it keeps instead of a secret of the server. */
  readonly challenge?: string;
}

/** How a state begins: with who has started. */
function prefixOf({ testerId, challenge }: Start): string {
  if (testerId !== null) return TEST_PREFIX;
  return challenge === undefined ? '' : SIGN_ON_APP;
}

/** @throws ApiError `notFound`, `providerUnreachable`, `providerMisconfigured` */
async function start(
  context: Context,
  providers: Providers,
  started: Start,
): Promise<{ readonly url: string; readonly secret: string }> {
  const { companyId, email, testerId, base, challenge } = started;
  const { clock, db, random } = context;
  const token = () => random.bytes(TOKEN_BYTES).toString('base64url');
  const [nonce, verifier, secret] = [token(), token(), token()];
  const state = `${prefixOf(started)}${token()}`;
  const connection = await connectionOf(context, companyId);
  const url = await providers.startUrl(connection, {
    redirectUrl: redirectUrl(base, companyId),
    state,
    nonce,
    verifier,
    email,
  });
  const expiresAt = new Date(clock.now().getTime() + SIGN_ON_MINUTES * 60_000);
  await store.sweep(db, clock.now());
  const hashes = { stateHash: tokenHash(state), secretHash: challenge ?? tokenHash(secret) };
  await store.insertFlow(db, { ...hashes, companyId, testerId, nonce, verifier, expiresAt });
  return { url, secret };
}

/** @throws as `start` */
export async function startByCode(
  context: Context,
  providers: Providers,
  { customCode, ...given }: Omit<Start, 'companyId' | 'testerId'> & { readonly customCode: string },
) {
  const companyId = await store.findCompanyId(context.db, customCode);
  if (companyId === undefined) throw new ApiError('notFound');
  return await start(context, providers, { ...given, companyId, testerId: null });
}

/** @returns `scheme`: of the link by which the app gets the ticket. @throws as `start` */
export async function startInApp(
  context: Context,
  providers: Providers,
  given: Omit<Start, 'companyId' | 'testerId'> & { readonly customCode: string; readonly challenge: string },
): Promise<{ readonly url: string; readonly scheme: string }> {
  const { url } = await startByCode(context, providers, given);
  return { url, scheme: schemeOf(context) };
}

/** Of the app of this server's brand: no request names where a ticket goes. */
const schemeOf = ({ brand }: Context): string => brand.appId.toLowerCase();

/** @throws ApiError `notAllowed`, and as `start` */
export async function startTest(context: Context, providers: Providers, principal: Principal, base: string) {
  requireAdmin(principal);
  const { companyId, contactId: testerId } = principal;
  return await start(context, providers, { companyId, testerId, base });
}

interface Return {
  readonly companyId: string;
  readonly state: string;
  readonly query: string;
  readonly base: string;
}

/**
 * The provider has sent the browser back. What came of it, also a failure, is in a ticket for the page or the app that has started it.
 * @returns where the browser goes: the path of a page, or the link that opens the app; `isFirst`: not an address that was loaded again
 */
export async function takeReturn(
  context: Context,
  providers: Providers,
  { companyId, state, query, base }: Return,
): Promise<{ readonly path: string } | { readonly appLink: string; readonly isFirst: boolean }> {
  const { clock, db, random } = context;
  // By its beginning, which is hashed with the rest: a state that was changed finds no flow.
  const isInApp = state.startsWith(SIGN_ON_APP);
  const flow = await store.takeFlow(db, tokenHash(state), companyId, clock.now());
  const ticket = `${isInApp ? SIGN_ON_APP : ''}${random.bytes(TOKEN_BYTES).toString('base64url')}`;
  const fragment = `#${SIGN_ON_FRAGMENT}=${ticket}`;
  const page = state.startsWith(TEST_PREFIX) ? '/admin/company?part=signOn' : '/login/';
  const back = isInApp
    ? { appLink: `${schemeOf(context)}://open/login/${fragment}`, isFirst: flow !== undefined }
    : { path: `${page}${fragment}` };
  // The page shows it, and is told that it is not valid any more.
  if (!flow) return back;
  const { secretHash, testerId, nonce, verifier } = flow;
  // Read before the connection: a change in between counts as one after the answer.
  const version = (await store.findCompany(db, companyId))?.version ?? 0;
  const outcome = await connectionOf(context, companyId)
    .then((connection) =>
      providers.claims(connection, { redirectUrl: redirectUrl(base, companyId), query, state, nonce, verifier }),
    )
    .then(
      (claims): store.SignOnOutcome => ({ claims, version }),
      (error: unknown): store.SignOnOutcome => ({ failure: nameOf(error) }),
    );
  const expiresAt = new Date(clock.now().getTime() + SIGN_ON_TICKET_SECONDS * 1000);
  await store.insertTicket(db, { hash: tokenHash(ticket), companyId, secretHash, testerId, outcome, expiresAt });
  return back;
}

/** @throws what is no refusal */
function nameOf(error: unknown): ErrorName {
  if (error instanceof ApiError) return error.error;
  throw error;
}

interface Shown {
  readonly ticket: string;
  readonly secret: string;
}

/** @throws ApiError `signOnExpired`, `signOnElsewhere`, or why the provider's answer was refused */
async function redeem({ clock, db }: Context, { ticket, secret }: Shown, testerId: string | null) {
  const taken = await store.takeTicket(db, tokenHash(ticket), clock.now());
  if (!taken || taken.testerId !== testerId) throw new ApiError('signOnExpired');
  if (!isSameHash(taken.secretHash, tokenHash(secret))) throw new ApiError('signOnElsewhere');
  if ('failure' in taken.outcome) throw new ApiError(taken.outcome.failure);
  return { companyId: taken.companyId, ...taken.outcome };
}

/**
 * The connection and the company, with the settings that the provider's answer was read with: another client, secret or claim would have had
 * another answer.
 * @throws ApiError `signOnExpired`
 */
async function unchanged(db: Queries, companyId: string, version: number) {
  const company = await store.findCompany(db, companyId);
  const connection = await store.findConnection(db, companyId);
  if (!connection || company?.version !== version) throw new ApiError('signOnExpired');
  return { company, connection };
}

/** @throws ApiError one of `signOnErrors`, and as `admit` does */
export async function finish(
  context: Context,
  shown: Shown,
  device: Device,
): Promise<{ readonly login: Login; readonly contactId: string }> {
  const { companyId, claims, version } = await redeem(context, shown, null);
  const outcome = await context.db.transaction(async (transaction) => {
    const { company, connection } = await unchanged(transaction, companyId, version);
    const found = await findOrMake(context, transaction, connection, claims);
    // Thrown: nothing of it is kept.
    if ('failure' in found) throw new ApiError(found.failure);
    const [account] = await findAccounts(transaction, found.person.email, company.code);
    if (!account) throw new ApiError('signOnDisabled');
    const { issuer, subject, sid } = claims;
    const started = await admit(context, transaction, account, {
      ...device,
      // What a company's provider says of an address proves nothing to another company.
      provenEmail: null,
      signedOn: { issuer, subject, sid },
    });
    return { ...started, contactId: account.contactId, inviterIds: found.inviterIds };
  });
  const { contactId, ended, inviterIds, login } = outcome;
  announceEnds(context, ended);
  context.bus.publish('contactChanged', { contactId });
  for (const inviterId of inviterIds) announceAcquaintance(context, inviterId, contactId);
  return { login, contactId };
}

/**
 * What a sign-in would do: nothing is written but that an admin has come back.
 * @throws ApiError `notAllowed`, one of `signOnErrors`
 */
export async function finishTest(context: Context, principal: Principal, shown: Shown): Promise<SignOnTested> {
  requireAdmin(principal);
  const { companyId, claims, version } = await redeem(context, shown, principal.contactId);
  return await context.db.transaction(async (transaction) => {
    await store.lockVersion(transaction, companyId);
    const { connection } = await unchanged(transaction, companyId, version);
    const found = await find(context, transaction, connection, claims);
    if ('failure' in found) throw new ApiError(found.failure);
    const { role } = found;
    const isYou = found.person?.id === principal.contactId && role === 'ADMIN';
    if (isYou) await store.setTested(transaction, companyId, context.clock.now());
    return { name: claims.name, email: claims.email || null, role, isYou };
  });
}
