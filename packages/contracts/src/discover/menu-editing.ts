/** The calls of the menu editor. An admin edits a draft of the whole tree; visitors see it once it is published. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { contentView } from '../contents';
import { CONTENT_TITLE_MAX } from '../constants';
import { contentId, date } from '../entities';
import { fields } from '../wire';

/** Most entries of one level below one entry, and of a menu. */
const ENTRIES_MAX = 200;
export const MENU_ENTRIES_MAX = 2000;

/** A path of this app. */
export const menuCode = z.string().check(z.regex(/^\/(?!\/)[\w./-]*$/), z.maxLength(100));

const OWNER = '([0-9a-f-]{36}-)?';
const pictureUrl = z.string().check(z.regex(new RegExp(`^/pictures/${OWNER}[0-9a-f]{32}\\.webp$`)));
const layerUrl = z.string().check(z.regex(new RegExp(`^/maps/${OWNER}[0-9a-f]{32}\\.km[lz]$`)));

const title = z.string().check(z.trim(), z.maxLength(CONTENT_TITLE_MAX));
const descr = z.string().check(z.trim(), z.maxLength(2000));
const inLanguages = <S extends z.core.$ZodType>(one: S) => fields({ en: one, it: one });

const entry = {
  /** Null: it is not published yet. */
  id: z.nullable(contentId),
  /** In one language at least, once it is published. */
  title: inLanguages(title),
  descr: inLanguages(descr),
  /** `company`: for the people of the company only. */
  visibility: z.enum(['public', 'company']),
  /** The address that the entry opens. Null: its contents, or its own entries if there are any. */
  code: z.nullable(menuCode),
  imageUrl: z.nullable(pictureUrl),
  /** The KML or KMZ layer of a map. */
  attchmUrl: z.nullable(layerUrl),
  ctnType: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  ctnView: contentView,
};

/** An entry with those below it; there are three levels. */
const treeOf = <Shape extends z.core.$ZodShape>(shape: Shape) => {
  const listOf = <S extends z.core.$ZodType>(one: S) => z.array(one).check(z.maxLength(ENTRIES_MAX));
  const third = fields({ ...shape, items: z.array(z.never()) });
  const second = fields({ ...shape, items: listOf(third) });
  return listOf(fields({ ...shape, items: listOf(second) }));
};

const menuTree = treeOf(entry);
export type MenuTree = z.infer<typeof menuTree>;

/** `contentsCount`: of the entry itself, without those below it. `modelCode`: of a recognition catalogue. */
const shownTree = treeOf({ ...entry, contentsCount: z.int(), modelCode: z.nullable(z.string()) });
export type ShownMenuTree = z.infer<typeof shownTree>;

/** `version` grows with each change. `isDraft`: there are changes that visitors do not see yet. */
const menuDraft = fields({
  version: z.int(),
  isDraft: z.boolean(),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(date),
  items: shownTree,
  /** Published entries that the draft deletes. */
  removed: z.array(contentId),
});
export type MenuDraft = z.infer<typeof menuDraft>;

const draft = { tag: 'Contents', path: '/api/menu/draft', data: () => menuDraft } as const;
/** The version that the change was made from. */
const basedOn = z.int().check(z.minimum(0), z.maximum(2_000_000_000));

export const getMenuDraft = defineCall({
  ...draft,
  name: 'getMenuDraft',
  scope: 'read',
  summary: 'For admins: the menu as it is being edited, with all languages',
  method: 'GET',
  errors: ['notAllowed'],
});

export const saveMenuDraft = defineCall({
  ...draft,
  name: 'saveMenuDraft',
  scope: 'write',
  summary: 'For admins: saves the draft of the whole menu',
  method: 'PUT',
  size: 'file',
  body: () =>
    fields({
      basedOn,
      // An empty list is not sent in a form.
      items: z._default(menuTree, []),
      removed: z._default(z.array(contentId).check(z.maxLength(2000)), []),
    }),
  errors: ['notAllowed', 'menuChanged'],
});

export const publishMenu = defineCall({
  ...draft,
  name: 'publishMenu',
  scope: 'write',
  summary: 'For admins: publishes the draft of the menu',
  method: 'POST',
  flag: 'publish',
  body: () => fields({ basedOn }),
  errors: ['notAllowed', 'menuChanged'],
});

export const discardMenuDraft = defineCall({
  ...draft,
  name: 'discardMenuDraft',
  scope: 'write',
  summary: 'For admins: discards the draft and returns to the published menu',
  method: 'DELETE',
  body: () => fields({ basedOn }),
  errors: ['notAllowed', 'menuChanged'],
});

export const addMenuFile = defineCall({
  tag: 'Contents',
  name: 'addMenuFile',
  scope: 'write',
  summary: 'For admins: stores a picture, or a KML or KMZ layer, for an entry of the menu',
  method: 'POST',
  path: '/api/menu/files',
  size: 'file',
  body: () => fields({ kind: z.enum(['picture', 'layer']), base64: z.string().check(z.minLength(1)) }),
  data: () => fields({ url: z.string() }),
  errors: ['notAllowed', 'tooLarge', 'fileCutOff', 'notAnImage', 'tooManyPixels', 'notAMap'],
});
