/** Rooms, the people in them, and their messages. */
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { messageTable, moment, position, progress, scheme } from './columns';

/** `pair`: the two people of a room of two; null: a group. `lastPosition`: of the last message. An empty subject has no author. */
export const rooms = pgTable('rooms', {
  id: uuid().primaryKey(),
  pair: text().unique(),
  subject: text().notNull(),
  cryptoSchema: scheme(),
  subjectAuthorId: uuid('subject_author_id'),
  lastPosition: position('last_position').default(0),
});

/** The participants of a room, since when, and how far its messages have reached them. */
export const roomParticipants = pgTable(
  'room_participants',
  {
    roomId: uuid('room_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    joinedAt: moment('joined_at').notNull(),
    joinedPosition: position('joined_position').default(0),
    ...progress(),
    mute: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.roomId, table.contactId] }),
    index('room_participants_contact').on(table.contactId),
  ],
);

/** People who joined, left or renamed the room, and after which of its messages; `byId`: who did it, if that was another person. */
export const roomChanges = pgTable(
  'room_changes',
  {
    id: uuid().primaryKey(),
    roomId: uuid('room_id').notNull(),
    kind: text({ enum: ['joined', 'left', 'renamed'] }).notNull(),
    contactId: uuid('contact_id').notNull(),
    byId: uuid('by_id'),
    position: position('position'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('room_changes_room').on(table.roomId, table.createdAt)],
);

export const roomMessages = messageTable('room_messages', 'room_id');
