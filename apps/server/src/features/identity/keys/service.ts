/** Keys that are a person's own: made on the device, and kept here in a vault that nothing here opens. */
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

/** @throws ApiError `signInAgain`, but for a vault, which opens by what only the person knows */
export async function ownKeysOf(context: Context, principal: Principal): Promise<OwnKeys> {
  const { contactId } = principal;
  const keys = await store.findKeys(context.db, contactId);
  if (keys.keyVault === null) await requireFreshSignIn(context, principal);
  return await keysOf(context, { contactId, ...keys });
}

/**
 * The bundle that the device has made takes the place of the one that it names; what was sealed for that one the device has
 * put into the vault, as far as it could. Other devices have none of it, and are signed out.
 * @throws ApiError `signInAgain`; `keysChanged` where another device was first
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
    // One that was there before is no new one.
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

/** @throws ApiError `signInAgain`; `keysChanged` where one's keys are not protected, or are others by now */
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
 * Each version is written over once: of two devices that write at once the second reads what the first has written, and merges.
 * @throws ApiError `notAllowed`: one's keys are not protected; `keysChanged`: there is another version, or they are others by now
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

/** Who is signed in learns of it at the next start: nobody is thrown out of what they are doing. */
export async function requireKeys(
  context: Context,
  principal: Principal,
  { id, required }: CallArguments<typeof requireCompanyKeys>,
): Promise<CompanyKeys> {
  requireAdminOf(principal, id);
  await store.saveRequired(context.db, id, required);
  return await companyKeysOf(context, principal, id);
}
