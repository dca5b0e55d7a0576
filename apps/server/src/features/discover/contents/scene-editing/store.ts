/** All SQL of the editor of scenes. */
import { type Beacon, type Language, TriggerType } from '@earth/contracts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { contentFiles, contentTexts, sceneItems, triggers, views } from '../../../../db/schema';
import type { NewFile, StoredFile } from '../writing-store';

const ofKind = (sceneId: number, kind: StoredFile['kind']) =>
  and(eq(contentFiles.contentId, sceneId), eq(contentFiles.kind, kind));

/** The markers of a scene in their order, with what processing made of them. */
export async function findMarkers(db: Queries, sceneId: number) {
  return await db
    .select({
      file: contentFiles,
      rating: views.rating,
      reason: views.reason,
      isQueued: sql<boolean>`${views.queuedAt} is not null`,
      isChanged: sql<boolean>`coalesce(${views.isChanged}, false)`,
    })
    .from(contentFiles)
    .leftJoin(views, eq(views.fileId, contentFiles.id))
    .where(ofKind(sceneId, 'marker'))
    .orderBy(contentFiles.position, contentFiles.id);
}

const textIn = (locale: Language) =>
  sql`(select title from ${contentTexts} where content_id = ${sceneItems.contentId} and locale = ${locale})`;

export async function findItems(db: Queries, sceneId: number) {
  return await db
    .select({ item: sceneItems, contentTitle: sql<string | null>`coalesce(${textIn('en')}, ${textIn('it')})` })
    .from(sceneItems)
    .where(eq(sceneItems.sceneId, sceneId))
    .orderBy(sceneItems.position, sceneItems.id);
}

export const findItemFiles = async (db: Queries, sceneId: number): Promise<StoredFile[]> =>
  await db.select().from(contentFiles).where(ofKind(sceneId, 'item'));

interface NewMarker {
  readonly sceneId: number;
  readonly file: NewFile;
  readonly viewId: string;
  readonly position: number;
  /** The marker in whose place it comes; undefined: it comes last. */
  readonly replaced: string | undefined;
}

const isBeaconOf = (sceneId: number) => and(eq(triggers.sceneId, sceneId), eq(triggers.sType, TriggerType.beacon));

/** The beacons of a scene, in the order in which they were given. */
export async function findBeacons(db: Queries, sceneId: number): Promise<Beacon[]> {
  const rows = await db.select().from(triggers).where(isBeaconOf(sceneId)).orderBy(triggers.id);
  return rows.map(({ beaconUuid, beaconMajor, beaconMinor, beaconRange }) => ({
    uuid: beaconUuid ?? '',
    major: beaconMajor ?? 0,
    minor: beaconMinor ?? 0,
    range: beaconRange,
  }));
}

/** The place at which the triggers of a scene are; null: at none. */
async function placeOf(db: Queries, sceneId: number): Promise<number | null> {
  const [before] = await db
    .select({ placeId: triggers.placeId })
    .from(triggers)
    .where(eq(triggers.sceneId, sceneId))
    .limit(1);
  return before?.placeId ?? null;
}

export async function replaceBeacons(db: Queries, sceneId: number, beacons: readonly Beacon[]): Promise<void> {
  const placeId = await placeOf(db, sceneId);
  await db.delete(triggers).where(isBeaconOf(sceneId));
  if (beacons.length === 0) return;
  await db.insert(triggers).values(
    beacons.map(({ uuid, major, minor, range }) => ({
      sceneId,
      placeId,
      sType: TriggerType.beacon,
      beaconUuid: uuid,
      beaconMajor: major,
      beaconMinor: minor,
      beaconRange: range,
    })),
  );
}

/** Adds a marker, which waits to be processed. What stands on the one that it replaces stands on it then. */
export async function insertMarker(db: Queries, { sceneId, file, viewId, position, replaced }: NewMarker) {
  await db.insert(contentFiles).values({ ...file, position });
  const placeId = await placeOf(db, sceneId);
  await db.insert(triggers).values({ sceneId, placeId, sType: TriggerType.marker, fileId: file.id });
  await db.insert(views).values({ id: viewId, fileId: file.id, position, queuedAt: sql`now()` });
  if (replaced === undefined) return;
  const isOnIt = and(eq(sceneItems.sceneId, sceneId), eq(sceneItems.markerId, replaced));
  await db.update(sceneItems).set({ markerId: file.id }).where(isOnIt);
}

/** Deletes files with what refers to them: of a marker its trigger, its view and the items on it alone. */
export async function deleteFiles(db: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(contentFiles).where(inArray(contentFiles.id, [...ids]));
}
