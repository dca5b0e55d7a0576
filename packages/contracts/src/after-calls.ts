/** Recordings of calls, and what people add to a call that is over. Not in `calls.ts`, which every page of the web app loads. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { RECORDING_MS_MAX, RECORDING_PIECES_MAX, SEALED_LABELS_MAX } from './constants';
import { auth } from './auth';
import { callLabels, cryptoSchema, date, fileText, id, person, storedFile } from './entities';
import { small } from './sealed';
import type { SealedPlace } from './sealing';
import { entity, fields } from './wire';

const oneCall = { tag: 'Calls' } as const;

export const writeCallLabels = defineCall({
  ...oneCall,
  path: '/services/calls/{id}/labels',
  name: 'writeCallLabels',
  summary:
    'Replaces the customer’s reference and the tags of a call that is over, by a controller, unless they were changed since they were read',
  method: 'PUT',
  body: () =>
    fields(
      {
        labels: z.string().check(z.minLength(1), z.maxLength(SEALED_LABELS_MAX)),
        cryptoSchema,
        /** Date of the labels that these are based on. Absent: there were none. */
        basedOn: z.optional(date),
      },
      small,
    ),
  data: () => callLabels,
  errors: ['notFound', 'notAllowed', 'envelopeInvalid', 'recipientUnknown', 'conflict'],
});

/** From 1 to 5. */
const stars = z.int().check(z.minimum(1), z.maximum(5));

/**
 * What a field user or a guest thought of a call, after it. The comment is sealed for the call's controllers under `cryptoSchema`; null:
 * there is none.
 */
const callRating = entity({
  author: person,
  stars,
  comment: z.nullable(z.string()),
  cryptoSchema,
  date,
});
export type CallRating = z.infer<typeof callRating>;

const ratings = { tag: 'Calls', path: '/services/calls/{id}/ratings' } as const;

export const listCallRatings = defineCall({
  ...ratings,
  name: 'listCallRatings',
  summary: 'The ratings of a call, oldest first: all of them for its controllers, their own for others',
  method: 'GET',
  data: () => z.array(callRating),
  errors: ['notFound'],
});

export const rateCall = defineCall({
  ...ratings,
  name: 'rateCall',
  summary: 'Rates a call that a field user has left; replaces their earlier rating',
  method: 'POST',
  body: () =>
    fields(
      { stars, comment: z.optional(z.string().check(z.minLength(1), z.maxLength(SEALED_LABELS_MAX))), cryptoSchema },
      small,
    ),
  data: () => z.null(),
  errors: ['notFound', 'notAllowed', 'envelopeInvalid', 'recipientUnknown'],
});

export const rateAsGuest = defineCall({
  ...auth,
  name: 'rateAsGuest',
  flag: 'guestRating',
  callsAMinute: 60,
  summary: 'Rates the call that a guest’s link was for, after the call; replaces their earlier rating',
  body: () =>
    fields({
      code: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      /** Of the device that used the link. */
      ratingToken: z.string().check(z.minLength(1), z.maxLength(64)),
      stars,
    }),
  data: () => z.null(),
  errors: ['tooManyTries', 'invalidCode', 'notAllowed'],
});

const recordings = { tag: 'Calls', path: '/services/calls/{id}/recordings' } as const;
const oneRecording = { tag: 'Calls', path: '/services/calls/{id}/recordings/{recordingId}' } as const;
const pieces = { tag: 'Calls', path: '/services/calls/{id}/recordings/{recordingId}/pieces' } as const;

const pieceNumber = z.int().check(z.minimum(0), z.maximum(RECORDING_PIECES_MAX - 1));

/** `milliseconds`: how long the recording is with this piece; at least when its last picture ends. */
const recordingPiece = entity({ number: z.int(), milliseconds: z.int() });

/** The pieces in order, one after another, are one MP4 file. A number that is missing was not stored. */
export const callRecording = entity({
  uniqueId: id,
  callUniqueId: id,
  /** Who recorded. */
  contactUniqueId: id,
  /** When its first piece was stored. */
  date,
  /** The lowest of its pieces. */
  cryptoSchema,
  milliseconds: z.int(),
  pieces: z.array(recordingPiece),
});
export type CallRecording = z.infer<typeof callRecording>;

/** The number belongs to the place, so that no piece can be moved within a recording. */
export const piecePlace = (within: string, recordingId: string, number: number): SealedPlace => ({
  kind: 'recording',
  within,
  id: `${recordingId} ${number}`,
});

export const listCallRecordings = defineCall({
  ...recordings,
  name: 'listCallRecordings',
  summary: 'The recordings of a call, oldest first',
  method: 'GET',
  data: () => z.array(callRecording),
  errors: ['notFound', 'notAllowed'],
});

export const addRecordingPiece = defineCall({
  ...pieces,
  name: 'addRecordingPiece',
  summary: 'Stores a piece of a recording; the first one begins it. The same piece again changes nothing.',
  method: 'POST',
  size: 'file',
  body: () =>
    fields(
      {
        number: pieceNumber,
        pieceBase64: fileText,
        cryptoSchema,
        /** How long the recording is with this piece. */
        milliseconds: z.int().check(z.minimum(0), z.maximum(RECORDING_MS_MAX)),
      },
      { ...small, pieceBase64: 'piecebase64' },
    ),
  data: () => z.null(),
  errors: [
    'notFound',
    'notAllowed',
    'callClosed',
    'recordingDeleted',
    'envelopeInvalid',
    'recipientUnknown',
    'tooLarge',
  ],
});

export const getRecordingPiece = defineCall({
  ...pieces,
  name: 'getRecordingPiece',
  summary: 'A piece of a recording as stored: sealed for the people who were in the call',
  method: 'GET',
  size: 'file',
  query: () => fields({ number: pieceNumber }),
  data: () => storedFile,
  errors: ['notFound', 'notAllowed'],
});

export const deleteCallRecording = defineCall({
  ...oneRecording,
  name: 'deleteCallRecording',
  summary: 'Deletes a recording',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notFound', 'notAllowed'],
});
