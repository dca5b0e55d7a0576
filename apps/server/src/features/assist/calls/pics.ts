/** Snapshots and files of a call. The server stores them sealed, as they came, and passes them on. */
import type { addCallPic, CallArguments, CallPic, RecipientKey, StoredFile } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { pictureEnding } from '../../../http/file-kinds';
import { addKeys, readSealedFile } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import { withBlobs } from '../../../adapters/blobs/with-blobs';
import { contactViews } from '../../identity/contacts';
import { blobKey, readFile } from '../messages';
import * as contents from './contents-store';
import { type CallState, targetIds } from './transitions';
import { deleteOldDrawingKeys } from './drawings-store';
import { deleteKeys, findAddedKeys, insertKeys } from './keys-store';
import { callMessages } from './message-policy';
import {
  requireMayDelete,
  requireMayHaveAsked,
  requireMayStillStore,
  requireTargetOf,
  requireWasInside,
} from './policy';
import type { CallDeps } from './service';
import { findCall } from './store';
import { picView } from './views';

/** The other readers of a call, including those who left it: they may still have its page open. */
const otherReaders = ({ targets }: CallState, { contactId }: Principal) =>
  targets.filter((target) => target.joinedAt && target.contactId !== contactId).map((target) => target.contactId);

/** Stores a snapshot once, however often it is sent, and notifies the other readers once the transaction is committed. */
export async function addPic(
  { context, coordinator }: CallDeps,
  principal: Principal,
  { id: callId, picBase64, cryptoSchema, clientId, takenByUniqueId }: CallArguments<typeof addCallPic>,
): Promise<CallPic> {
  const { blobs, clock, db, random, settings } = context;
  // Of any sender: two participants may answer one request for a snapshot, and it is stored once.
  const sent = clientId === undefined ? null : { callId, clientId };
  const state = requireTargetOf(await findCall(db, callId), principal.contactId);
  const first = sent && (await contents.findPicSent(db, sent));
  if (first) return picView(first);
  requireMayStillStore(state, principal.contactId, clock.now());
  if (takenByUniqueId !== undefined) {
    const asker = (await contactViews(context, [takenByUniqueId])).get(takenByUniqueId);
    requireMayHaveAsked(state, asker, principal);
  }
  const { bytes, keys } = readSealedFile(
    { field: 'picbase64', value: picBase64, scheme: cryptoSchema, people: targetIds(state) },
    settings.maxFileBytes,
  );
  const ending = cryptoSchema === 0 ? pictureEnding(bytes) : 'bin';
  if (!ending) throw new ApiError('unsupportedType');
  const id = random.id();
  const fileName = `${id}.${ending}`;
  const pic = {
    id,
    callId,
    contactId: principal.contactId,
    fileName,
    cryptoSchema,
    clientId: clientId ?? null,
    createdAt: clock.now(),
    takenById: takenByUniqueId ?? null,
  };
  const isNew = await withBlobs(blobs, [{ key: blobKey({ kind: 'call', id: callId }, fileName), bytes }], {
    write: async (commit) => {
      const isInserted = await db.transaction((transaction) => insertOnce(transaction, pic, keys));
      if (isInserted) commit();
      return isInserted;
    },
    isReferenced: () =>
      db.transaction(async (transaction) => {
        await findCall(transaction, callId, 'update');
        return (await contents.findPicFile(transaction, callId, fileName)) !== null;
      }),
  });
  if (!isNew) {
    const stored = sent && (await contents.findPicSent(db, sent));
    // It was deleted just now.
    if (!stored) throw new ApiError('picDeleted');
    return picView(stored);
  }
  const now = await findCall(db, callId);
  const view = picView(pic);
  if (now)
    coordinator.notify([
      {
        contactIds: otherReaders(now, principal),
        event: { messageType: 'CallPic', messageContent: { callPic: view } },
      },
    ]);
  return view;
}

/**
 * @returns whether the snapshot is new
 * @throws ApiError `picDeleted`
 */
async function insertOnce(db: Queries, pic: contents.PicRow, recipientKeys: readonly RecipientKey[]): Promise<boolean> {
  if (!(await contents.insertPic(db, pic))) return false;
  const { callId, clientId, id } = pic;
  // Checked after the insert: a concurrent deletion of the same snapshot is committed by then.
  if (clientId !== null && (await contents.isPicDeleted(db, { callId, clientId }))) throw new ApiError('picDeleted');
  await insertKeys(db, callId, [{ kind: 'pic', uniqueId: id, recipientKeys: [...recipientKeys] }], false);
  return true;
}

export async function listPics({ db }: Context, principal: Principal, callId: string): Promise<CallPic[]> {
  requireWasInside(await findCall(db, callId), principal.contactId);
  return (await contents.findPics(db, callId)).map(picView);
}

/** Also allowed after the call, so that a photograph can be removed. */
export async function deletePic(
  { context, coordinator }: CallDeps,
  principal: Principal,
  callId: string,
  picId: string,
): Promise<void> {
  const { blobs, db } = context;
  const state = requireWasInside(await findCall(db, callId), principal.contactId);
  const pic = await contents.findPic(db, callId, picId);
  if (!pic) throw new ApiError('notFound');
  requireMayDelete(pic, principal);
  await db.transaction(async (transaction) => {
    if (!(await contents.deletePic(transaction, pic))) throw new ApiError('notFound');
    await deleteKeys(transaction, { callId, kind: 'pic', itemId: picId });
    await deleteOldDrawingKeys(transaction, callId);
  });
  await blobs.delete(blobKey({ kind: 'call', id: callId }, pic.fileName));
  coordinator.notify([
    {
      contactIds: otherReaders(state, principal),
      event: { messageType: 'CallPicDeleted', messageContent: { callUniqueId: callId, picUniqueId: picId } },
    },
  ]);
}

/** Reads a snapshot, or the file of a message, as it is stored, with the reader's own key if one was added later. */
export async function readCallFile(
  context: Context,
  principal: Principal,
  callId: string,
  storedName: string,
): Promise<StoredFile> {
  const { blobs, db } = context;
  requireWasInside(await findCall(db, callId), principal.contactId);
  const pic = await contents.findPicFile(db, callId, storedName);
  if (!pic) return await readFile(context, callMessages, principal, { placeId: callId, storedName });
  const bytes = await blobs.read(blobKey({ kind: 'call', id: callId }, storedName));
  if (!bytes) throw new ApiError('notFound');
  const item = { callId, kind: 'pic', itemId: pic.id } as const;
  const key = (await findAddedKeys(db, item, principal.contactId)).get(pic.id);
  const base64 = (key ? Buffer.from(addKeys(bytes.toString('utf8'), [key])) : bytes).toString('base64');
  return { fileName: pic.fileName, base64, cryptoSchema: pic.cryptoSchema };
}
