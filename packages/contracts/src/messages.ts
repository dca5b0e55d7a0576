/** What messages of calls and of rooms have in common. */
import * as z from 'zod/mini';
import { ROOM_PEOPLE_MAX, SEALED_MESSAGE_MAX } from './constants';
import { cryptoSchema, date, fileText, id, person } from './entities';
import { clientId, small } from './sealed';
import { entity, fields } from './wire';

/** Number of a message in its call or room: 1, 2, 3 … in the order that all people see, without gaps. 0 is before the first. */
export const position = z.int().check(z.minimum(0));

/** What a message does to an earlier one of its place: the server knows this much, its text is sealed. See `docs/rooms.md`. */
export const changeKind = z.enum(['edit', 'delete', 'react']);
export type ChangeKind = z.infer<typeof changeKind>;

/**
 * `message` is sealed under `cryptoSchema`; empty if the message was deleted. `clientId` is the sender's own id: a retry makes no second
 * message. `delivered`, `read`: of the user's own messages, to and by everybody else; of others' messages, whether the user has read them.
 */
const messageFields = {
  position,
  sender: person,
  message: z.string(),
  cryptoSchema,
  date,
  clientId: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  fileUrl: z.nullable(z.string()),
  fileSize: z.nullable(z.int()),
  /** Address of the preview of a large picture. Absent: there is none. */
  previewUrl: z.optional(z.string()),
  /** A `ChangeKind`, or one that a later server knows: the message changes another one, and is not shown itself. */
  change: z.optional(z.string()),
  /** Which message it changes; together with `change`. */
  changedUniqueId: z.optional(id),
  /** Who is mentioned in the text, as its author says. */
  mentions: z.optional(z.array(id)),
  delivered: z.boolean(),
  read: z.boolean(),
} as const;

export const callMessage = entity({ uniqueId: id, callUniqueId: id, ...messageFields });
export type CallMessage = z.infer<typeof callMessage>;

export const roomMessage = entity({ uniqueId: id, roomUniqueId: id, ...messageFields });
export type RoomMessage = z.infer<typeof roomMessage>;

/** A message, with a file or without. A large picture may have a preview beside it. */
export const messageBody = fields(
  {
    message: z.string().check(z.minLength(1), z.maxLength(SEALED_MESSAGE_MAX)),
    base64File: z.optional(fileText),
    base64Preview: z.optional(fileText),
    fileName: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
    /** Size of the plain file in bytes; under scheme 1 the server knows it to within 15 bytes. */
    fileSize: z.optional(z.int().check(z.minimum(0))),
    /** The message edits, deletes or answers with an emoji the message `changedUniqueId`, which its sealed text names too. */
    change: z.optional(changeKind),
    changedUniqueId: z.optional(id),
    /** The people whom the text mentions: of a room they are notified even if they have muted it. */
    mentions: z.optional(z.array(id).check(z.maxLength(ROOM_PEOPLE_MAX))),
    cryptoSchema,
    clientId,
  },
  { ...small, base64File: 'base64file', base64Preview: 'base64preview' },
);

/** `read` can only be true, because reading cannot be undone. Without a position: all messages. */
export const readBody = fields({ read: z.boolean(), position: z.optional(position) });

/** How far messages have come to a person. */
interface Progress {
  readonly contactId: string;
  /** The last message before they joined; absent if they can read earlier messages too. */
  readonly joinedPosition?: number;
  /** The last message before they left for good; absent or null if they can read further ones. */
  readonly leftPosition?: number | null;
  readonly deliveredPosition: number;
  readonly readPosition: number;
}

/**
 * Receipt of the user's own message: delivered to, or read by, everybody else who can read it. If there is nobody, neither.
 */
export function receiptOf(
  message: { readonly position: number; readonly senderId: string },
  people: readonly Progress[],
) {
  const others = people.filter(
    ({ contactId, joinedPosition = 0, leftPosition }) =>
      contactId !== message.senderId &&
      joinedPosition < message.position &&
      (leftPosition ?? message.position) >= message.position,
  );
  const has = (reached: (one: Progress) => number) =>
    others.length > 0 && others.every((one) => reached(one) >= message.position);
  return { delivered: has((one) => one.deliveredPosition), read: has((one) => one.readPosition) };
}
