/** Keys that are a person's own: made on the device, and kept here in a vault that nothing here opens. */
import type { CallArguments, changeKeyVault, OwnKeys, Profile, protectKeys } from '@earth/contracts';
import { checkPublicKey } from '@earth/crypto/keys';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import type { Who } from '../../http/who';
import { profileOf } from '../contacts';
import { announceEnd, deleteOtherSessions, keysOf, lockContact } from '../session';
import * as store from './store';

export async function ownKeysOf(context: Context, { contactId }: Who): Promise<OwnKeys> {
  return await keysOf(context, { contactId, ...(await store.findKeys(context.db, contactId)) });
}

/**
 * The bundle that the device has made takes the place of the one that it names; what was sealed for that one the device has
 * put into the vault, as far as it could. Other devices have none of it, and are signed out.
 * @throws ApiError `keysChanged` where another device was first
 */
export async function protect(
  context: Context,
  who: Who,
  { publicKey, keyVault, replacedPublicKey }: CallArguments<typeof protectKeys>,
): Promise<Profile> {
  if (!checkPublicKey(publicKey)) throw new ApiError('invalidInput', 'publicKey');
  const { contactId } = who;
  const ended = await context.db.transaction(async (transaction) => {
    await lockContact(transaction, contactId);
    const before = await store.findKeys(transaction, contactId);
    const former = await store.findFormer(transaction, contactId);
    // One that was there before is no new one.
    const isNew = publicKey !== before.publicKey && !former.includes(publicKey);
    if (before.publicKey !== replacedPublicKey || !isNew) throw new ApiError('keysChanged');
    await store.replaceKeys(transaction, { contactId, publicKey, keyVault, before, now: context.clock.now() });
    return await deleteOtherSessions(transaction, who);
  });
  for (const session of ended) announceEnd(context, session);
  const event = { messageType: 'KeysChanged', messageContent: { contactUniqueId: contactId } } as const;
  for (const id of await store.findAcquaintances(context.db, contactId)) context.push.toContact(id, event);
  return await profileOf(context, who);
}

/** @throws ApiError `keysChanged` where one's keys are not protected, or are others by now */
export async function changeVault(
  { db }: Context,
  { contactId }: Who,
  { publicKey, keyVault }: CallArguments<typeof changeKeyVault>,
): Promise<void> {
  if (!(await store.replaceVault(db, { contactId, publicKey, keyVault }))) throw new ApiError('keysChanged');
}
