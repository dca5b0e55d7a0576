/** Profile pictures: stored as their owners sealed them, and handed to whom the owners gave a key. */
import {
  type CallArguments,
  CryptoSchema,
  type RecipientKey,
  type SealedPicture,
  type setProfilePicture,
  type shareProfilePicture,
} from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { addKeys, checkSealedText, isSignedKey } from '../../../http/sealed-input';
import { contactViews } from '../contacts';
import { lockContact } from '../sessions';
import * as store from './store';

/**
 * Replaces the picture and its keys, in one step: who has a key to the new one never sees initials between the two.
 * @throws ApiError `conflict` if another device was first; `envelopeInvalid`, `recipientUnknown` for another recipient than the owner, or a key for nobody of the audience
 */
export async function setPicture(
  context: Context,
  { contactId: ownerId }: Principal,
  { version, replacedVersion, sealed, recipientKeys = [] }: CallArguments<typeof setProfilePicture>,
): Promise<void> {
  const { clock, db } = context;
  checkSigned(recipientKeys);
  checkSealedText({ field: 'sealed', value: sealed, scheme: CryptoSchema.v2, people: new Set([ownerId]) });
  const former = await db.transaction(async (transaction) => {
    await lockContact(transaction, ownerId);
    if ((await store.findVersion(transaction, ownerId)) !== replacedVersion) throw new ApiError('conflict');
    const recipients = await store.deletePicture(transaction, ownerId);
    await store.insertPicture(transaction, { ownerId, version, sealed, changedAt: clock.now() });
    await saveKeys(transaction, { ownerId, recipientKeys, now: clock.now() });
    return recipients;
  });
  announce(context, ownerId, [...new Set([ownerId, ...former, ...idsOf(recipientKeys)])]);
}

export async function removePicture(context: Context, { contactId: ownerId }: Principal): Promise<void> {
  const former = await context.db.transaction(async (transaction) => {
    await lockContact(transaction, ownerId);
    return await store.deletePicture(transaction, ownerId);
  });
  announce(context, ownerId, [ownerId, ...former]);
}

/** @throws ApiError `conflict` if the picture was replaced meanwhile; `envelopeInvalid`, `recipientUnknown` */
export async function sharePicture(
  context: Context,
  { contactId: ownerId }: Principal,
  { version, recipientKeys }: CallArguments<typeof shareProfilePicture>,
): Promise<void> {
  const { clock, db } = context;
  checkSigned(recipientKeys);
  await db.transaction(async (transaction) => {
    await lockContact(transaction, ownerId);
    if ((await store.findVersion(transaction, ownerId)) !== version) throw new ApiError('conflict');
    await saveKeys(transaction, { ownerId, recipientKeys, now: clock.now() });
  });
  announce(context, ownerId, idsOf(recipientKeys));
}

const idsOf = (keys: readonly RecipientKey[]) => keys.map(({ recipientId }) => recipientId);

/** @throws ApiError `envelopeInvalid` */
function checkSigned(keys: readonly RecipientKey[]): void {
  if (!keys.every(isSignedKey)) throw new ApiError('envelopeInvalid', 'recipientKeys');
}

/** @throws ApiError `recipientUnknown` for somebody who is not of the audience */
async function saveKeys(db: Queries, given: store.Given): Promise<void> {
  const ids = idsOf(given.recipientKeys);
  if (ids.length === 0) return;
  const audience = await store.findAudience(db, given.ownerId, ids);
  if (!ids.every((id) => audience.has(id))) throw new ApiError('recipientUnknown', 'recipientKeys');
  await store.saveKeys(db, given);
}

/** @throws ApiError `notFound`, also for a picture without a key for the user */
export async function pictureOf(context: Context, { contactId }: Principal, ownerId: string): Promise<SealedPicture> {
  const found = await store.findReadable(context.db, ownerId, contactId);
  const owner = (await contactViews(context, [ownerId])).get(ownerId);
  if (!found || !owner) throw new ApiError('notFound');
  const { version, sealed, changedAt, encryptedKey } = found;
  // Sealed for the owner alone, so that nobody else learns who the others are.
  const keys = encryptedKey === null ? [] : [{ recipientId: contactId, encryptedKey }];
  return { version, sealed: addKeys(sealed, keys), date: changedAt.toISOString(), owner };
}

function announce({ push }: Context, ownerId: string, contactIds: readonly string[]): void {
  push.toContacts(contactIds, { messageType: 'ProfilePictureChanged', messageContent: { contactUniqueId: ownerId } });
}
