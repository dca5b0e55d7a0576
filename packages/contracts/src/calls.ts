import * as z from 'zod/mini';
import { defineCall } from './call';
import { PAGE_SIZE, PAGE_SIZE_MAX, SEALED_KEYS_MAX, SEALED_TEXT_MAX, TARGETS_MAX } from './constants';
import { edition, entryCount, picDrawing, SEALED_DRAWING_MAX } from './drawing';
import {
  call,
  callDetails,
  callHistoryItem,
  callMessage,
  callNotes,
  callPic,
  callTarget,
  cryptoSchema,
  date,
  fileText,
  id,
  leaveReason,
  ownKey,
  participant,
  sealedKeys,
  storedFile,
} from './entities';
import { pageSize } from './paging';
import { callMessageBody, clientId, small } from './sealed';
import { entity, fields } from './wire';

const sealedText = z.string().check(z.minLength(1), z.maxLength(SEALED_TEXT_MAX));

const calls = { tag: 'Calls', path: '/services/calls' } as const;
const oneCall = { tag: 'Calls', path: '/services/calls/{id}' } as const;
const participants = { tag: 'Calls', path: '/services/calls/{id}/participants' } as const;
const keys = { tag: 'Calls', path: '/services/calls/{id}/keys' } as const;
const messages = { tag: 'Calls', path: '/services/calls/{id}/messages' } as const;
const pics = { tag: 'Calls', path: '/services/calls/{id}/pics' } as const;

export const createCall = defineCall({
  ...calls,
  name: 'createCall',
  summary: 'Starts a call; those who can be reached ring',
  method: 'POST',
  guests: true,
  body: () =>
    fields(
      {
        /** Chosen by the caller, who seals the subject for this call; left out: the server chooses. One that is taken is refused. */
        uniqueId: z.optional(id),
        subject: sealedText,
        targetContacts: z.array(id).check(z.maxLength(TARGETS_MAX)),
        productCode: z.optional(z.string().check(z.maxLength(64))),
        cryptoSchema,
        instant: z._default(z.boolean(), true),
        /**
         * «Call for help»: whoever answers first has it, however many a call may hold. The server picks whom it calls, as
         * `whomToRing` does, and takes no notice of `targetContacts`; the subject may be sealed for all of `listHelpers`.
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
  summary: 'The history of one’s calls, newest first',
  method: 'GET',
  query: () =>
    fields({
      page: z._default(z.int().check(z.minimum(1)), 1),
      pageSize: pageSize(PAGE_SIZE, PAGE_SIZE_MAX),
    }),
  data: () => fields({ items: z.array(callHistoryItem), total: z.int() }),
  errors: ['historyInProgress'],
});

export const getCall = defineCall({
  ...oneCall,
  name: 'getCall',
  summary: 'One of one’s calls, with the notes on it',
  method: 'GET',
  data: () => callDetails,
  errors: ['notFound'],
});

export const writeCallNotes = defineCall({
  ...oneCall,
  name: 'writeCallNotes',
  summary: 'A controller’s notes on a call, in place of those that they were written over',
  method: 'PUT',
  body: () =>
    fields(
      {
        notes: z.string().check(z.maxLength(SEALED_TEXT_MAX)),
        cryptoSchema,
        /** The date of the notes that were read before these were written; left out: there were none. */
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
  summary: 'The open calls that one is a target of',
  method: 'GET',
  guests: true,
  flag: 'online',
  data: () => z.array(call),
});

export const deleteLockedCalls = defineCall({
  ...calls,
  name: 'deleteLockedCalls',
  summary: 'Ends this device’s part in calls that it left open without a living page',
  method: 'DELETE',
  guests: true,
  data: () => z.null(),
});

export const joinCall = defineCall({
  ...participants,
  name: 'joinCall',
  summary: 'Takes part in a call, or comes back into it',
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
    'A page of this device that is in the call is closed, or reloaded: where no other comes into the room within 10 seconds, the device has left the call',
  method: 'POST',
  guests: true,
  outlivesPage: true,
  data: () => z.null(),
  errors: ['notFound', 'notAllowed', 'callClosed'],
});

export const leaveCall = defineCall({
  ...participants,
  name: 'leaveCall',
  summary: 'Leaves a call; one that ends thereby keeps the reason',
  method: 'DELETE',
  guests: true,
  /** Absent: one wanted to. */
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
  summary: 'Calls more people into a call that one is in; answers with its people',
  method: 'POST',
  path: '/services/calls/{id}/targets',
  body: () =>
    fields({
      targetContacts: z.array(id).check(z.maxLength(TARGETS_MAX)),
      /** The call's own subject with keys for those who come in addition: the same message, more RecipientKeys. */
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
  summary: 'One’s own keys to everything that was sealed in a call',
  method: 'GET',
  guests: true,
  data: () => z.array(ownKey),
  errors: ['notFound', 'notAllowed'],
});

export const addCallKeys = defineCall({
  ...keys,
  name: 'addCallKeys',
  summary: 'Gives people of a call the keys to what was sealed before they came. A key that is there stays as it is.',
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
  summary: 'Writes to the people of a call. The same clientId again answers the first message.',
  method: 'POST',
  guests: true,
  size: 'file',
  body: () => callMessageBody,
  data: () => callMessage,
  errors: ['notFound', 'notAllowed', 'callClosed', 'envelopeInvalid', 'recipientUnknown', 'tooLarge', 'otherKind'],
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
    'Keeps a snapshot. The same clientId again, from whomever of the call, answers the first, unless it was deleted.',
  method: 'POST',
  guests: true,
  size: 'file',
  body: () => fields({ picBase64: fileText, cryptoSchema, clientId }, { ...small, picBase64: 'picbase64' }),
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

export const listPicDrawings = defineCall({
  name: 'listPicDrawings',
  tag: 'Calls',
  summary: 'What the people of a call have drawn on a snapshot, one log for each author',
  method: 'GET',
  path: '/services/calls/{id}/pics/{picId}/drawings',
  guests: true,
  data: () => z.array(picDrawing),
  errors: ['notFound', 'notAllowed'],
});

export const saveDrawing = defineCall({
  name: 'saveDrawing',
  tag: 'Calls',
  summary: 'Keeps one’s own log of strokes on a snapshot, in place of an older one; a newer one stays',
  method: 'PUT',
  path: '/services/calls/{id}/pics/{picId}/drawing',
  guests: true,
  size: 'file',
  body: () =>
    fields(
      {
        drawing: z.string().check(z.minLength(1), z.maxLength(SEALED_DRAWING_MAX)),
        cryptoSchema,
        edition,
        entries: entryCount,
      },
      small,
    ),
  data: () => z.null(),
  errors: ['notFound', 'notAllowed', 'callClosed', 'envelopeInvalid', 'recipientUnknown'],
});

export const getCallFile = defineCall({
  name: 'getCallFile',
  tag: 'Files',
  summary: 'A file of a call, as it is stored: sealed for those in the call',
  method: 'GET',
  path: '/storage/calls/{callId}/{imageFileName}',
  guests: true,
  size: 'file',
  data: () => storedFile,
  errors: ['notFound', 'notAllowed'],
});
