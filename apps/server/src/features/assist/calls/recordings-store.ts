/** All SQL of the recordings of calls. */
import type { CallRecording, Scheme } from '@earth/contracts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { callRecordingPieces, callRecordings } from '../../../db/schema';

export type RecordingRow = typeof callRecordings.$inferSelect;
export type PieceRow = typeof callRecordingPieces.$inferSelect;

/** A recording with what its pieces say together. */
export interface StoredRecording extends RecordingRow {
  readonly milliseconds: number;
  readonly cryptoSchema: Scheme;
  readonly pieces: CallRecording['pieces'];
}

/** Returns the recordings that are not deleted, oldest first. */
export async function findRecordings(db: Queries, callId: string): Promise<StoredRecording[]> {
  const { untilMs, cryptoSchema, number, recordingId } = callRecordingPieces;
  const rows = await db
    .select({
      recording: callRecordings,
      milliseconds: sql<number>`max(${untilMs})`.mapWith(Number),
      cryptoSchema: sql<Scheme>`min(${cryptoSchema})`,
      pieces: sql<CallRecording['pieces']>`
        json_agg(json_build_object('number', ${number}, 'milliseconds', ${untilMs}) order by ${number})`,
    })
    .from(callRecordings)
    .innerJoin(callRecordingPieces, eq(recordingId, callRecordings.id))
    .where(and(eq(callRecordings.callId, callId), isNull(callRecordings.deletedAt)))
    .groupBy(callRecordings.id)
    .orderBy(asc(callRecordings.createdAt), asc(callRecordings.id));
  return rows.map(({ recording, ...together }) => ({ ...recording, ...together }));
}

/** Inserts the recording with its first piece, or locks it until the end of the transaction. */
export async function openRecording(db: Queries, recording: RecordingRow): Promise<RecordingRow> {
  await db.insert(callRecordings).values(recording).onConflictDoNothing();
  const [found] = await db.select().from(callRecordings).where(eq(callRecordings.id, recording.id)).for('update');
  return found ?? recording;
}

/** @returns whether the piece is new */
export async function insertPiece(db: Queries, piece: PieceRow): Promise<boolean> {
  const { number } = callRecordingPieces;
  const inserted = await db.insert(callRecordingPieces).values(piece).onConflictDoNothing().returning({ number });
  return inserted.length > 0;
}

/** Finds a piece of a recording of that call that is not deleted. */
export async function findPiece(
  db: Queries,
  { callId, recordingId, number }: { readonly callId: string; readonly recordingId: string; readonly number: number },
): Promise<PieceRow | null> {
  const [found] = await db
    .select({ piece: callRecordingPieces })
    .from(callRecordingPieces)
    .innerJoin(callRecordings, eq(callRecordings.id, callRecordingPieces.recordingId))
    .where(
      and(
        eq(callRecordings.id, recordingId),
        eq(callRecordings.callId, callId),
        eq(callRecordingPieces.number, number),
      ),
    );
  return found?.piece ?? null;
}

/** Locks a recording that is not deleted until the end of the transaction. */
export async function lockRecording(db: Queries, callId: string, id: string): Promise<RecordingRow | null> {
  const [found] = await db
    .select()
    .from(callRecordings)
    .where(and(eq(callRecordings.id, id), eq(callRecordings.callId, callId), isNull(callRecordings.deletedAt)))
    .for('update');
  return found ?? null;
}

/** @returns the names of the files of its pieces */
export async function deleteRecording(db: Queries, { id }: RecordingRow, deletedAt: Date): Promise<string[]> {
  await db.update(callRecordings).set({ deletedAt }).where(eq(callRecordings.id, id));
  const { fileName, recordingId } = callRecordingPieces;
  const deleted = await db.delete(callRecordingPieces).where(eq(recordingId, id)).returning({ fileName });
  return deleted.map((piece) => piece.fileName);
}
