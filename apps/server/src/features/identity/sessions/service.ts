/** Signing in and out, and going on. A session is a device of a contact and the family of its refresh tokens. */
import {
  type AuthToken,
  type Customer,
  FRESH_SIGN_IN_MINUTES,
  type Login,
  type OwnKeys,
  REFRESH_GRACE_MS,
  SESSION_DAYS,
  type SignedInDevice,
} from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { useCode } from './codes';
import { type Asker, requireWithinLimits, sweepLimits } from './limits';
import { isAnybodys } from './limits-store';
import { tokenHash } from './mailed-codes';
import { fullContacts, requireFreeDevice } from './policy';
import * as store from './store';

export const SESSION_MS = SESSION_DAYS * 24 * 3600_000;

export interface Device {
  readonly deviceId: string;
  readonly appOs: SignedInDevice['appOs'];
  readonly model: string;
}

/** The companies in which somebody with this e-mail address may sign in. */
export async function customersOf(
  context: Context,
  { email, companyCode, asker }: { readonly email: string; readonly companyCode?: string; readonly asker: Asker },
): Promise<Customer[]> {
  const { deviceId, tokenHash: token } = asker;
  const isKnown = token !== null && (await isAnybodys(context.db, token));
  await context.db.transaction(async (transaction) => {
    await (await requireWithinLimits(context, transaction, { what: 'lookUp', asker, isKnown }))();
  });
  await sweepLimits(context);
  const accounts = await store.findAccounts(context.db, email, companyCode);
  if (accounts.length === 0) throw new ApiError('unknownEmail');
  const ids = accounts.map((account) => account.contactId);
  const full = await fullContacts(context, context.db, ids, deviceId);
  if (full.size === ids.length) throw new ApiError('deviceLimit');
  return accounts.map((account) => ({ code: account.companyCode, name: account.companyName }));
}

interface Credentials extends Device {
  readonly email: string;
  readonly customCode: string;
  readonly password: string;
}

/** @throws ApiError `invalidCode`, `tooManyTries`; `deviceLimit` to whoever has the right code */
export async function signIn(
  context: Context,
  { email, customCode, password, ...device }: Credentials,
  asker: Asker,
): Promise<{ readonly login: Login; readonly contactId: string }> {
  const [account] = await store.findAccounts(context.db, email, customCode);
  const given = { email, customCode, code: password, asker, contactId: account?.contactId };
  const started = await context.db.transaction(async (transaction) => {
    // The count of wrong codes stays: so a refusal is an answer here, not an error.
    if (!(await useCode(context, transaction, given)) || !account) return null;
    return { contactId: account.contactId, ...(await admit(context, transaction, account, device)) };
  });
  if (!started) throw new ApiError('invalidCode');
  announceEnds(context, started.ended);
  return started;
}

/**
 * Goes on as the same person in another company, with the keys that the person has there.
 * @throws ApiError `notFound` also for one's own: that would be a sign-in, and a private key, for no more than an old token
 */
export async function changeCustomer(
  context: Context,
  principal: Principal,
  customerCode: string,
  device: Device,
): Promise<Login> {
  const email = await store.findEmail(context.db, principal.contactId);
  const [account] = email ? await store.findAccounts(context.db, email, customerCode) : [];
  if (!account || account.contactId === principal.contactId) throw new ApiError('notFound');
  const started = await context.db.transaction(async (transaction) => {
    const signedInAt = await store.findSignIn(transaction, principal.sessionId);
    await store.deleteSession(transaction, principal.sessionId);
    return await admit(context, transaction, account, { ...device, ...(signedInAt && { signedInAt }) });
  });
  announceEnds(context, [...started.ended, { ...principal, id: principal.sessionId }]);
  context.bus.publish('contactChanged', { contactId: principal.contactId });
  return started.login;
}

interface Admitted extends Device {
  /** When the session ends, however it is used. */
  readonly expiresAt?: Date;
  /** Where it was not just now. */
  readonly signedInAt?: Date;
}

/**
 * Signs a device in, for whoever has shown to be the person by other means than a code. Once the transaction is through,
 * `announceEnds` takes what ended.
 * @throws ApiError `deviceLimit`
 */
export async function admit(context: Context, db: Queries, account: store.Account, device: Admitted) {
  await store.lockContact(db, account.contactId);
  await requireFreeDevice(context, db, { contactId: account.contactId, deviceId: device.deviceId });
  return await startSession(context, db, account, device);
}

/** The device itself put an end to these sessions, or they had expired: their sockets close, and nobody need be told why. */
export function announceEnds(context: Context, sessions: readonly store.Session[]): void {
  for (const session of sessions) publishEnd(context, session, false);
}

function publishEnd({ bus }: Context, session: store.Session, announce: boolean): void {
  const { id: sessionId, contactId, deviceId } = session;
  bus.publish('sessionEnded', { sessionId, contactId, deviceId, announce });
  bus.publish('deviceGone', { contactId, deviceId });
}

async function startSession(context: Context, db: Queries, account: store.Account, device: Admitted) {
  const { clock, random, settings } = context;
  const now = clock.now();
  const session = { id: random.id(), contactId: account.contactId, deviceId: device.deviceId };
  const { expiresAt = new Date(now.getTime() + SESSION_MS), signedInAt = now } = device;
  const { appOs, model } = device;
  const made = { ...session, appOs, model, createdAt: signedInAt, expiresAt };
  const ended = await store.replaceSession(db, made, now);
  if (!settings.callsEnabled) await store.setUnavailable(db, account.contactId);
  const token = await issueTokens(context, db, session);
  if (await store.mustProtectKeys(db, account.contactId))
    return { login: { token, mustProtectKeys: true } as const, ended };
  return { login: { token, ...(await keysOf(context, account)) }, ended };
}

/**
 * What is done for a person now is theirs to decide: who found a session lying about has had no code of theirs.
 * @throws ApiError `signInAgain`
 */
export async function requireFreshSignIn({ clock, db }: Context, { sessionId }: Principal): Promise<void> {
  const signedInAt = await store.findSignIn(db, sessionId);
  const oldest = clock.now().getTime() - FRESH_SIGN_IN_MINUTES * 60_000;
  if (!signedInAt || signedInAt.getTime() < oldest) throw new ApiError('signInAgain');
}

/** Somebody's private keys as their device gets them: in the open, or in the vault that it opens itself. */
export async function keysOf(
  { secrets }: Context,
  { contactId, privateKey, keyVault }: Pick<store.Account, 'contactId' | 'privateKey' | 'keyVault'>,
): Promise<OwnKeys> {
  if (keyVault !== null) return { keyVault };
  return { privateKey: await secrets.masterSeal.open(privateKey, privateKeyContext(contactId)) };
}

/** What a sealed private key is, and whose: it opens for nobody else. */
export const privateKeyContext = (contactId: string): string => `private-key:${contactId}`;

async function issueTokens(context: Context, db: Queries, session: store.Session): Promise<AuthToken> {
  const refreshToken = context.random.bytes(32).toString('base64url');
  await store.insertRefreshToken(db, tokenHash(refreshToken), session.id, context.clock.now());
  return { token: await context.access.issue(session.id), refreshToken, deviceId: session.deviceId };
}

/**
 * A new pair for a refresh token. One that was used before, but for two tabs at once, ends the whole family.
 * @returns whose it is too, unless that is a guest
 */
export async function refresh(
  context: Context,
  refreshToken: string,
  deviceId: string,
): Promise<{ readonly pair: AuthToken; readonly contactId: string | null }> {
  const now = context.clock.now();
  const hash = tokenHash(refreshToken);
  const outcome = await context.db.transaction(async (transaction) => {
    const session = await store.lockSessionOf(transaction, hash);
    if (!session || session.deviceId !== deviceId || session.expiresAt <= now) return null;
    const firstUse = await store.findFirstUse(transaction, hash);
    if (firstUse && now.getTime() - firstUse.getTime() > REFRESH_GRACE_MS) {
      await store.deleteSession(transaction, session.id);
      return { stolen: session };
    }
    if (!firstUse) await store.markUsed(transaction, hash, now);
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    // That of a guest ends when their link does.
    if (!session.isGuest)
      await store.prolongSession(transaction, session.id, expiresAt, new Date(now.getTime() - SESSION_MS));
    const contactId = session.isGuest ? null : session.contactId;
    return { pair: await issueTokens(context, transaction, session), contactId };
  });
  if (outcome?.pair) return outcome;
  if (outcome?.stolen) announceEnd(context, outcome.stolen);
  throw new ApiError('sessionEnded');
}

export async function signOut(context: Context, principal: Principal): Promise<void> {
  const ended = await store.deleteSession(context.db, principal.sessionId);
  if (ended) announceEnd(context, ended);
}

/** A session was ended from outside its page: its sockets are told and close, and others see who is gone. */
export function announceEnd(context: Context, session: store.Session): void {
  publishEnd(context, session, true);
  context.bus.publish('contactChanged', { contactId: session.contactId });
}
