/** Rooms: two people, or a group, and what they write to each other. See `docs/rooms.md`. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { MESSAGES_PER_PAGE, MESSAGES_PER_PAGE_MAX, ROOM_PEOPLE_MAX, SEALED_TEXT_MAX } from './constants';
import { contact, cryptoSchema, date, id, messageFields, person, storedFile } from './entities';
import { pageSize } from './paging';
import { roomMessageBody, small } from './sealed';
import { entity, fields } from './wire';

/** Of a message in its room: 1, 2, 3 … in the order in which all see them, without gaps. 0 is before the first. */
const position = z.int().check(z.minimum(0));

/** `delivered`, `read`: to and by everybody else, where it is one's own; of others' messages, whether one has read it. */
export const roomMessage = entity({
  uniqueId: id,
  roomUniqueId: id,
  position,
  ...messageFields,
  /** Where the small picture of a large one is fetched; absent: there is none. */
  previewUrl: z.optional(z.string()),
  delivered: z.boolean(),
  read: z.boolean(),
});
export type RoomMessage = z.infer<typeof roomMessage>;

/** A room as one of its people sees it. What was written before they joined is not there for them. */
export const room = entity({
  uniqueId: id,
  /** Sealed under `cryptoSchema`; empty where two people gave theirs none. */
  subject: z.string(),
  cryptoSchema,
  /** Who sealed it; absent where there is none. */
  subjectAuthor: z.optional(person),
  isGroup: z.boolean(),
  /** Everybody who is in it, oneself too. */
  participants: z.array(person),
  /** When one came in: one reads from then on. */
  joinedDate: date,
  lastMessageText: z.nullable(z.string()),
  lastMessageCryptoSchema: z.nullable(cryptoSchema),
  lastMessageDate: z.nullable(date),
  /** The rest of it. */
  lastMessage: z.nullable(
    entity({
      uniqueId: id,
      position,
      sender: person,
      clientId: z.optional(z.string()),
      fileName: z.nullable(z.string()),
      delivered: z.boolean(),
      read: z.boolean(),
    }),
  ),
  /** Those of others. */
  unreadMessages: z.int(),
  /** One has read up to here: the first unread message is the next of somebody else. */
  readPosition: position,
  mute: z.boolean(),
});
export type Room = z.infer<typeof room>;

/** A person of a room, and how far messages have come there. */
export const roomParticipant = entity({
  contact,
  joinedDate: date,
  /** The last message before they came in. */
  joinedPosition: position,
  deliveredPosition: position,
  readPosition: position,
});
export type RoomParticipant = z.infer<typeof roomParticipant>;

/**
 * Somebody came into a group, left a room or gave it another subject, after the message at `position`. `by`: who added them; the
 * subject itself is sealed, and stands in the room alone.
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
  summary: 'The rooms that one is in, by their last message, newest first',
  method: 'GET',
  data: () => z.array(room),
});

export const createRoom = defineCall({
  ...rooms,
  name: 'createRoom',
  summary: 'Makes a room. A second one for the same two people answers the first, and brings back who has left it.',
  method: 'POST',
  body: () =>
    fields(
      {
        /** Chosen by the maker, who may seal the subject for this room; left out: the server chooses. */
        uniqueId: z.optional(id),
        /** A group must have one. */
        subject: z._default(subject, ''),
        /** Oneself is always among them. */
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
  summary: 'A room that one is in',
  method: 'GET',
  data: () => room,
  errors: ['notFound'],
});

export const changeRoom = defineCall({
  ...oneRoom,
  name: 'changeRoom',
  summary: 'Mutes a room for oneself; gives a group another subject, and adds people to it',
  method: 'PUT',
  body: () =>
    fields(
      {
        mute: z.optional(z.boolean()),
        /** Sealed anew, for those who are added too; with `cryptoschema`. */
        subject: z.optional(subject.check(z.minLength(1))),
        cryptoSchema: z.optional(cryptoSchema),
        /** Those who are added. Who is in it already stays. */
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
  summary: 'Leaves a room; with the last who leaves it is deleted, files and all',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notFound'],
});

export const listRoomParticipants = defineCall({
  ...participants,
  name: 'listRoomParticipants',
  summary: 'The people of a room, oneself too',
  method: 'GET',
  data: () => z.array(roomParticipant),
  errors: ['notFound'],
});

export const listFormerParticipants = defineCall({
  ...participants,
  name: 'listFormerParticipants',
  summary: 'Who is no longer in a room, and wrote what one reads there: their keys say whether they did',
  method: 'GET',
  flag: 'former',
  data: () => z.array(contact),
  errors: ['notFound'],
});

export const listRoomChanges = defineCall({
  ...oneRoom,
  path: '/services/rooms/{id}/changes',
  name: 'listRoomChanges',
  summary: 'Who came into a room, left it or renamed it since one came in, oldest first',
  method: 'GET',
  data: () => z.array(roomChange),
  errors: ['notFound'],
});

export const listRoomMessages = defineCall({
  ...messages,
  name: 'listRoomMessages',
  summary: 'A page of messages, oldest first: the newest ones, those next before `toId`, or those next after `fromId`',
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
    'What was written last in a room by somebody else, for the device that was told of it: by the token in its push, for as long as its session lasts',
  method: 'POST',
  auth: 'open',
  body: () => fields({ readToken: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  /** `contactUniqueId`: who reads; `sender`: with the keys that say whether they have written it. */
  data: () => entity({ contactUniqueId: id, sender: contact, roomMessage }),
  errors: ['notSignedIn', 'tokenExpired', 'sessionEnded', 'notFound'],
});

export const readRoomMessages = defineCall({
  ...messages,
  name: 'readRoomMessages',
  summary: 'One has read all messages, or those up to a position; answers with the room',
  method: 'PUT',
  /** `read` can only be true: what was read stays so. */
  body: () => fields({ read: z.boolean(), position: z.optional(position) }),
  data: () => room,
  errors: ['notFound'],
});

export const sendRoomMessage = defineCall({
  ...messages,
  name: 'sendRoomMessage',
  summary: 'Writes to the people of a room. The same clientId again answers the first message.',
  method: 'POST',
  size: 'file',
  body: () => roomMessageBody,
  data: () => roomMessage,
  errors: ['noParticipants', 'notFound', 'envelopeInvalid', 'recipientUnknown', 'tooLarge', 'otherKind', 'notAnImage'],
});

export const getRoomFile = defineCall({
  name: 'getRoomFile',
  tag: 'Files',
  summary: 'A file of a room, as it is stored: sealed for its people',
  method: 'GET',
  path: '/storage/rooms/{roomId}/{storedFileName}',
  size: 'file',
  data: () => storedFile,
  errors: ['notFound'],
});

/** How far messages have come to somebody. */
interface Progress {
  readonly contactId: string;
  readonly joinedPosition: number;
  readonly deliveredPosition: number;
  readonly readPosition: number;
}

/**
 * What one's own message may say: delivered to, read by, everybody else who was in the room when it was sent and still is.
 * Where nobody is, it was neither.
 */
export function receiptOf(
  message: { readonly position: number; readonly senderId: string },
  people: readonly Progress[],
) {
  const others = people.filter(
    ({ contactId, joinedPosition }) => contactId !== message.senderId && joinedPosition < message.position,
  );
  const has = (reached: (one: Progress) => number) =>
    others.length > 0 && others.every((one) => reached(one) >= message.position);
  return { delivered: has((one) => one.deliveredPosition), read: has((one) => one.readPosition) };
}
