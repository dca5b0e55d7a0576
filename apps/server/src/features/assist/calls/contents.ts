/** Messages, snapshots and files of a call. The server stores them sealed, as they came, and passes them on. */
import type {
  addCallPic,
  CallArguments,
  CallMessage,
  CallPic,
  PushEvent,
  SealedKeys,
  StoredFile,
  sendCallMessage,
} from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { pictureEnding } from '../../../http/file-kinds';
import { addKeys, readSealedFile } from '../../../http/sealed-input';
import { readSealedMessage } from '../../../http/sealed-message';
import type { Principal } from '../../../http/principal';
import { withBlobs } from '../../../adapters/blobs/with-blobs';
import * as contents from './contents-store';
import { type CallState, targetIds } from './transitions';
import { deleteOldDrawingKeys } from './drawings-store';
import { deleteKeys, findAddedKeys, insertKeys } from './keys-store';
import { requireMayDelete, requireMayStillStore, requireTargetOf, requireWasInside } from './policy';
import type { CallDeps } from './service';
import { findCall } from './store';
import { messageView, picView } from './views';

interface Blob {
  /** The file name within the call's folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An addition to a call. It is stored once, however often it is sent. */
interface Addition<Row> {
  readonly callId: string;
  readonly blob: Blob | null;
  /** The keys in the envelopes of the addition. */
  readonly keys: readonly SealedKeys[];
  /**
   * @returns whether it is new
   * @throws ApiError if it is not accepted any more
   */
  insert(db: Queries): Promise<boolean>;
  /** Finds the stored row: just inserted, or inserted by the first request. */
  find(db: Queries): Promise<Row | null>;
  readonly event: (row: Row) => PushEvent;
}

const blobKey = (callId: string, name: string) => `calls/${callId}/${name}`;

/** The other readers of a call, including those who left it: they may still have its page open. */
const otherReaders = ({ targets }: CallState, { contactId }: Principal) =>
  targets.filter((target) => target.joinedAt && target.contactId !== contactId).map((target) => target.contactId);

/** Adds to a call that its sender is or was in, and notifies the other readers once the transaction is committed. */
async function add<Row>(
  { context, coordinator }: CallDeps,
  principal: Principal,
  addition: Addition<Row>,
): Promise<Row> {
  const { blobs, db } = context;
  const { blob, callId } = addition;
  const files = blob ? [{ key: blobKey(callId, blob.name), bytes: blob.bytes }] : [];
  const { row, isNew } = await withBlobs(blobs, files, {
    write: async (commit) => {
      const added = await db.transaction(async (transaction) => {
        const inserted = await addition.insert(transaction);
        if (inserted) await insertKeys(transaction, callId, addition.keys, false);
        return { row: await addition.find(transaction), isNew: inserted };
      });
      if (added.isNew) commit();
      return added;
    },
    isReferenced: () =>
      db.transaction(async (transaction) => {
        await findCall(transaction, callId, 'update');
        return (await contents.findFile(transaction, callId, blob?.name ?? '')) !== null;
      }),
  });
  if (!row) throw new Error('The addition to a call is missing');
  const state = isNew ? await findCall(db, callId) : null;
  if (state) coordinator.notify([{ contactIds: otherReaders(state, principal), event: addition.event(row) }]);
  return row;
}

export async function sendMessage(
  deps: CallDeps,
  principal: Principal,
  { id: callId, ...input }: CallArguments<typeof sendCallMessage>,
): Promise<CallMessage> {
  const { clock, db, random, settings } = deps.context;
  const { clientId, cryptoSchema } = input;
  const sent = clientId === undefined ? null : { callId, senderId: principal.contactId, clientId };
  const state = requireTargetOf(await findCall(db, callId), principal.contactId);
  // A retry is answered however long ago the call ended: what was accepted stays accepted.
  const first = sent && (await contents.findMessageSent(db, sent));
  if (first) return messageView(first);
  requireMayStillStore(state, principal.contactId, clock.now());
  const people = targetIds(state);
  const { keys, file } = readSealedMessage(input, { people }, settings.maxFileBytes);
  const id = random.id();
  const blob = file && { name: `${id}.bin`, bytes: file.bytes };
  const row = await add(deps, principal, {
    callId,
    blob,
    keys: [
      { kind: 'message', uniqueId: id, recipientKeys: [...keys] },
      { kind: 'file', uniqueId: id, recipientKeys: [...(file?.keys ?? [])] },
    ],
    insert: (transaction) =>
      contents.insertMessage(transaction, {
        id,
        callId,
        senderId: principal.contactId,
        message: input.message,
        cryptoSchema,
        clientId: clientId ?? null,
        fileName: file?.name ?? null,
        fileKey: blob?.name ?? null,
        fileSize: file?.plainBytes ?? null,
        createdAt: clock.now(),
      }),
    find: (transaction) =>
      sent ? contents.findMessageSent(transaction, sent) : contents.findMessage(transaction, callId, id),
    event: (message) => ({ messageType: 'CallMessage', messageContent: { callMessage: messageView(message) } }),
  });
  return messageView(row);
}

export async function listMessages({ db }: Context, principal: Principal, callId: string): Promise<CallMessage[]> {
  requireWasInside(await findCall(db, callId), principal.contactId);
  const added = await findAddedKeys(db, { callId, kind: 'message' }, principal.contactId);
  return (await contents.findMessages(db, callId)).map((row) => {
    const key = added.get(row.id);
    return messageView(key ? { ...row, message: addKeys(row.message, [key]) } : row);
  });
}

export async function addPic(
  deps: CallDeps,
  principal: Principal,
  { id: callId, picBase64, cryptoSchema, clientId }: CallArguments<typeof addCallPic>,
): Promise<CallPic> {
  const { clock, db, random, settings } = deps.context;
  // Of any sender: two participants may answer one request for a snapshot, and it is stored once.
  const sent = clientId === undefined ? null : { callId, clientId };
  const state = requireTargetOf(await findCall(db, callId), principal.contactId);
  const first = sent && (await contents.findPicSent(db, sent));
  if (first) return picView(first);
  requireMayStillStore(state, principal.contactId, clock.now());
  const { bytes, keys } = readSealedFile(
    { field: 'picbase64', value: picBase64, scheme: cryptoSchema, people: targetIds(state) },
    settings.maxFileBytes,
  );
  const ending = cryptoSchema === 0 ? pictureEnding(bytes) : 'bin';
  if (!ending) throw new ApiError('unsupportedType');
  const id = random.id();
  const fileName = `${id}.${ending}`;
  const row = await add(deps, principal, {
    callId,
    blob: { name: fileName, bytes },
    keys: [{ kind: 'pic', uniqueId: id, recipientKeys: [...keys] }],
    insert: async (transaction) => {
      const isNew = await contents.insertPic(transaction, {
        id,
        callId,
        contactId: principal.contactId,
        fileName,
        cryptoSchema,
        clientId: clientId ?? null,
        createdAt: clock.now(),
      });
      // Checked after the insert: a concurrent deletion of the same snapshot is committed by then.
      if (isNew && sent && (await contents.isPicDeleted(transaction, sent))) throw new ApiError('picDeleted');
      return isNew;
    },
    find: (transaction) => (sent ? contents.findPicSent(transaction, sent) : contents.findPic(transaction, callId, id)),
    event: (pic) => ({ messageType: 'CallPic', messageContent: { callPic: picView(pic) } }),
  });
  return picView(row);
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
  await blobs.delete(blobKey(callId, pic.fileName));
  coordinator.notify([
    {
      contactIds: otherReaders(state, principal),
      event: { messageType: 'CallPicDeleted', messageContent: { callUniqueId: callId, picUniqueId: picId } },
    },
  ]);
}

/** Reads a snapshot or an attachment as it is stored, with the reader's own key if one was added later. */
export async function readCallFile(
  { blobs, db }: Context,
  principal: Principal,
  callId: string,
  storedName: string,
): Promise<StoredFile> {
  requireWasInside(await findCall(db, callId), principal.contactId);
  const file = await contents.findFile(db, callId, storedName);
  const bytes = file && (await blobs.read(blobKey(callId, storedName)));
  if (!bytes) throw new ApiError('notFound');
  const item = { callId, kind: file.kind, itemId: file.id };
  const key = (await findAddedKeys(db, item, principal.contactId)).get(file.id);
  const base64 = (key ? Buffer.from(addKeys(bytes.toString('utf8'), [key])) : bytes).toString('base64');
  return { fileName: file.name, base64, cryptoSchema: file.cryptoSchema };
}
