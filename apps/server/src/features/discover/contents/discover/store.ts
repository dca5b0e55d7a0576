/** All SQL of triggers, scenes, models, views and key points. */
import {
  type Beacon,
  ContentView,
  type Language,
  POINTS_MAX,
  type SceneItemKind,
  VIEWS_MAX,
  type Visibility,
} from '@earth/contracts';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queries } from '../../../../db/database';
import { contentFiles, contents, keypoints, models, views } from '../../../../db/schema';
import { ApiError } from '../../../../http/api-error';
import type { Viewer } from '../policy';
import { named, runQuery, seenBy } from '../store';

/** What a view is by its processing. */
export interface ViewResult {
  readonly rating: number | null;
  readonly reason: string | null;
  /** Null: it is not in an index. */
  readonly digest: string | null;
}

export interface TriggerRow extends ViewResult {
  readonly id: number;
  readonly sid: number;
  readonly title: string;
  readonly sType: number;
  readonly imageUrl: string | null;
  /** If its picture is a file of the scene. */
  readonly fileId: string | null;
  readonly ending: string | null;
  readonly uuid: string | null;
  readonly major: number | null;
  readonly minor: number | null;
  readonly range: Beacon['range'];
  readonly viewId: string | null;
  /** Of its scene. */
  readonly visibility: Visibility;
}

export interface Started {
  readonly sceneId?: number | undefined;
  readonly type?: number | undefined;
  readonly placeId?: number | undefined;
}

const triggersOf = (viewer: Viewer, { sceneId, type, placeId }: Started) =>
  and(
    seenBy(viewer),
    eq(contents.ctnView, ContentView.scene),
    sceneId === undefined ? undefined : sql`scene_id = ${sceneId}`,
    type === undefined ? undefined : sql`s_type = ${type}`,
    placeId === undefined ? undefined : sql`place_id = ${placeId}`,
  );

interface WantedTriggers extends Started {
  /** The version of the views that can be used. */
  readonly format: number;
  /** Of the titles. */
  readonly locale: Language;
}

/** The triggers of the scenes that a user may see. */
export async function findTriggers(pool: pg.Pool, viewer: Viewer, { format, locale, ...started }: WantedTriggers) {
  return await runQuery<TriggerRow>(
    pool,
    sql`select triggers.id, scene_id as sid, s_type as "sType", image_url as "imageUrl", triggers.file_id as "fileId",
        files.ending, beacon_uuid as uuid, beacon_major as major, beacon_minor as minor, beacon_range as range,
        coalesce((select title from content_texts where content_id = scene_id order by locale = ${locale} desc limit 1), '') as title,
        views.id as "viewId",
        views.rating, views.reason, case when views.format = ${format}::integer then views.digest end as digest,
        ${contents.visibility}
      from triggers join ${contents} on ${contents.id} = scene_id
      left join content_files as files on files.id = triggers.file_id
      left join views on views.file_id = triggers.file_id
      where ${triggersOf(viewer, started)} order by triggers.id`,
    true,
  );
}

/** The models of contents with the number of their views and the lengths of their records, by the contents' numbers. */
export async function findModels(pool: pg.Pool, format: number, contentIds: readonly number[]) {
  const rows = await runQuery<{ id: string; contentId: number; viewsCount: number; recordBytes: number[] }>(
    pool,
    sql`select models.id, content_id as "contentId", count(views.id)::int as "viewsCount",
        coalesce(array_agg(octet_length(index_record))
          filter (where format = ${format}::integer and views.digest is not null), '{}') as "recordBytes"
      from models left join views on views.model_id = models.id
      where content_id = any(${sql.param(contentIds)}) group by models.id`,
    true,
  );
  return new Map(rows.map((row) => [row.contentId, row]));
}

/** The number of the content that describes a model. */
export async function findModelContent(pool: pg.Pool, modelId: string): Promise<number | null> {
  const [row] = await runQuery<{ contentId: number }>(
    pool,
    sql`select content_id as "contentId" from models where id = ${modelId}`,
    true,
  );
  return row?.contentId ?? null;
}

export interface ModelViewRow extends ViewResult {
  readonly id: string;
  readonly modelId: string;
  readonly position: number;
  readonly isQueued: boolean;
  readonly isChanged: boolean;
  readonly keyPointsCount: number;
  readonly fileId: string;
  readonly ending: string;
  readonly width: number;
  readonly height: number;
  readonly maskId: string | null;
  readonly maskVersion: number;
  readonly visibility: Visibility;
}

interface WantedViews {
  readonly modelId?: string;
  readonly viewId?: string;
}

/** Views of models that a user may see, in their order. */
export async function findModelViews(pool: pg.Pool, viewer: Viewer, { modelId, viewId }: WantedViews) {
  return await runQuery<ModelViewRow>(
    pool,
    sql`select views.id, model_id as "modelId", views.position, rating, reason, views.digest, queued_at is not null as "isQueued",
        is_changed as "isChanged", file_id as "fileId", files.ending, files.width, files.height, mask_id as "maskId",
        mask_version as "maskVersion",
        (select count(*)::int from keypoints where view_id = views.id) as "keyPointsCount",
        case when ${contents.isShown} then ${contents.visibility} else 'company' end as visibility
      from views join models on models.id = model_id join ${contents} on ${contents.id} = models.content_id
      join content_files as files on files.id = file_id
      where ${and(
        seenBy(viewer),
        eq(contents.ctnView, ContentView.model),
        modelId === undefined ? undefined : sql`model_id = ${modelId}`,
        viewId === undefined ? undefined : sql`views.id = ${viewId}`,
      )} order by views.position, views.id`,
    true,
  );
}

/** Locks a view of a company's model until the transaction ends. */
export async function lockOwnView(db: Queries, companyId: string, viewId: string) {
  const [row] = await db
    .select({ view: views, file: contentFiles, contentId: models.contentId })
    .from(views)
    .innerJoin(models, eq(models.id, views.modelId))
    .innerJoin(contents, eq(contents.id, models.contentId))
    .innerJoin(contentFiles, eq(contentFiles.id, views.fileId))
    .where(and(eq(views.id, viewId), eq(contents.companyId, companyId), isNull(contents.deletedAt)))
    .for('update', { of: views });
  return row;
}

export type NewFile = typeof contentFiles.$inferInsert;

/** Adds a view after the others. @returns false if one of them has the same picture @throws ApiError `tooManyViews` */
export async function insertView(
  db: Queries,
  { id, modelId, file }: { readonly id: string; readonly modelId: string; readonly file: NewFile },
): Promise<boolean> {
  const others = await db
    .select({ position: views.position, digest: contentFiles.digest })
    .from(views)
    .innerJoin(contentFiles, eq(contentFiles.id, views.fileId))
    .where(eq(views.modelId, modelId));
  if (others.some(({ digest }) => digest === file.digest)) return false;
  if (others.length >= VIEWS_MAX) throw new ApiError('tooManyViews');
  const position = Math.max(0, ...others.map((other) => other.position)) + 1;
  await db.insert(contentFiles).values({ ...file, position });
  await db.insert(views).values({ id, modelId, fileId: file.id, position });
  return true;
}

/** @param file null: the view has no mask any more */
export async function setMask(db: Queries, viewId: string, file: NewFile | null): Promise<void> {
  if (file) await db.insert(contentFiles).values(file);
  await db
    .update(views)
    .set({ maskId: file?.id ?? null, maskVersion: sql`${views.maskVersion} + 1`, isChanged: true })
    .where(eq(views.id, viewId));
}

export async function deleteFile(db: Queries, id: string): Promise<void> {
  await db.delete(contentFiles).where(eq(contentFiles.id, id));
}

export interface KeypointRow {
  readonly id: string;
  readonly viewId: string;
  readonly contentId: number;
  readonly posX: number;
  readonly posY: number;
  readonly color: string;
  /** Of the view's picture. */
  readonly width: number;
  readonly height: number;
}

interface WantedKeypoints extends WantedViews {
  readonly id?: string;
}

/** Key points whose model and content a user may see. */
export async function findKeypoints(pool: pg.Pool, viewer: Viewer, { id, modelId, viewId }: WantedKeypoints) {
  return await runQuery<KeypointRow>(
    pool,
    sql`select keypoints.id, view_id as "viewId", keypoints.content_id as "contentId", pos_x as "posX", pos_y as "posY", color,
        files.width, files.height
      from keypoints join views on views.id = view_id join models on models.id = model_id
      join ${contents} on ${contents.id} = models.content_id join content_files as files on files.id = file_id
      join ${contents} as named on named.id = keypoints.content_id
      where ${and(
        seenBy(viewer),
        seenBy(viewer, named),
        eq(contents.ctnView, ContentView.model),
        id === undefined ? undefined : sql`keypoints.id = ${id}`,
        modelId === undefined ? undefined : sql`model_id = ${modelId}`,
        viewId === undefined ? undefined : sql`view_id = ${viewId}`,
      )} order by views.position, keypoints.id`,
    true,
  );
}

type NewKeypoint = typeof keypoints.$inferInsert;

/** A content has one point in a view at most (D5.22): a second one replaces the first. @returns its id */
/** Makes the point of a content in a view, or moves it. @throws ApiError `tooManyPoints` */
export async function saveKeypoint(db: Queries, point: NewKeypoint): Promise<string> {
  const others = and(eq(keypoints.viewId, point.viewId), ne(keypoints.contentId, point.contentId));
  if ((await db.$count(keypoints, others)) >= POINTS_MAX) throw new ApiError('tooManyPoints');
  const { posX, posY, color } = point;
  const [row] = await db
    .insert(keypoints)
    .values(point)
    .onConflictDoUpdate({ target: [keypoints.viewId, keypoints.contentId], set: { posX, posY, color } })
    .returning({ id: keypoints.id });
  return row?.id ?? point.id;
}

export async function deleteKeypoint(db: Queries, viewId: string, contentId: number): Promise<boolean> {
  const gone = await db
    .delete(keypoints)
    .where(and(eq(keypoints.viewId, viewId), eq(keypoints.contentId, contentId)))
    .returning({ id: keypoints.id });
  return gone.length > 0;
}

export interface SceneItemRow {
  readonly id: number;
  readonly markerId: string | null;
  readonly triggerId: number | null;
  readonly kind: SceneItemKind;
  readonly contentId: number | null;
  readonly fileIds: unknown;
  readonly title: string;
  readonly hasAlpha: boolean;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly turnX: number;
  readonly turnY: number;
  readonly turnZ: number;
  readonly width: number;
  readonly videoStart: number;
  readonly videoEnd: number | null;
}

/** The items of a scene; their visibility is that of the scene. A content that the user may not see is null. */
export async function findSceneItems(pool: pg.Pool, viewer: Viewer, sceneId: number, locale: Language) {
  const [first, second] = locale === 'en' ? ['title_en', 'title_it'] : ['title_it', 'title_en'];
  return await runQuery<SceneItemRow>(
    pool,
    sql`select items.id, items.marker_id as "markerId", kind, ${contents.id} as "contentId", file_ids as "fileIds",
        (select min(id) from triggers where triggers.scene_id = items.scene_id and file_id = items.marker_id) as "triggerId",
        coalesce(nullif(${sql.raw(first)}, ''), ${sql.raw(second)}) as title,
        has_alpha as "hasAlpha", x, y, z, turn_x as "turnX", turn_y as "turnY", turn_z as "turnZ", width,
        video_start as "videoStart", video_end as "videoEnd"
      from scene_items as items left join ${contents} on ${contents.id} = items.content_id and ${seenBy(viewer)}
      where items.scene_id = ${sceneId} order by items.position, items.id`,
    true,
  );
}

export interface ItemFile {
  readonly id: string;
  readonly kind: 'item';
  readonly url: null;
  readonly ending: string | null;
  readonly width: null;
}

/** The files of a scene's items. */
export async function findItemFiles(pool: pg.Pool, sceneId: number): Promise<ItemFile[]> {
  const rows = await runQuery<{ id: string; ending: string | null }>(
    pool,
    sql`select id, ending from content_files where content_id = ${sceneId} and kind = 'item'`,
    true,
  );
  return rows.map((row) => ({ ...row, kind: 'item', url: null, width: null }));
}

interface IndexRow {
  readonly id: string;
  readonly digest: string;
}

/** The views of an index: their ids and digests, in a fixed order. */
export async function findIndexed(pool: pg.Pool, viewer: Viewer, format: number, of: IndexScope): Promise<IndexRow[]> {
  return await runQuery<IndexRow>(pool, sql`select views.id, views.digest ${indexedBy(viewer, format, of)}`, true);
}

/** The records of the same views. */
export async function findRecords(pool: pg.Pool, viewer: Viewer, format: number, of: IndexScope): Promise<Buffer[]> {
  const rows = await runQuery<{ record: Buffer }>(
    pool,
    sql`select index_record as record ${indexedBy(viewer, format, of)}`,
    true,
  );
  return rows.map(({ record }) => record);
}

/** The views of a model, or the markers of all scenes or of those at a place. */
export type IndexScope = { readonly modelId: string } | { readonly markersOf: Started };

function indexedBy(viewer: Viewer, format: number, of: IndexScope) {
  const isIndexed = sql`views.format = ${format}::integer and views.digest is not null`;
  if ('modelId' in of)
    return sql`from views join models on models.id = model_id join ${contents} on ${contents.id} = models.content_id
      where ${and(seenBy(viewer), eq(contents.ctnView, ContentView.model), sql`model_id = ${of.modelId}`, isIndexed)}
      order by views.position, views.id`;
  return sql`from views where ${isIndexed} and file_id in (
      select triggers.file_id from triggers join ${contents} on ${contents.id} = scene_id
      where ${triggersOf(viewer, of.markersOf)})
    order by views.id`;
}

export async function findViewFile(pool: pg.Pool, digest: string): Promise<Buffer | null> {
  const [row] = await runQuery<{ evw: Buffer }>(
    pool,
    sql`select evw from views where digest = ${digest} and evw is not null limit 1`,
    true,
  );
  return row?.evw ?? null;
}
