/** Recordings of calls. The server stores their pieces sealed, as they came, while the call is recorded. */
import type { addRecordingPiece, CallArguments, CallRecording, getRecordingPiece, StoredFile } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { readSealedFile } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import { withBlobs } from '../../../adapters/blobs/with-blobs';
import { blobKey } from '../messages';
import { requireMayDelete, requireMayRecord, requireMayStillStore, requireTargetOf, requireWasInside } from './policy';
import * as store from './recordings-store';
import { findCall } from './store';
import { targetIds } from './transitions';

const keyOf = (callId: string, fileName: string) => blobKey({ kind: 'call', id: callId }, fileName);

/** Stores a piece once, however often it is sent. */
export async function addPiece(
  { blobs, clock, db, random, settings }: Context,
  principal: Principal,
  input: CallArguments<typeof addRecordingPiece>,
): Promise<void> {
  const { id: callId, recordingId, number, pieceBase64, cryptoSchema, milliseconds } = input;
  const state = requireTargetOf(await findCall(db, callId), principal.contactId);
  requireMayRecord(principal);
  requireMayStillStore(state, principal.contactId, clock.now());
  const { bytes } = readSealedFile(
    { field: 'piecebase64', value: pieceBase64, scheme: cryptoSchema, people: targetIds(state) },
    settings.maxFileBytes,
  );
  const { contactId } = principal;
  const recording = { id: recordingId, callId, contactId, createdAt: clock.now(), deletedAt: null };
  const piece = { recordingId, number, fileName: `${random.id()}.bin`, cryptoSchema, untilMs: milliseconds };
  await withBlobs(blobs, [{ key: keyOf(callId, piece.fileName), bytes }], {
    write: async (commit) => {
      if (await db.transaction((transaction) => insertOnce(transaction, recording, piece))) commit();
    },
    isReferenced: () =>
      db.transaction(async (transaction) => {
        await store.lockRecording(transaction, callId, recordingId);
        const stored = await store.findPiece(transaction, { callId, recordingId, number });
        return stored?.fileName === piece.fileName;
      }),
  });
}

/**
 * @returns whether the piece is new
 * @throws ApiError `notFound` if the recording is another call's or another contact's; `recordingDeleted`
 */
async function insertOnce(db: Queries, recording: store.RecordingRow, piece: store.PieceRow): Promise<boolean> {
  const { callId, contactId, deletedAt } = await store.openRecording(db, recording);
  if (callId !== recording.callId || contactId !== recording.contactId) throw new ApiError('notFound');
  if (deletedAt) throw new ApiError('recordingDeleted');
  return store.insertPiece(db, piece);
}

export async function listRecordings({ db }: Context, principal: Principal, callId: string): Promise<CallRecording[]> {
  requireWasInside(await findCall(db, callId), principal.contactId);
  return (await store.findRecordings(db, callId)).map((row) => ({
    uniqueId: row.id,
    callUniqueId: row.callId,
    contactUniqueId: row.contactId,
    date: row.createdAt.toISOString(),
    cryptoSchema: row.cryptoSchema,
    milliseconds: row.milliseconds,
    pieces: [...row.pieces],
  }));
}

export async function readPiece(
  { blobs, db }: Context,
  principal: Principal,
  { id: callId, recordingId, number }: CallArguments<typeof getRecordingPiece>,
): Promise<StoredFile> {
  requireWasInside(await findCall(db, callId), principal.contactId);
  const piece = await store.findPiece(db, { callId, recordingId, number });
  const bytes = piece && (await blobs.read(keyOf(callId, piece.fileName)));
  if (!bytes) throw new ApiError('notFound');
  return { fileName: `${number}.mp4`, base64: bytes.toString('base64'), cryptoSchema: piece.cryptoSchema };
}

/** Its id stays, so that no piece that comes later begins it anew. */
export async function deleteRecording(
  { blobs, clock, db }: Context,
  principal: Principal,
  callId: string,
  recordingId: string,
): Promise<void> {
  requireWasInside(await findCall(db, callId), principal.contactId);
  const files = await db.transaction(async (transaction) => {
    const recording = await store.lockRecording(transaction, callId, recordingId);
    if (!recording) throw new ApiError('notFound');
    requireMayDelete(recording, principal);
    return store.deleteRecording(transaction, recording, clock.now());
  });
  for (const fileName of files) await blobs.delete(keyOf(callId, fileName));
}
