/** What people write and photograph in a call. The server keeps it as it came, sealed, and passes it on. */
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
import type { Desk } from './service';
import { findCall } from './store';
import { messageView, picView } from './views';

interface Blob {
  /** Of the file, within the call's folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Something that is added to a call once, however often it is sent. */
interface Addition<Row> {
  readonly callId: string;
  readonly blob: Blob | null;
  /** Those in the envelopes of what is added. */
  readonly keys: readonly SealedKeys[];
  /** @returns whether it is new @throws ApiError where it is not wanted any more */
  insert(db: Queries): Promise<boolean>;
  /** What was inserted: now, or the first time. */
  find(db: Queries): Promise<Row | null>;
  readonly event: (row: Row) => PushEvent;
}

const blobKey = (callId: string, name: string) => `calls/${callId}/${name}`;

/** Everybody else who may read what is in a call. Who has left it may have its page open. */
const otherReaders = ({ targets }: CallState, { contactId }: Principal) =>
  targets.filter((target) => target.joinedAt && target.contactId !== contactId).map((target) => target.contactId);

/** Adds to a call that its sender is or was in, and tells the others who are there when it is in. */
async function add<Row>({ context, coordinator }: Desk, principal: Principal, addition: Addition<Row>): Promise<Row> {
  const { blobs, db } = context;
  const { blob, callId } = addition;
  const files = blob ? [{ key: blobKey(callId, blob.name), bytes: blob.bytes }] : [];
  const { row, isNew } = await withBlobs(blobs, files, {
    write: async (keep) => {
      const added = await db.transaction(async (transaction) => {
        const inserted = await addition.insert(transaction);
        if (inserted) await insertKeys(transaction, callId, addition.keys, false);
        return { row: await addition.find(transaction), isNew: inserted };
      });
      if (added.isNew) keep();
      return added;
    },
    isNamed: () =>
      db.transaction(async (transaction) => {
        await findCall(transaction, callId, 'update');
        return (await contents.findFile(transaction, callId, blob?.name ?? '')) !== null;
      }),
  });
  if (!row) throw new Error('What was added to a call is not there');
  const state = isNew ? await findCall(db, callId) : null;
  if (state) coordinator.tell([{ contactIds: otherReaders(state, principal), event: addition.event(row) }]);
  return row;
}

export async function sendMessage(
  desk: Desk,
  principal: Principal,
  { id: callId, ...input }: CallArguments<typeof sendCallMessage>,
): Promise<CallMessage> {
  const { clock, db, random, settings } = desk.context;
  const { clientId, cryptoSchema } = input;
  const sent = clientId === undefined ? null : { callId, senderId: principal.contactId, clientId };
  const state = requireTargetOf(await findCall(db, callId), principal.contactId);
  // A retry is answered however long the call has been over: what was accepted stays accepted.
  const first = sent && (await contents.findMessageSent(db, sent));
  if (first) return messageView(first);
  requireMayStillStore(state, principal.contactId, clock.now());
  const people = targetIds(state);
  const { keys, file } = readSealedMessage(input, { people }, settings.maxFileBytes);
  const id = random.id();
  const blob = file && { name: `${id}.bin`, bytes: file.bytes };
  const row = await add(desk, principal, {
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
  desk: Desk,
  principal: Principal,
  { id: callId, picBase64, cryptoSchema, clientId }: CallArguments<typeof addCallPic>,
): Promise<CallPic> {
  const { clock, db, random, settings } = desk.context;
  // Whoever sends it: a snapshot that was asked for may be taken by two, and is kept once.
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
  const row = await add(desk, principal, {
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
      // Asked when it is in: whoever deletes the same one just now has done so before.
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

/** Also after the call: what was photographed may have to go. */
export async function deletePic(
  { context, coordinator }: Desk,
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
  coordinator.tell([
    {
      contactIds: otherReaders(state, principal),
      event: { messageType: 'CallPicDeleted', messageContent: { callUniqueId: callId, picUniqueId: picId } },
    },
  ]);
}

/** A snapshot or an attachment, as it is stored; with the reader's own key where that was given later. */
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
