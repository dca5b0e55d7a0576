/**
 * Service of sessions: signing in, refreshing, signing out. A session is a device of a contact and the family of its refresh
 * tokens.
 */
import {
  type AuthToken,
  FRESH_SIGN_IN_MINUTES,
  type Login,
  type OwnKeys,
  REFRESH_GRACE_MS,
  SESSION_DAYS,
  type SignInCustomer,
  type SignedInDevice,
} from '@earth/contracts';
import { createKeyBundle } from '@earth/crypto/keys';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { requireKey } from '../../../http/signatures';
import { useCode } from './codes';
import { type Asker, requireWithinLimits, sweepLimits } from './limits';
import { isAnybodys } from './limits-store';
import { tokenHash } from './mailed-codes';
import { fullContacts, requireCodes, requireFreeDevice } from './policy';
import { findSignOnOffers } from './sign-on-store';
import * as store from './store';

export const SESSION_MS = SESSION_DAYS * 24 * 3600_000;

export interface Device {
  readonly deviceId: string;
  readonly appOs: SignedInDevice['appOs'];
  readonly model: string;
  /** The key that has signed the request; the session is bound to it. Null: it was not signed. */
  readonly signingKey: string | null;
}

/** The companies in which the person of this e-mail address may sign in, or get an account by signing in. */
export async function customersOf(
  context: Context,
  { email, companyCode, asker }: { readonly email: string; readonly companyCode?: string; readonly asker: Asker },
): Promise<SignInCustomer[]> {
  const { deviceId, tokenHash: token } = asker;
  const isKnown = token !== null && (await isAnybodys(context.db, token));
  await context.db.transaction(async (transaction) => {
    await (await requireWithinLimits(context, transaction, { what: 'lookUp', asker, isKnown }))();
  });
  await sweepLimits(context);
  const accounts = await store.findAccounts(context.db, email, companyCode);
  const codes = accounts.map((account) => account.companyCode);
  const offers = await findSignOnOffers(context.db, { codes, email, now: context.clock.now() });
  const isAsked = ({ code }: { readonly code: string }) => companyCode === undefined || code === companyCode;
  const newTo = offers.filter((offer) => offer.takesNewcomer && isAsked(offer) && !codes.includes(offer.code));
  if (accounts.length + newTo.length === 0) throw new ApiError('unknownEmail');
  const ids = accounts.map((account) => account.contactId);
  const full = await fullContacts(context, context.db, ids, deviceId);
  if (full.size === ids.length && newTo.length === 0) throw new ApiError('deviceLimit');
  return [
    ...accounts.map(({ companyCode: code, companyName: name }) => {
      const offer = offers.find((one) => one.code === code);
      return { code, name, ...(offer && ({ singleSignOn: offer.isRequired ? 'required' : 'offered' } as const)) };
    }),
    // There is nobody yet to whom a code could be sent.
    ...newTo.map(({ code, name }) => ({ code, name, singleSignOn: 'required' as const })),
  ];
}

interface Credentials extends Device {
  readonly email: string;
  readonly customCode: string;
  readonly password: string;
}

/** @throws ApiError `invalidCode`, `tooManyTries`; `deviceLimit` only if the code is right */
export async function signIn(
  context: Context,
  { email, customCode, password, ...device }: Credentials,
  asker: Asker,
): Promise<{ readonly login: Login; readonly contactId: string }> {
  await requireCodes(context.db, customCode);
  const [account] = await store.findAccounts(context.db, email, customCode);
  const given = { email, customCode, code: password, asker, contactId: account?.contactId };
  const started = await context.db.transaction(async (transaction) => {
    // Returned, not thrown: the counted attempt must be committed.
    if (!(await useCode(context, transaction, given)) || !account) return null;
    const started = await admit(context, transaction, account, { ...device, provenEmail: email });
    return { contactId: account.contactId, ...started };
  });
  if (!started) throw new ApiError('invalidCode');
  announceEnds(context, started.ended);
  return started;
}

/**
 * Switches the session to another company of the same person, with the keys that the person has there. The person is who has the e-mail
 * address that was proved when the session began: what a company, or its identity provider, says of an address proves nothing to another
 * company.
 * @throws ApiError `notFound`, also for the present company: that would hand out a private key for an old token; `singleSignOnRequired`,
 * `signInAgain` if an identity provider began the session
 */
export async function changeCustomer(
  context: Context,
  principal: Principal,
  customerCode: string,
  device: Device,
): Promise<Login> {
  if (await store.isBySignOn(context.db, principal.sessionId)) throw new ApiError('signInAgain');
  const provenEmail = await store.findProvenEmail(context.db, principal.sessionId);
  const [account] = provenEmail === null ? [] : await store.findAccounts(context.db, provenEmail, customerCode);
  if (!account || account.contactId === principal.contactId) throw new ApiError('notFound');
  await requireCodes(context.db, customerCode);
  const started = await context.db.transaction(async (transaction) => {
    const signedInAt = await store.findSignIn(transaction, principal.sessionId);
    await store.deleteSession(transaction, principal.sessionId);
    return await admit(context, transaction, account, { ...device, provenEmail, ...(signedInAt && { signedInAt }) });
  });
  announceEnds(context, [...started.ended, { ...principal, id: principal.sessionId }]);
  context.bus.publish('contactChanged', { contactId: principal.contactId });
  return started.login;
}

/** Who the person is at an identity provider, and the session there. */
export interface SignedOn {
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | null;
}

interface Admitted extends Device {
  /** If an identity provider has authenticated the person. */
  readonly signedOn?: SignedOn;
  /** The e-mail address that the person has proved to have, by a code sent to it; null: none, and the session stays in its company. */
  readonly provenEmail: string | null;
  /** When the session ends, however it is used. */
  readonly expiresAt?: Date;
  /** If it was not just now. */
  readonly signedInAt?: Date;
}

/**
 * Signs a device in, after the person was authenticated by other means than a code. Call `announceEnds` with the ended sessions
 * after the commit.
 * @throws ApiError `deviceLimit`, `signatureMissing`; `invalidCode` if since `account` was read the person was disabled or deleted, or has
 * got another e-mail address
 */
export async function admit(context: Context, db: Queries, account: store.Account, device: Admitted) {
  requireKey(context, { appOs: device.appOs, signingKey: null }, device.signingKey);
  const { contactId } = account;
  const locked = await store.lockContact(db, contactId);
  if (!locked || locked.disabledAt !== null || locked.former || locked.email !== account.email)
    throw new ApiError('invalidCode');
  await requireFreeDevice(context, db, { contactId, deviceId: device.deviceId });
  const keys = locked.hasKeys ? locked : await makeFirstKeys(context, db, contactId);
  return await startSession(context, db, { ...account, ...keys }, device);
}

/** A person whom a directory or an import has added gets their keys when they sign in first, as an invited one does. */
async function makeFirstKeys(context: Context, db: Queries, contactId: string) {
  const keys = await newKeys(context, contactId);
  await store.setFirstKeys(db, contactId, keys);
  return keys;
}

/** Keys of a new contact, the private ones encrypted. */
export async function newKeys({ secrets }: Pick<Context, 'secrets'>, contactId: string) {
  const { publicKey, privateKey } = await createKeyBundle();
  return {
    publicKey,
    privateKey: await secrets.columnSeal.seal(privateKey, { column: 'contacts.private_key', id: contactId }),
  };
}

/** Announces the end of sessions that the device itself ended or that had expired: their sockets close without a notice. */
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
  const { appOs, model, signingKey, provenEmail, signedOn } = device;
  const by = signedOn && {
    signOnIssuer: signedOn.issuer,
    signOnSubject: signedOn.subject,
    signOnSid: signedOn.sid,
  };
  const made = { ...session, appOs, model, signingKey, provenEmail, createdAt: signedInAt, expiresAt, ...by };
  const ended = await store.replaceSession(db, made, now);
  if (!settings.callsEnabled) await store.setUnavailable(db, account.contactId);
  const token = await issueTokens(context, db, session);
  if (await store.mustProtectKeys(db, account.contactId))
    return { login: { token, mustProtectKeys: true } as const, ended };
  return { login: { token, ...(await keysOf(context, account)) }, ended };
}

/**
 * Requires a recent sign-in for sensitive actions: the finder of an open session has not entered a code.
 * @throws ApiError `signInAgain`
 */
export async function requireFreshSignIn({ clock, db }: Context, { sessionId }: Principal): Promise<void> {
  const signedInAt = await store.findSignIn(db, sessionId);
  const oldest = clock.now().getTime() - FRESH_SIGN_IN_MINUTES * 60_000;
  if (!signedInAt || signedInAt.getTime() < oldest) throw new ApiError('signInAgain');
}

/** A person's private keys as their device gets them: in plain, or in the vault that only the device opens. */
export async function keysOf(
  { secrets }: Context,
  { contactId, privateKey, keyVault }: Pick<store.Account, 'contactId' | 'privateKey' | 'keyVault'>,
): Promise<OwnKeys> {
  if (keyVault !== null) return { keyVault };
  return { privateKey: await secrets.columnSeal.open(privateKey, { column: 'contacts.private_key', id: contactId }) };
}

async function issueTokens(context: Context, db: Queries, session: store.Session): Promise<AuthToken> {
  const refreshToken = context.random.bytes(32).toString('base64url');
  await store.insertRefreshToken(db, tokenHash(refreshToken), session.id, context.clock.now());
  return { token: await context.access.issue(session.id), refreshToken, deviceId: session.deviceId };
}

interface Shown {
  readonly refreshToken: string;
  readonly deviceId: string;
  /** The key that has signed the request; null: it is not signed. */
  readonly signingKey: string | null;
}

/**
 * Token rotation: a new pair for a refresh token. A token that was used before ends the whole family, except for two tabs at the
 * same moment.
 * @returns also whose it is, unless that is a guest
 * @throws ApiError `sessionEnded`, `signatureMissing`, `signatureInvalid`
 */
export async function refresh(
  context: Context,
  { refreshToken, deviceId, signingKey }: Shown,
): Promise<{ readonly pair: AuthToken; readonly contactId: string | null }> {
  const now = context.clock.now();
  const hash = tokenHash(refreshToken);
  const outcome = await context.db.transaction(async (transaction) => {
    const session = await store.lockSessionOf(transaction, hash);
    if (!session || session.deviceId !== deviceId || session.expiresAt <= now) return null;
    requireKey(context, session, signingKey);
    if (signingKey !== null) await store.bindSigningKey(transaction, session.id, signingKey);
    const firstUse = await store.findFirstUse(transaction, hash);
    if (firstUse && now.getTime() - firstUse.getTime() > REFRESH_GRACE_MS) {
      await store.deleteSession(transaction, session.id);
      return { stolen: session };
    }
    if (!firstUse) await store.markUsed(transaction, hash, now);
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    // A guest's session ends with their link.
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

/**
 * Announces that a session was ended from outside its page: its sockets are notified and close, and others see that the contact is
 * gone.
 */
export function announceEnd(context: Context, session: store.Session): void {
  publishEnd(context, session, true);
  context.bus.publish('contactChanged', { contactId: session.contactId });
}
