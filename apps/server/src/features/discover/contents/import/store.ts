/** All SQL of imports. */
import { type Beacon, type Language, contentLanguages, TriggerType } from '@earth/contracts';
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queries } from '../../../../db/database';
import {
  brands,
  categories,
  categoryTexts,
  companies,
  contentFiles,
  contents,
  keypoints,
  models,
  sceneItems,
  skins,
  triggers,
  views,
} from '../../../../db/schema';
import type { StoredFile } from '../writing-store';

/** An item that an earlier import created. */
export interface Known {
  readonly id: number;
  readonly digest: string | null;
}
export type KnownByKey = ReadonlyMap<string, Known>;

interface Keyed {
  readonly id: number;
  readonly key: string | null;
  readonly digest: string | null;
}
const byKey = (rows: readonly Keyed[]): KnownByKey =>
  new Map(rows.map(({ id, key, digest }) => [key ?? '', { id, digest }]));

/** Finds the company of a code and locks it: one import of a company at a time, until the transaction ends. */
export async function lockCompany(db: Queries, code: string): Promise<string | undefined> {
  const [row] = await db.select({ id: companies.id }).from(companies).where(eq(companies.code, code));
  if (row) await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${row.id}`}, 0))`);
  return row?.id;
}

/** Everything that imports have created for a company. */
export async function findKnown(db: Queries, companyId: string) {
  const of = (table: typeof brands | typeof skins | typeof contents) =>
    db
      .select({ id: table.id, key: table.importKey, digest: table.importDigest })
      .from(table)
      .where(and(eq(table.companyId, companyId), isNotNull(table.importKey)));
  const madeCategories = await db
    .select({
      id: categories.id,
      key: categories.importKey,
      digest: categories.importDigest,
      parentId: categories.parentId,
      level: categories.level,
      modelCode: categories.modelCode,
    })
    .from(categories)
    .where(and(eq(categories.importCompanyId, companyId), isNotNull(categories.importKey)));
  return {
    brands: byKey(await of(brands)),
    skins: byKey(await of(skins)),
    contents: byKey(await of(contents)),
    categories: new Map(madeCategories.map((row) => [row.key ?? '', row])),
  };
}

/** The contents of a company that are parts, or wholes, or were imported. */
export async function findGroups(db: Queries, companyId: string) {
  const { id, groupId, visibility, customerId, importKey } = contents;
  const wholes = db.select({ id: groupId }).from(contents).where(eq(contents.companyId, companyId));
  const isAsked = or(isNotNull(importKey), isNotNull(groupId), inArray(id, wholes));
  return await db
    .select({ id, groupId, visibility, customerId })
    .from(contents)
    .where(and(eq(contents.companyId, companyId), isAsked));
}

/** One of these ids: a list of any length is one parameter of the statement. */
const isOneOf = (column: PgColumn, ids: readonly number[]) => sql`${column} = any(${sql.param(ids)})`;

/** The files of contents, by content id. */
export async function findFilesOf(db: Queries, ids: readonly number[]): Promise<Map<number, StoredFile[]>> {
  const files = await db
    .select()
    .from(contentFiles)
    .where(isOneOf(contentFiles.contentId, ids))
    .orderBy(contentFiles.position, contentFiles.id);
  const byContent = new Map<number, StoredFile[]>();
  for (const file of files) byContent.set(file.contentId, [...(byContent.get(file.contentId) ?? []), file]);
  return byContent;
}

/** @returns its id */
export async function saveBrand(
  db: Queries,
  id: number | undefined,
  brand: typeof brands.$inferInsert,
): Promise<number> {
  const rows =
    id === undefined
      ? await db.insert(brands).values(brand).returning({ id: brands.id })
      : await db.update(brands).set(brand).where(eq(brands.id, id)).returning({ id: brands.id });
  return rows[0]?.id ?? 0;
}

/** @returns its id */
export async function saveSkin(db: Queries, id: number | undefined, skin: typeof skins.$inferInsert): Promise<number> {
  const rows =
    id === undefined
      ? await db.insert(skins).values(skin).returning({ id: skins.id })
      : await db.update(skins).set(skin).where(eq(skins.id, id)).returning({ id: skins.id });
  return rows[0]?.id ?? 0;
}

/** Those of the ids that categories of any company have. */
export async function findUsedIds(db: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.select({ id: categories.id }).from(categories).where(isOneOf(categories.id, ids));
  return new Set(rows.map(({ id }) => id));
}

export type NewCategory = typeof categories.$inferInsert;
type Texts = Readonly<Record<Language, { readonly title: string | undefined; readonly descr: string | undefined }>>;

/** A language without a title stays as it is; a new one takes the texts of the other one. @returns its id */
export async function saveCategory(
  db: Queries,
  id: number | undefined,
  category: NewCategory,
  texts: Texts,
): Promise<number> {
  const rows =
    id === undefined
      ? await db.insert(categories).values(category).returning({ id: categories.id })
      : await db.update(categories).set(category).where(eq(categories.id, id)).returning({ id: categories.id });
  const categoryId = rows[0]?.id ?? 0;
  for (const locale of contentLanguages) {
    const { title, descr } = texts[locale];
    const other = texts[locale === 'en' ? 'it' : 'en'];
    if (title === undefined) continue;
    await db
      .insert(categoryTexts)
      .values({ categoryId, locale, title, descr: descr ?? other.descr ?? '' })
      .onConflictDoUpdate({
        target: [categoryTexts.categoryId, categoryTexts.locale],
        set: { title, ...(descr !== undefined && { descr }) },
      });
  }
  return categoryId;
}

export interface SceneTriggers {
  /** The files of its marker pictures. */
  readonly markers: readonly string[];
  readonly placeId: number | null;
  /** Undefined: its beacons stay. */
  readonly beacon: Beacon | null | undefined;
}

/**
 * Replaces the triggers of a scene, but for beacons that are not given. The pictures that it had before keep what was processed of them;
 * new ones wait for it.
 */
export async function saveTriggers(db: Queries, sceneId: number, given: SceneTriggers): Promise<void> {
  const { markers, placeId, beacon } = given;
  const replaced = beacon === undefined ? eq(triggers.sType, TriggerType.marker) : undefined;
  await db.delete(triggers).where(and(eq(triggers.sceneId, sceneId), replaced));
  // A scene is at one place: what stays moves with it.
  await db.update(triggers).set({ placeId }).where(eq(triggers.sceneId, sceneId));
  const rows = [
    ...markers.map((fileId) => ({ sceneId, placeId, sType: TriggerType.marker, fileId })),
    ...(beacon
      ? [
          {
            sceneId,
            placeId,
            sType: TriggerType.beacon,
            beaconUuid: beacon.uuid,
            beaconMajor: beacon.major,
            beaconMinor: beacon.minor,
            beaconRange: beacon.range,
          },
        ]
      : []),
  ];
  if (rows.length > 0) await db.insert(triggers).values(rows);
  await queueViews(
    db,
    markers.map((fileId, position) => ({ fileId, position })),
  );
}

type NewView = Pick<typeof views.$inferInsert, 'fileId' | 'maskId' | 'modelId' | 'position'>;

/** The pictures of a scene's markers, in their order. */
export async function findMarkers(db: Queries, sceneId: number): Promise<string[]> {
  const rows = await db
    .select({ id: contentFiles.id })
    .from(contentFiles)
    .where(and(eq(contentFiles.contentId, sceneId), eq(contentFiles.kind, 'marker')))
    .orderBy(contentFiles.position, contentFiles.id);
  return rows.map(({ id }) => id);
}

/** Replaces the items of a scene. */
export async function saveItems(
  db: Queries,
  sceneId: number,
  items: readonly Omit<typeof sceneItems.$inferInsert, 'sceneId'>[],
): Promise<void> {
  await db.delete(sceneItems).where(eq(sceneItems.sceneId, sceneId));
  if (items.length > 0) await db.insert(sceneItems).values(items.map((item) => ({ ...item, sceneId })));
}

export async function findModelId(db: Queries, contentId: number): Promise<string | undefined> {
  const [row] = await db.select({ id: models.id }).from(models).where(eq(models.contentId, contentId));
  return row?.id;
}

/** The masks of a model's views, by the views' pictures. */
export async function findMasks(db: Queries, modelId: string) {
  return await db
    .select({ fileId: views.fileId, mask: { id: contentFiles.id, digest: contentFiles.digest } })
    .from(views)
    .innerJoin(contentFiles, eq(contentFiles.id, views.maskId))
    .where(eq(views.modelId, modelId));
}

interface SavedView {
  readonly fileId: string;
  readonly maskId: string | null;
  readonly position: number;
  readonly points: readonly Omit<typeof keypoints.$inferInsert, 'viewId'>[];
}

/** Saves the views of a model. New ones, and those with another mask, are queued. */
export async function saveViews(db: Queries, modelId: string, saved: readonly SavedView[]): Promise<void> {
  for (const { fileId, maskId, position } of saved) {
    const isOther = sql`${views.maskId} is distinct from ${maskId}::uuid`;
    await db
      .update(views)
      .set({
        position,
        maskId,
        maskVersion: sql`${views.maskVersion} + (${isOther})::int`,
        isChanged: sql`${views.isChanged} or ${isOther}`,
        queuedAt: sql`case when ${isOther} then now() else ${views.queuedAt} end`,
      })
      .where(eq(views.fileId, fileId));
  }
  await queueViews(
    db,
    saved.map(({ fileId, maskId, position }) => ({ fileId, maskId, position, modelId })),
  );
  const rows = await db.select({ id: views.id, fileId: views.fileId }).from(views).where(eq(views.modelId, modelId));
  const idOf = new Map(rows.map((row) => [row.fileId, row.id]));
  await db.delete(keypoints).where(inArray(keypoints.viewId, [...idOf.values()]));
  const points = saved.flatMap((view) =>
    view.points.map((point) => ({ ...point, viewId: idOf.get(view.fileId) ?? '' })),
  );
  if (points.length > 0) await db.insert(keypoints).values(points);
}

/** Adds views that are not there yet. */
async function queueViews(db: Queries, added: readonly NewView[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map((view) => ({ ...view, id: sql`gen_random_uuid()`, queuedAt: sql`now()` }));
  await db.insert(views).values(rows).onConflictDoNothing({ target: views.fileId });
}
