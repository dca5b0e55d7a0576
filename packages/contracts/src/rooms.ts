/** Rooms: chats of two people or of a group. See `docs/rooms.md`. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { MESSAGES_PER_PAGE, MESSAGES_PER_PAGE_MAX, ROOM_PEOPLE_MAX, SEALED_TEXT_MAX } from './constants';
import { contact, cryptoSchema, date, id, person, storedFile } from './entities';
import { messageBody, position, readBody, roomMessage } from './messages';
import { pageSize } from './paging';
import { small } from './sealed';
import { entity, fields } from './wire';

/** A room as the user sees it. Messages from before they joined are not visible to them. */
export const room = entity({
  uniqueId: id,
  /** Sealed under `cryptoSchema`; empty if a room of two has none. */
  subject: z.string(),
  cryptoSchema,
  /** Who sealed the subject; absent if there is none. */
  subjectAuthor: z.optional(person),
  isGroup: z.boolean(),
  /** All people of the room, the user included. */
  participants: z.array(person),
  /** When the user joined; they can read messages from then on. */
  joinedDate: date,
  lastMessageText: z.nullable(z.string()),
  lastMessageCryptoSchema: z.nullable(cryptoSchema),
  lastMessageDate: z.nullable(date),
  /** The other fields of the last message. If it was edited, the text and `clientId` are those of the last edit. */
  lastMessage: z.nullable(
    entity({
      uniqueId: id,
      position,
      sender: person,
      clientId: z.optional(z.string()),
      fileName: z.nullable(z.string()),
      delivered: z.boolean(),
      read: z.boolean(),
      /** Its author has deleted it: it has no text. */
      isDeleted: z.optional(z.boolean()),
    }),
  ),
  /** The position of whatever was written last, changes of messages included. Absent: nothing that the user may read. */
  lastPosition: z.optional(position),
  /** Number of unread messages of others. */
  unreadMessages: z.int(),
  /** Of these, the number of those that mention the user. Absent: none. */
  unreadMentions: z.optional(z.int()),
  /** The user has read up to here: the first unread message is the next one of somebody else. */
  readPosition: position,
  mute: z.boolean(),
});
export type Room = z.infer<typeof room>;

/** A person of a room, and how far messages have come to them. */
export const roomParticipant = entity({
  contact,
  joinedDate: date,
  /** The last message before they joined. */
  joinedPosition: position,
  deliveredPosition: position,
  readPosition: position,
});
export type RoomParticipant = z.infer<typeof roomParticipant>;

/**
 * A person joined a group, left a room or changed its subject, after the message at `position`. `by`: who added them. The subject itself
 * is sealed and only in the room.
 */
export const roomChange = entity({
  uniqueId: id,
  kind: z.enum(['joined', 'left', 'renamed']),
  contact: person,
  by: z.nullable(person),
  position,
  date,
});
export type RoomChange = z.infer<typeof roomChange>;

const targetContacts = z.array(id).check(z.maxLength(ROOM_PEOPLE_MAX));
const subject = z.string().check(z.maxLength(SEALED_TEXT_MAX));

const rooms = { tag: 'Rooms', path: '/services/rooms' } as const;
const oneRoom = { tag: 'Rooms', path: '/services/rooms/{id}' } as const;
const participants = { tag: 'Rooms', path: '/services/rooms/{id}/participants' } as const;
const messages = { tag: 'Rooms', path: '/services/rooms/{id}/messages' } as const;

export const listRooms = defineCall({
  ...rooms,
  name: 'listRooms',
  summary: 'The user’s rooms, by their last message, newest first',
  method: 'GET',
  data: () => z.array(room),
});

export const createRoom = defineCall({
  ...rooms,
  name: 'createRoom',
  summary:
    'Creates a room. A second one for the same two people answers the first, and brings back a person who left it.',
  method: 'POST',
  body: () =>
    fields(
      {
        /** Chosen by the creator, so that the subject can be sealed for this room. If absent, the server chooses. */
        uniqueId: z.optional(id),
        /** Required for a group. */
        subject: z._default(subject, ''),
        /** The user is always one of them. */
        targetContacts,
        isGroup: z._default(z.boolean(), false),
        cryptoSchema,
      },
      small,
    ),
  data: () => room,
  errors: ['noParticipants', 'notFound', 'envelopeInvalid', 'recipientUnknown'],
});

export const getRoom = defineCall({
  ...oneRoom,
  name: 'getRoom',
  summary: 'A room of the user',
  method: 'GET',
  data: () => room,
  errors: ['notFound'],
});

export const changeRoom = defineCall({
  ...oneRoom,
  name: 'changeRoom',
  summary: 'Mutes a room for the user; changes a group’s subject, and adds people to it',
  method: 'PUT',
  body: () =>
    fields(
      {
        mute: z.optional(z.boolean()),
        /** Sealed anew, for added people too; together with `cryptoschema`. */
        subject: z.optional(subject.check(z.minLength(1))),
        cryptoSchema: z.optional(cryptoSchema),
        /** People to add; those already in the room stay. */
        targetContacts: z.optional(targetContacts),
      },
      small,
    ),
  data: () => room,
  errors: ['notFound', 'envelopeInvalid', 'recipientUnknown'],
});

export const leaveRoom = defineCall({
  ...oneRoom,
  name: 'leaveRoom',
  summary: 'Leaves a room; when the last person leaves, it is deleted with its files',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notFound'],
});

export const listRoomParticipants = defineCall({
  ...participants,
  name: 'listRoomParticipants',
  summary: 'The people of a room, the user included',
  method: 'GET',
  data: () => z.array(roomParticipant),
  errors: ['notFound'],
});

export const listFormerParticipants = defineCall({
  ...participants,
  name: 'listFormerParticipants',
  summary: 'Former people of a room whose messages the user can read, with their keys to check signatures',
  method: 'GET',
  flag: 'former',
  data: () => z.array(contact),
  errors: ['notFound'],
});

export const listRoomChanges = defineCall({
  ...oneRoom,
  path: '/services/rooms/{id}/changes',
  name: 'listRoomChanges',
  summary: 'Who joined a room, left it or changed its subject since the user joined, oldest first',
  method: 'GET',
  data: () => z.array(roomChange),
  errors: ['notFound'],
});

export const listRoomMessages = defineCall({
  ...messages,
  name: 'listRoomMessages',
  summary: 'A page of messages, oldest first: the newest ones, those before `toId`, or those after `fromId`',
  method: 'GET',
  query: () =>
    fields({
      toId: z.optional(id),
      fromId: z.optional(id),
      limit: pageSize(MESSAGES_PER_PAGE, MESSAGES_PER_PAGE_MAX),
    }),
  data: () => z.array(roomMessage),
  errors: ['notFound'],
});

export const readPushedMessage = defineCall({
  tag: 'Rooms',
  path: '/services/rooms/pushed-message',
  name: 'readPushedMessage',
  summary:
    'The last message of another person in a room, for the notified device: by the token in its push, as long as its session lasts',
  method: 'POST',
  auth: 'open',
  body: () => fields({ readToken: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  /** `contactUniqueId`: the reader; `sender`: with the keys that verify the signature. */
  data: () => entity({ contactUniqueId: id, sender: contact, roomMessage }),
  errors: ['notSignedIn', 'tokenExpired', 'sessionEnded', 'notFound'],
});

export const readRoomMessages = defineCall({
  ...messages,
  name: 'readRoomMessages',
  summary: 'Marks all messages, or those up to a position, as read; answers with the room',
  method: 'PUT',
  body: () => readBody,
  data: () => room,
  errors: ['notFound'],
});

export const sendRoomMessage = defineCall({
  ...messages,
  name: 'sendRoomMessage',
  summary:
    'Sends a message to the people of a room. Sent again with the same clientId, it answers with the first message.',
  method: 'POST',
  size: 'file',
  body: () => messageBody,
  data: () => roomMessage,
  errors: [
    'noParticipants',
    'notFound',
    'notAllowed',
    'envelopeInvalid',
    'recipientUnknown',
    'tooLarge',
    'otherKind',
    'notAnImage',
  ],
});

export const getRoomFile = defineCall({
  name: 'getRoomFile',
  tag: 'Files',
  summary: 'A file of a room as stored: sealed for its people',
  method: 'GET',
  path: '/storage/rooms/{roomId}/{storedFileName}',
  size: 'file',
  data: () => storedFile,
  errors: ['notFound'],
});
