/** What the camera recognizes, and what it shows there. */
import type { SceneItemKind } from '@earth/contracts';
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns';
import { numbered } from './contents';

/** Views: the pictures of markers (`modelId` null) and of models. `evw`, `indexRecord`: see `packages/vision/src/view-format.ts`;
 * `thumbnail`: 64 × 64 grey pixels, by which two views of one picture are found. */
export const views = pgTable(
  'views',
  {
    id: uuid().primaryKey(),
    /** Its picture. */
    fileId: uuid('file_id').notNull().unique(),
    modelId: uuid('model_id'),
    maskId: uuid('mask_id'),
    maskVersion: integer('mask_version').notNull().default(0),
    position: integer().notNull().default(0),
    format: integer(),
    isChanged: boolean('is_changed').notNull().default(false),
    digest: text(),
    rating: integer(),
    reason: text(),
    indexRecord: bytea('index_record'),
    evw: bytea(),
    thumbnail: bytea(),
    queuedAt: moment('queued_at'),
    claimedBy: uuid('claimed_by'),
    tries: integer().notNull().default(0),
  },
  (table) => [
    index('views_model').on(table.modelId),
    index('views_digest').on(table.digest),
    index('views_mask').on(table.maskId),
    index('views_queue').on(table.queuedAt).where(sql`queued_at is not null`),
  ],
);

/** Places in pictures of views that lead to contents. */
export const keypoints = pgTable(
  'keypoints',
  {
    id: uuid().primaryKey(),
    viewId: uuid('view_id').notNull(),
    contentId: integer('content_id').notNull(),
    posX: doublePrecision('pos_x').notNull(),
    posY: doublePrecision('pos_y').notNull(),
    color: text().notNull(),
  },
  (table) => [
    uniqueIndex('keypoints_view_id_content_id_key').on(table.viewId, table.contentId),
    index('keypoints_content').on(table.contentId),
  ],
);

/** What stands on the markers of a scene. `markerId`: on this one only. Angles in degrees; the width of the marker is 1. */
export const sceneItems = pgTable(
  'scene_items',
  {
    id: numbered('scene_items'),
    sceneId: integer('scene_id').notNull(),
    position: integer().notNull().default(0),
    markerId: uuid('marker_id'),
    kind: text().$type<SceneItemKind>().notNull(),
    contentId: integer('content_id'),
    fileIds: jsonb('file_ids').$type<readonly string[]>().notNull().default([]),
    titleEn: text('title_en').notNull().default(''),
    titleIt: text('title_it').notNull().default(''),
    hasAlpha: boolean('has_alpha').notNull().default(false),
    x: doublePrecision().notNull().default(0),
    y: doublePrecision().notNull().default(0),
    z: doublePrecision().notNull().default(0),
    turnX: doublePrecision('turn_x').notNull().default(0),
    turnY: doublePrecision('turn_y').notNull().default(0),
    turnZ: doublePrecision('turn_z').notNull().default(0),
    width: doublePrecision().notNull().default(1),
    videoStart: doublePrecision('video_start').notNull().default(0),
    videoEnd: doublePrecision('video_end'),
  },
  (table) => [
    index('scene_items_scene').on(table.sceneId),
    index('scene_items_content').on(table.contentId),
    index('scene_items_marker').on(table.markerId),
  ],
);
