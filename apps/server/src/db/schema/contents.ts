/** Contents of Discover, what is shown of them, and what they are sorted by. */
import {
  type Beacon,
  type ContentDetail,
  type EditedPart,
  forEachDetail,
  type Language,
  type Visibility,
} from '@earth/contracts';
import { isNotNull, isNull, or, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** Numbered by the table's own sequence. */
export const numbered = (table: string) =>
  integer()
    .primaryKey()
    .default(sql.raw(`nextval('${table}_id_seq')`));
const locale = () => text().$type<Language>();
/** The key of an item in the imports of a company, and the hash of its row. */
const imported = { importKey: text('import_key'), importDigest: text('import_digest') };

export const brands = pgTable(
  'brands',
  {
    id: numbered('brands'),
    companyId: uuid('company_id').notNull(),
    name: text().notNull(),
    ...imported,
  },
  (table) => [uniqueIndex('brands_import').on(table.companyId, table.importKey).where(isNotNull(table.importKey))],
);

/** The style of a list's header, and of the picture on a detail page: 1 hides it, 3 shows all of it. */
export const skins = pgTable(
  'skins',
  {
    id: numbered('skins'),
    companyId: uuid('company_id').notNull(),
    hdBgColor: text('hd_bg_color').notNull(),
    hdFontColor: text('hd_font_color').notNull(),
    imageType: integer('image_type').notNull().default(2),
    ...imported,
  },
  (table) => [uniqueIndex('skins_import').on(table.companyId, table.importKey).where(isNotNull(table.importKey))],
);

/**
 * A tree of three levels, which is the menu too. `companyId`: for its people only; null: for everybody. `importCompanyId`: the
 * company whose import created it. `modelCode`: of a catalogue, that photographs are compared with.
 */
export const categories = pgTable(
  'categories',
  {
    id: numbered('categories'),
    parentId: integer('parent_id'),
    companyId: uuid('company_id'),
    level: integer().notNull(),
    position: integer().notNull().default(0),
    code: text(),
    imageUrl: text('image_url'),
    attchmUrl: text('attchm_url'),
    ctnType: integer('ctn_type').notNull().default(1),
    ctnView: integer('ctn_view').notNull().default(1),
    modelCode: text('model_code'),
    learnsFromPhotographs: boolean('learns_from_photographs').notNull().default(false),
    importCompanyId: uuid('import_company_id'),
    ...imported,
  },
  (table) => [
    index('categories_parent').on(table.parentId),
    uniqueIndex('categories_model_code').on(table.importCompanyId, table.modelCode),
    uniqueIndex('categories_import').on(table.importCompanyId, table.importKey).where(isNotNull(table.importKey)),
  ],
);

export const categoryTexts = pgTable(
  'category_texts',
  {
    categoryId: integer('category_id').notNull(),
    locale: locale().notNull(),
    title: text().notNull(),
    descr: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.locale] })],
);

/**
 * What a content is found by. `c1` to `c3` are the path from the root to its category. `searchEn` and `searchIt`, and the languages that it
 * has, are set from its texts by a trigger. `version` grows with each change, of texts and files too; `writeKey`: with which it was written. `isShown`: it is live now; see
 * `features/discover/contents/back-office/live-store.ts`.
 */
export const contents = pgTable(
  'contents',
  {
    id: numbered('contents'),
    companyId: uuid('company_id').notNull(),
    visibility: text().$type<Visibility>().notNull(),
    customerId: uuid('customer_id'),
    date: moment('date').notNull(),
    ctnType: integer('ctn_type').notNull().default(1),
    ctnView: integer('ctn_view').notNull(),
    categoryId: integer('category_id'),
    c1: integer(),
    c2: integer(),
    c3: integer(),
    brandId: integer('brand_id'),
    skinId: integer('skin_id'),
    groupId: integer('group_id'),
    extlId: text('extl_id'),
    lat: doublePrecision(),
    long: doublePrecision(),
    searchEn: text('search_en').notNull().default(''),
    searchIt: text('search_it').notNull().default(''),
    version: integer().notNull().default(1),
    isDraft: boolean('is_draft').notNull().default(false),
    liveFrom: moment('live_from'),
    liveUntil: moment('live_until'),
    deletedAt: moment('deleted_at'),
    isShown: boolean('is_shown').notNull().default(true),
    hasEn: boolean('has_en').notNull().default(false),
    hasIt: boolean('has_it').notNull().default(false),
    changedAt: moment('changed_at').notNull().defaultNow(),
    changedById: uuid('changed_by_id'),
    changedByToken: text('changed_by_token'),
    writeKey: uuid('write_key'),
    copiedFromId: integer('copied_from_id'),
    ...imported,
  },
  (table) => [
    index('contents_date').on(table.date.desc(), table.id),
    index('contents_view').on(table.ctnView, table.date.desc(), table.id),
    index('contents_c1').on(table.c1, table.date.desc(), table.id),
    index('contents_c2').on(table.c2, table.date.desc(), table.id),
    index('contents_c3').on(table.c3, table.date.desc(), table.id),
    index('contents_group').on(table.groupId),
    index('contents_company').on(table.companyId, table.date.desc(), table.id),
    index('contents_private').on(table.customerId, table.date.desc(), table.id),
    index('contents_changed').on(table.companyId, table.changedAt.desc(), table.id).where(isNull(table.deletedAt)),
    index('contents_changed_by').on(table.changedById),
    index('contents_languages').on(table.companyId, table.hasEn, table.hasIt).where(isNull(table.deletedAt)),
    index('contents_write_key').on(table.writeKey).where(isNotNull(table.writeKey)),
    index('contents_copied_from').on(table.copiedFromId, table.categoryId).where(isNotNull(table.copiedFromId)),
    index('contents_title_en').on(table.companyId, table.searchEn, table.id).where(isNull(table.deletedAt)),
    index('contents_title_it').on(table.companyId, table.searchIt, table.id).where(isNull(table.deletedAt)),
    index('contents_moments')
      .on(table.id)
      .where(or(isNotNull(table.liveFrom), isNotNull(table.liveUntil), isNotNull(table.deletedAt)) ?? sql`false`),
    index('contents_search_en').using('gin', table.searchEn),
    index('contents_search_it').using('gin', table.searchIt),
    uniqueIndex('contents_import').on(table.companyId, table.importKey).where(isNotNull(table.importKey)),
  ],
);

export const contentTexts = pgTable(
  'content_texts',
  {
    contentId: integer('content_id').notNull(),
    locale: locale().notNull(),
    title: text().notNull(),
    descr: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.locale] })],
);

/** Who is editing a content or a part of a company (`EditedPart`), until when unless they say so again. */
export const editors = pgTable(
  'editors',
  {
    contentId: integer('content_id'),
    companyId: uuid('company_id'),
    part: text('part').$type<EditedPart>(),
    contactId: uuid('contact_id').notNull(),
    until: moment('until').notNull(),
  },
  (table) => [
    uniqueIndex('editors_place').on(table.contentId, table.companyId, table.part, table.contactId),
    index('editors_company').on(table.companyId),
    index('editors_contact').on(table.contactId),
  ],
);

/** The column of a detail: `youtubeUrl` is `youtube_url`. */
const columnOf = (detail: ContentDetail) => detail.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const contentDetails = pgTable('content_details', {
  contentId: integer('content_id').primaryKey(),
  ...forEachDetail((name) => text(columnOf(name))),
  price: doublePrecision().notNull().default(0),
});

const FILE_KINDS = [
  ...(['image', 'gallery', 'video', 'attchm', 'audio', 'marker', 'model'] as const),
  ...(['view', 'mask', 'item'] as const),
] as const;

/**
 * A content's pictures, video, attachments, audio, 3D model, markers, views with their masks, and what stands on markers: stored here, or elsewhere at `url`. Texts and audio have a language;
 * `locale` null: for all. The widths of a picture follow from its own: see `features/discover/contents/pictures.ts`. `digest`: the
 * hash of the bytes that came.
 */
export const contentFiles = pgTable(
  'content_files',
  {
    id: uuid().primaryKey(),
    contentId: integer('content_id').notNull(),
    kind: text({ enum: FILE_KINDS }).notNull(),
    locale: locale(),
    position: integer().notNull().default(0),
    url: text(),
    ending: text(),
    digest: text(),
    width: integer(),
    height: integer(),
    placeholder: text(),
    name: text(),
    descr: text(),
  },
  (table) => [index('content_files_content').on(table.contentId)],
);

export const contentRelations = pgTable(
  'content_relations',
  {
    contentId: integer('content_id').notNull(),
    relatedId: integer('related_id').notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.relatedId] }),
    index('content_relations_related').on(table.relatedId),
  ],
);

/** What starts a scene: a picture, optionally at a place, or a beacon. The picture is a file of the scene, or at `imageUrl`. */
export const triggers = pgTable(
  'triggers',
  {
    id: numbered('triggers'),
    sceneId: integer('scene_id').notNull(),
    placeId: integer('place_id'),
    sType: integer('s_type').notNull(),
    imageUrl: text('image_url'),
    fileId: uuid('file_id'),
    beaconUuid: uuid('beacon_uuid'),
    beaconMajor: integer('beacon_major'),
    beaconMinor: integer('beacon_minor'),
    beaconRange: text('beacon_range').$type<Beacon['range']>(),
  },
  (table) => [index('triggers_scene').on(table.sceneId), index('triggers_file').on(table.fileId)],
);

/** A model that can be visited, and the content that describes it. */
export const models = pgTable('models', {
  id: uuid().primaryKey(),
  contentId: integer('content_id').notNull().unique(),
});

/** One row, whose number grows with every change of what lists show. */
export const contentsRevision = pgTable('contents_revision', {
  id: integer().primaryKey(),
  number: bigint({ mode: 'number' }).notNull(),
});
