import * as z from 'zod/mini';
import { defineCall } from './call';
import { PAGE_SIZE, PAGE_SIZE_MAX, SEALED_KEYS_MAX, SEALED_TEXT_MAX, TARGETS_MAX } from './constants';
import {
  call,
  callDetails,
  callHistoryItem,
  callNotes,
  callPic,
  callTarget,
  cryptoSchema,
  date,
  fileText,
  id,
  leaveReason,
  openCall,
  ownKey,
  participant,
  sealedKeys,
  storedFile,
} from './entities';
import { callMessage, messageBody, position, readBody } from './messages';
import { pageSize } from './paging';
import { clientId, small } from './sealed';
import { entity, fields } from './wire';

const sealedText = z.string().check(z.minLength(1), z.maxLength(SEALED_TEXT_MAX));

/** `leftPosition`: of a guest who left, the last message before; null for all who can read further ones. */
const callMessageProgress = entity({
  contactUniqueId: id,
  leftPosition: z.nullable(position),
  deliveredPosition: position,
  readPosition: position,
});
export type CallMessageProgress = z.infer<typeof callMessageProgress>;

const calls = { tag: 'Calls', path: '/services/calls' } as const;
const oneCall = { tag: 'Calls', path: '/services/calls/{id}' } as const;
const participants = { tag: 'Calls', path: '/services/calls/{id}/participants' } as const;
const keys = { tag: 'Calls', path: '/services/calls/{id}/keys' } as const;
const pics = { tag: 'Calls', path: '/services/calls/{id}/pics' } as const;
const messages = { tag: 'Calls', path: '/services/calls/{id}/messages' } as const;

export const createCall = defineCall({
  ...calls,
  name: 'createCall',
  summary: 'Starts a call; the targets that can be reached ring',
  method: 'POST',
  guests: true,
  body: () =>
    fields(
      {
        /**
         * Chosen by the caller, so that the subject can be sealed for this call. If absent, the server chooses. An id in use is
         * refused.
         */
        uniqueId: z.optional(id),
        subject: sealedText,
        targetContacts: z.array(id).check(z.maxLength(TARGETS_MAX)),
        productCode: z.optional(z.string().check(z.maxLength(64))),
        cryptoSchema,
        instant: z._default(z.boolean(), true),
        /**
         * «Call for help»: the first target to answer gets the call, whatever maxUsersInCall is. The server picks the targets
         * with `whomToRing` and ignores `targetContacts`; the subject may be sealed for all of `listHelpers`.
         */
        forHelp: z._default(z.boolean(), false),
      },
      small,
    ),
  data: () => entity({ call, participant }),
  errors: [
    'noTargets',
    'callsOff',
    'roleMayNotCall',
    'serviceUsedUp',
    'notFound',
    'noTargetReachable',
    'targetsBusy',
    'callFull',
    'callClosed',
    'envelopeInvalid',
    'recipientUnknown',
  ],
});

export const listCalls = defineCall({
  ...calls,
  name: 'listCalls',
  summary: 'The user’s call history, newest first',
  method: 'GET',
  query: () =>
    fields({
      page: z._default(z.int().check(z.minimum(1)), 1),
      pageSize: pageSize(PAGE_SIZE, PAGE_SIZE_MAX),
      /** Only calls that began at this time or later. */
      from: z.optional(date),
      /** Only calls that began before this time. */
      to: z.optional(date),
      /** Only calls with this contact: who called, or was called. */
      contactUniqueId: z.optional(id),
    }),
  data: () => fields({ items: z.array(callHistoryItem), total: z.int() }),
  errors: ['historyInProgress'],
});

export const getCall = defineCall({
  ...oneCall,
  name: 'getCall',
  summary: 'A call of the user, with its notes',
  method: 'GET',
  data: () => callDetails,
  errors: ['notFound'],
});

export const writeCallNotes = defineCall({
  ...oneCall,
  name: 'writeCallNotes',
  summary: 'Replaces a controller’s notes on a call, unless they were changed since they were read',
  method: 'PUT',
  body: () =>
    fields(
      {
        notes: z.string().check(z.maxLength(SEALED_TEXT_MAX)),
        cryptoSchema,
        /** Date of the notes that these are based on. Absent: there were none. */
        basedOn: z.optional(date),
      },
      small,
    ),
  data: () => callNotes,
  errors: ['notFound', 'notAllowed', 'envelopeInvalid', 'recipientUnknown', 'notesChanged'],
});

export const listOnlineCalls = defineCall({
  ...calls,
  name: 'listOnlineCalls',
  summary: 'The open calls of which the user is a target',
  method: 'GET',
  guests: true,
  flag: 'online',
  data: () => z.array(openCall),
});

export const deleteLockedCalls = defineCall({
  ...calls,
  name: 'deleteLockedCalls',
  summary: 'Leaves the calls in which this device still is, but no page of it',
  method: 'DELETE',
  guests: true,
  data: () => z.null(),
});

export const joinCall = defineCall({
  ...participants,
  name: 'joinCall',
  summary: 'Joins or rejoins a call',
  method: 'POST',
  guests: true,
  data: () => participant,
  errors: ['callsOff', 'notFound', 'callFull', 'callTaken', 'callClosed'],
});

export const closePage = defineCall({
  ...calls,
  path: '/services/calls/{id}/closed-pages',
  name: 'closePage',
  summary:
    'Reports that a page of this device that is in the call was closed or reloaded. Unless another one joins within 10 seconds, the device has left the call',
  method: 'POST',
  guests: true,
  outlivesPage: true,
  // It changes nothing while a page of the device is connected to the call, and its answer tells nothing.
  unsigned: true,
  data: () => z.null(),
  errors: ['notFound', 'notAllowed', 'callClosed'],
});

export const leaveCall = defineCall({
  ...participants,
  name: 'leaveCall',
  summary: 'Leaves a call; if that ends it, the reason is stored',
  method: 'DELETE',
  guests: true,
  /** Absent: the user hung up. */
  query: () => fields({ reason: z.optional(leaveReason) }),
  data: () => z.null(),
  errors: ['notFound'],
});

export const listParticipants = defineCall({
  ...participants,
  name: 'listParticipants',
  summary: 'The people of a call',
  method: 'GET',
  guests: true,
  data: () => z.array(callTarget),
  errors: ['notFound'],
});

export const declineCall = defineCall({
  name: 'declineCall',
  tag: 'Calls',
  summary: 'Declines a call',
  method: 'DELETE',
  path: '/services/calls/{id}/invitations',
  data: () => z.null(),
  errors: ['notFound'],
});

export const addTargets = defineCall({
  name: 'addTargets',
  tag: 'Calls',
  summary: 'Adds people to an open call of the user; answers with all its people',
  method: 'POST',
  path: '/services/calls/{id}/targets',
  body: () =>
    fields({
      targetContacts: z.array(id).check(z.maxLength(TARGETS_MAX)),
      /** The call's subject with keys for the new targets: the same message, more RecipientKeys. */
      subject: z.optional(sealedText),
    }),
  data: () => z.array(callTarget),
  errors: [
    'noTargets',
    'callsOff',
    'roleMayNotCall',
    'serviceUsedUp',
    'notFound',
    'notAllowed',
    'callFull',
    'callClosed',
    'noTargetReachable',
    'targetsBusy',
    'envelopeInvalid',
    'recipientUnknown',
  ],
});

export const listCallKeys = defineCall({
  ...keys,
  name: 'listCallKeys',
  summary: 'The user’s keys to everything sealed in a call',
  method: 'GET',
  guests: true,
  data: () => z.array(ownKey),
  errors: ['notFound', 'notAllowed'],
});

export const addCallKeys = defineCall({
  ...keys,
  name: 'addCallKeys',
  summary: 'Adds keys to earlier messages for people who joined later. Existing keys are kept.',
  method: 'POST',
  guests: true,
  body: () => fields({ keys: z.array(sealedKeys).check(z.minLength(1), z.maxLength(SEALED_KEYS_MAX)) }),
  data: () => z.null(),
  errors: ['notFound', 'notAllowed', 'callClosed', 'recipientUnknown'],
});

export const listCallMessages = defineCall({
  ...messages,
  name: 'listCallMessages',
  summary: 'The messages of a call, oldest first',
  method: 'GET',
  guests: true,
  data: () => z.array(callMessage),
  errors: ['notFound', 'notAllowed'],
});

export const sendCallMessage = defineCall({
  ...messages,
  name: 'sendCallMessage',
  summary:
    'Sends a message to the people of a call. Sent again with the same clientId, it answers with the first message.',
  method: 'POST',
  guests: true,
  size: 'file',
  body: () => messageBody,
  data: () => callMessage,
  errors: [
    'notFound',
    'notAllowed',
    'callClosed',
    'envelopeInvalid',
    'recipientUnknown',
    'tooLarge',
    'otherKind',
    'notAnImage',
  ],
});

export const readCallMessages = defineCall({
  ...messages,
  name: 'readCallMessages',
  summary: 'Marks all messages of a call, or those up to a position, as read',
  method: 'PUT',
  guests: true,
  body: () => readBody,
  data: () => z.null(),
  errors: ['notFound', 'notAllowed'],
});

export const listCallMessageProgress = defineCall({
  ...messages,
  path: '/services/calls/{id}/messages/progress',
  name: 'listCallMessageProgress',
  summary: 'Up to which message each person who is or was in a call has received and read',
  method: 'GET',
  guests: true,
  data: () => z.array(callMessageProgress),
  errors: ['notFound', 'notAllowed'],
});

export const listCallPics = defineCall({
  ...pics,
  name: 'listCallPics',
  summary: 'The snapshots of a call, oldest first',
  method: 'GET',
  guests: true,
  data: () => z.array(callPic),
  errors: ['notFound', 'notAllowed'],
});

export const addCallPic = defineCall({
  ...pics,
  name: 'addCallPic',
  summary:
    'Stores a snapshot. Sent again with the same clientId, by any participant, it answers with the first one, unless that was deleted.',
  method: 'POST',
  guests: true,
  size: 'file',
  body: () =>
    fields(
      {
        picBase64: fileText,
        cryptoSchema,
        clientId,
        /** The controller who asked the user's device for it. Absent: the user took it. */
        takenByUniqueId: z.optional(id),
      },
      { ...small, picBase64: 'picbase64' },
    ),
  data: () => callPic,
  errors: [
    'notFound',
    'notAllowed',
    'callClosed',
    'picDeleted',
    'envelopeInvalid',
    'recipientUnknown',
    'tooLarge',
    'unsupportedType',
  ],
});

export const deleteCallPic = defineCall({
  name: 'deleteCallPic',
  tag: 'Calls',
  summary: 'Deletes a snapshot',
  method: 'DELETE',
  path: '/services/calls/{id}/pics/{picId}',
  guests: true,
  data: () => z.null(),
  errors: ['notFound', 'notAllowed'],
});

export const getCallFile = defineCall({
  name: 'getCallFile',
  tag: 'Files',
  summary: 'A file of a call as stored: sealed for its people',
  method: 'GET',
  path: '/storage/calls/{callId}/{imageFileName}',
  guests: true,
  size: 'file',
  data: () => storedFile,
  errors: ['notFound', 'notAllowed'],
});
