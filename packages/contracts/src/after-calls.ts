/** What people add to a call that is over. Not in `calls.ts`, which every page of the web app loads. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { SEALED_LABELS_MAX } from './constants';
import { auth } from './auth';
import { callLabels, cryptoSchema, date, person } from './entities';
import { small } from './sealed';
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
