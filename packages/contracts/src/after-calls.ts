/** What people add to a call that is over. Not in `calls.ts`, which every page of the web app loads. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { SEALED_LABELS_MAX } from './constants';
import { callLabels, cryptoSchema, date } from './entities';
import { small } from './sealed';
import { fields } from './wire';

const oneCall = { tag: 'Calls' } as const;

export const writeCallLabels = defineCall({
  ...oneCall,
  path: '/services/calls/{id}/labels',
  name: 'writeCallLabels',
  summary:
    'Replaces the customer’s reference and the tags of a call that is over, by a controller, if nobody changed them since they were read',
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
