/** Queries for the recordings of a call: fetched from the server piece by piece, and opened on this device. */
import {
  type CallRecording,
  getRecordingPiece,
  isGenuine,
  listCallRecordings,
  NOT_GENUINE,
  piecePlace,
} from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { sendCall } from '../../../platform';
import type { SessionScope } from '../../../platform/session/session-scope';
import { loadCipher, type OpenedFile, originOf, PICTURE_KEPT_MS } from '../../../shared/call-queries';
import { createQueryClient, scopeOf } from '../../../shared/query-client';
import { recordingsKey } from '../../calls/model/recordings-key';

/** Pieces that are fetched at once for a whole file. */
const FETCHED_TOGETHER = 4;

export const recordingsQuery = (callId: string) =>
  queryOptions({
    queryKey: recordingsKey(callId),
    queryFn: async () =>
      (await sendCall(listCallRecordings, { id: callId })).map((recording) => ({
        ...recording,
        // Whatever the server lists: in their order, and each once.
        pieces: [...new Map(recording.pieces.map((piece) => [piece.number, piece])).values()].toSorted(
          (one, other) => one.number - other.number,
        ),
      })),
    // No push announces recordings.
    staleTime: 0,
  });

async function openPiece(scope: SessionScope, recording: CallRecording, number: number): Promise<OpenedFile> {
  const { callUniqueId: id, uniqueId: recordingId, contactUniqueId: authorId, date } = recording;
  const [{ base64, cryptoSchema: scheme }, cipher] = await Promise.all([
    sendCall(getRecordingPiece, { id, recordingId, number }),
    loadCipher(scope),
  ]);
  // The page says how the whole recording is protected.
  if (scheme < recording.cryptoSchema) return NOT_GENUINE;
  const origin = await originOf(scope, { scheme, authorId, place: piecePlace(id, recordingId, number), date });
  const file = await cipher.openFile(scheme, base64, origin);
  return file && isGenuine(file) ? new Blob([file], { type: 'video/mp4' }) : file;
}

/** A piece; null: not sealed for the reader. The player keeps what it needs. */
export const pieceQuery = (recording: CallRecording, number: number) =>
  queryOptions({
    queryKey: ['recording', recording.callUniqueId, recording.uniqueId, 'piece', number],
    queryFn: (context) => openPiece(scopeOf(context), recording, number),
    gcTime: 0,
  });

/** Null: not sealed for the reader. Of a call that the reader has left, what came before. */
async function openRecording(
  scope: SessionScope,
  recording: CallRecording,
  onProgress: (gone: number) => void,
): Promise<OpenedFile> {
  const client = scope.get(createQueryClient);
  const opened: Blob[] = [];
  for (let index = 0; index < recording.pieces.length; index += FETCHED_TOGETHER) {
    onProgress(index / recording.pieces.length);
    const next = recording.pieces.slice(index, index + FETCHED_TOGETHER);
    const pieces = await Promise.all(next.map(({ number }) => client.query(pieceQuery(recording, number))));
    const notGenuine = pieces.find((piece) => piece !== null && !isGenuine(piece));
    if (notGenuine) return notGenuine;
    const end = pieces.indexOf(null);
    opened.push(...pieces.slice(0, end === -1 ? undefined : end).filter((piece) => piece instanceof Blob));
    if (end !== -1) break;
  }
  if (opened.length === 0) return null;
  const { seekable } = await import('./media-file');
  return seekable(new Blob(opened));
}

export const recordingFileQuery = (recording: CallRecording, onProgress: (gone: number) => void) =>
  queryOptions({
    queryKey: ['recording', recording.callUniqueId, recording.uniqueId, recording.pieces.length],
    queryFn: (context) => openRecording(scopeOf(context), recording, onProgress),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
