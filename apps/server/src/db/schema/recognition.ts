/** Image recognition: descriptions of products' pictures, and what catalogues keep. Migration 38 explains the columns. */
import type { RecognitionMode } from '@earth/contracts';
import type { Calibration } from '@earth/vision/recognition';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns';

export const pictureDescriptions = pgTable('picture_descriptions', {
  fileId: uuid('file_id').primaryKey(),
  format: integer(),
  description: bytea(),
  trials: bytea(),
  claimedBy: uuid('claimed_by'),
  tries: integer().notNull().default(0),
});

export const catalogues = pgTable('catalogues', {
  categoryId: integer('category_id').primaryKey(),
  format: integer(),
  digest: text(),
  calibration: jsonb().$type<Calibration>(),
  index: bytea(),
  claimedBy: uuid('claimed_by'),
});

const mode = () => integer().$type<RecognitionMode>().notNull();

export const photographs = pgTable(
  'photographs',
  {
    id: uuid().primaryKey(),
    categoryId: integer('category_id').notNull(),
    /** The answer to it. */
    contentId: integer('content_id'),
    isMatch: boolean('is_match').notNull(),
    /** Somebody has said that the answer is wrong. */
    isRefused: boolean('is_refused').notNull().default(false),
    mode: mode(),
    note: text().notNull().default(''),
    similarity: integer(),
    jpeg: bytea().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('photographs_category').on(table.categoryId, table.createdAt),
    index('photographs_content').on(table.contentId),
  ],
);

export const recognitionFeedback = pgTable(
  'recognition_feedback',
  {
    id: uuid().primaryKey(),
    categoryId: integer('category_id').notNull(),
    contentId: integer('content_id'),
    photographId: uuid('photograph_id'),
    note: text().notNull().default(''),
    mode: mode(),
    similarity: integer(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('recognition_feedback_category').on(table.categoryId, table.createdAt.desc(), table.id),
    index('recognition_feedback_content').on(table.contentId),
    index('recognition_feedback_photograph').on(table.photographId),
  ],
);
