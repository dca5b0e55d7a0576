/** All SQL of profile pictures and the keys to them. */
import type { RecipientKey } from '@earth/contracts';
import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { contacts, profilePictureKeys, profilePictures } from '../../../db/schema';

/**
 * Whether a person is in a contact's address book, or in a room with it. Who has the contact in their own book, without being in its,
 * is not enough.
 */
const isAudience = (ownerId: unknown, personId: unknown) => sql<boolean>`(
  exists (select from address_book where owner_id = ${ownerId} and contact_id = ${personId})
  or exists (
    select from room_participants mine join room_participants others on others.room_id = mine.room_id
    where mine.contact_id = ${ownerId} and others.contact_id = ${personId}))`;

/** Those of the people to whom a contact may give a key to its picture. Deleted people of a common room are among them: they get nothing any more, and do no harm. */
export async function findAudience(db: Queries, ownerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const isOther = and(inArray(contacts.id, [...ids]), ne(contacts.id, ownerId));
  const rows = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(isOther, isAudience(ownerId, contacts.id)));
  return new Set(rows.map(({ id }) => id));
}

export async function findVersion(db: Queries, ownerId: string): Promise<string | undefined> {
  const [found] = await db
    .select({ version: profilePictures.version })
    .from(profilePictures)
    .where(eq(profilePictures.ownerId, ownerId));
  return found?.version;
}

export async function insertPicture(db: Queries, picture: typeof profilePictures.$inferInsert): Promise<void> {
  await db.insert(profilePictures).values(picture);
}

/** Deletes a picture with its keys. @returns those who had one */
export async function deletePicture(db: Queries, ownerId: string): Promise<string[]> {
  const keys = await db
    .delete(profilePictureKeys)
    .where(eq(profilePictureKeys.ownerId, ownerId))
    .returning({ id: profilePictureKeys.recipientId });
  await db.delete(profilePictures).where(eq(profilePictures.ownerId, ownerId));
  return keys.map(({ id }) => id);
}

export interface Given {
  readonly ownerId: string;
  readonly recipientKeys: readonly RecipientKey[];
  readonly now: Date;
}

/** Replaces the keys that these people had: theirs may have changed. Of two keys for one person the last counts. */
export async function saveKeys(db: Queries, { ownerId, recipientKeys, now: givenAt }: Given): Promise<void> {
  const keys = new Map(recipientKeys.map((key) => [key.recipientId, { ownerId, givenAt, ...key }]));
  await db
    .delete(profilePictureKeys)
    .where(and(eq(profilePictureKeys.ownerId, ownerId), inArray(profilePictureKeys.recipientId, [...keys.keys()])));
  await db.insert(profilePictureKeys).values([...keys.values()]);
}

/** Null: no picture. Who is no longer one of the audience is still a recipient: the owner's device then makes a new key. */
export async function findShared(
  db: Queries,
  ownerId: string,
): Promise<{ version: string; recipientIds: string[] } | null> {
  const version = await findVersion(db, ownerId);
  if (version === undefined) return null;
  const { rows } = await db.execute<{ id: string }>(sql`
    select recipient_id as id from profile_picture_keys
    where owner_id = ${ownerId} and not exists (
      select from former_keys where contact_id = recipient_id and replaced_at > given_at)`);
  return { version, recipientIds: rows.map(({ id }) => id) };
}

/** The pictures that a contact can open: its own, and those to which it has a key. */
export async function listReadable(
  db: Queries,
  readerId: string,
): Promise<{ contactUniqueId: string; version: string }[]> {
  const picture = { contactUniqueId: profilePictures.ownerId, version: profilePictures.version };
  const { ownerId, recipientId } = profilePictureKeys;
  const own = db.select(picture).from(profilePictures).where(eq(profilePictures.ownerId, readerId));
  const others = db
    .select(picture)
    .from(profilePictureKeys)
    .innerJoin(profilePictures, eq(profilePictures.ownerId, ownerId))
    .where(and(eq(recipientId, readerId), isAudience(ownerId, readerId)));
  return await own.unionAll(others);
}

/** A picture with the reader's key, which is null for the owner: that one is in the envelope. */
export async function findReadable(db: Queries, ownerId: string, readerId: string) {
  const { version, sealed, changedAt } = profilePictures;
  const { encryptedKey, recipientId } = profilePictureKeys;
  const isItsKey = and(eq(profilePictureKeys.ownerId, profilePictures.ownerId), eq(recipientId, readerId));
  const isReader = or(
    eq(profilePictures.ownerId, readerId),
    and(isNotNull(recipientId), isAudience(ownerId, readerId)),
  );
  const [found] = await db
    .select({ version, sealed, changedAt, encryptedKey })
    .from(profilePictures)
    .leftJoin(profilePictureKeys, isItsKey)
    .where(and(eq(profilePictures.ownerId, ownerId), isReader));
  return found;
}
