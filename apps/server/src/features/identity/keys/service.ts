/** Own keys of a person: generated on the device, and stored here in a vault that the server cannot open. */
import type {
  CallArguments,
  changeKeyVault,
  CompanyKeys,
  KeptKnownKeys,
  OwnKeys,
  Profile,
  protectKeys,
  requireCompanyKeys,
  saveKnownKeys,
} from '@earth/contracts';
import { tryPublicKey } from '@earth/crypto/keys';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { requireAdminOf } from '../companies';
import { profileOf } from '../contacts';
import { announceEnd, deleteOtherSessions, keysOf, lockContact, requireFreshSignIn } from '../sessions';
import * as store from './store';

/** @throws ApiError `signInAgain`, except for a vault, which only the person can open */
export async function ownKeysOf(context: Context, principal: Principal): Promise<OwnKeys> {
  const { contactId } = principal;
  const keys = await store.findKeys(context.db, contactId);
  if (keys.keyVault === null) await requireFreshSignIn(context, principal);
  return await keysOf(context, { contactId, ...keys });
}

/**
 * Replaces the user's key bundle with the one that the device has generated. The device has put what was sealed for the old one
 * into the vault, as far as it could. Other devices have no copy of it, and are signed out.
 * @throws ApiError `signInAgain`; `keysChanged` if another device was first
 */
export async function protect(
  context: Context,
  principal: Principal,
  { publicKey, keyVault, replacedPublicKey }: CallArguments<typeof protectKeys>,
): Promise<Profile> {
  await requireFreshSignIn(context, principal);
  if (!(await tryPublicKey(publicKey))) throw new ApiError('invalidInput', 'publicKey');
  const { contactId } = principal;
  const ended = await context.db.transaction(async (transaction) => {
    await lockContact(transaction, contactId);
    const before = await store.findKeys(transaction, contactId);
    const former = await store.findFormer(transaction, contactId);
    // A former bundle is not accepted as a new one.
    const isNew = publicKey !== before.publicKey && !former.includes(publicKey);
    if (before.publicKey !== replacedPublicKey || !isNew) throw new ApiError('keysChanged');
    await store.replaceKeys(transaction, { contactId, publicKey, keyVault, before, now: context.clock.now() });
    return await deleteOtherSessions(transaction, principal);
  });
  for (const session of ended) announceEnd(context, session);
  const event = { messageType: 'KeysChanged', messageContent: { contactUniqueId: contactId } } as const;
  context.push.toContacts(await store.findAcquaintances(context.db, contactId), event);
  return await profileOf(context, principal);
}

/** @throws ApiError `signInAgain`; `keysChanged` if the keys are not protected, or were replaced meanwhile */
export async function changeVault(
  context: Context,
  principal: Principal,
  { publicKey, keyVault }: CallArguments<typeof changeKeyVault>,
): Promise<void> {
  await requireFreshSignIn(context, principal);
  const { contactId } = principal;
  if (!(await store.replaceVault(context.db, { contactId, publicKey, keyVault }))) throw new ApiError('keysChanged');
}

export async function knownOf({ db }: Context, { contactId }: Principal): Promise<KeptKnownKeys> {
  return (await store.findKnown(db, contactId)) ?? { sealed: null, version: 0 };
}

/**
 * Optimistic locking: each version is overwritten once. Of two devices that write at the same moment the second reads what the
 * first has written, and merges.
 * @throws ApiError `notAllowed`: the keys are not protected; `keysChanged`: there is another version, or the keys were replaced
 */
export async function saveKnown(
  context: Context,
  { contactId }: Principal,
  { publicKey, sealed, version }: CallArguments<typeof saveKnownKeys>,
): Promise<KeptKnownKeys> {
  return await context.db.transaction(async (transaction) => {
    await lockContact(transaction, contactId);
    const keys = await store.findKeys(transaction, contactId);
    if (keys.keyVault === null) throw new ApiError('notAllowed');
    if (keys.publicKey !== publicKey) throw new ApiError('keysChanged');
    const before = await store.findKnown(transaction, contactId);
    if ((before?.version ?? 0) !== version) throw new ApiError('keysChanged');
    const saved = { sealed, version: version + 1 };
    await store.saveKnown(transaction, contactId, saved);
    return saved;
  });
}

export const forgetKnown = ({ db }: Context, { contactId }: Principal): Promise<void> =>
  store.deleteKnown(db, contactId);

export async function companyKeysOf({ db }: Context, principal: Principal, id: string): Promise<CompanyKeys> {
  requireAdminOf(principal, id);
  const found = await store.findCompanyKeys(db, id);
  if (!found) throw new ApiError('notFound');
  return found;
}

/**
 * Sets whether the company requires protected keys. Signed-in users learn of it at the next start, so that nobody is interrupted.
 */
export async function requireKeys(
  context: Context,
  principal: Principal,
  { id, required }: CallArguments<typeof requireCompanyKeys>,
): Promise<CompanyKeys> {
  requireAdminOf(principal, id);
  await store.saveRequired(context.db, id, required);
  return await companyKeysOf(context, principal, id);
}
