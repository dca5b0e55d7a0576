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
import { scopeOf } from '../../../shared/query-client';
import { recordingsKey } from '../../calls/model/recordings-key';

export const recordingsQuery = (callId: string) =>
  queryOptions({
    queryKey: recordingsKey(callId),
    queryFn: async () =>
      (await sendCall(listCallRecordings, { id: callId })).map((recording) => ({
        ...recording,
        // Whatever the server lists: in their order, and each once.
        pieces: [...new Set(recording.pieces)].toSorted((one, other) => one - other),
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
  return cipher.openFile(scheme, base64, origin);
}

/** Null: not sealed for the reader. Of a call that the reader has left, what came before. */
async function openRecording(
  scope: SessionScope,
  recording: CallRecording,
  onProgress: (gone: number) => void,
): Promise<OpenedFile> {
  const pieces: Blob[] = [];
  const asked = [...recording.pieces];
  for (const number of asked) {
    onProgress(pieces.length / asked.length);
    const piece = await openPiece(scope, recording, number);
    if (piece !== null && !isGenuine(piece)) return piece;
    if (piece === null) break;
    pieces.push(piece);
  }
  if (pieces.length === 0) return null;
  const { seekable } = await import('./seekable');
  return seekable(new Blob(pieces));
}

export const recordingFileQuery = (recording: CallRecording, onProgress: (gone: number) => void) =>
  queryOptions({
    queryKey: ['recording', recording.callUniqueId, recording.uniqueId, recording.pieces.length],
    queryFn: (context) => openRecording(scopeOf(context), recording, onProgress),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
