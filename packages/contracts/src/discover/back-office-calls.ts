/** The calls of the back office: all contents of a company, what is live, their history, and the log of changes. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../constants';
import { contentView, locale, visibility } from '../contents';
import { contentId, date } from '../entities';
import { pageSize } from '../paging';
import { fields } from '../wire';

/** `planned`: before its first moment; `ended`: after its last one; `deleted`: can still be brought back. */
export const publishStates = ['live', 'draft', 'planned', 'ended', 'deleted'] as const;
const publishState = z.enum(publishStates);
export type PublishState = z.infer<typeof publishState>;

export const contentSorts = ['title', 'changed', 'state'] as const;
/** PostgreSQL has no year 0. */
const moment = z.nullable(date.check(z.regex(/^(?!0000)/)));

const page = z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1);
const several = <S extends z.core.$ZodType>(one: S) => z.optional(z.array(one).check(z.minLength(1), z.maxLength(50)));

const tableQuery = fields({
  l: z._default(locale, 'en'),
  page,
  pageSize: pageSize(PAGE_SIZE, PAGE_SIZE_MAX),
  /** Part of the title in either language; accents and case are ignored. */
  query: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  v: several(contentView),
  state: z.optional(publishState),
  /** A category on any level. */
  category: z.optional(contentId),
  /** Those without texts in this language. */
  missing: z.optional(locale),
  sort: z._default(z.enum(contentSorts), 'changed'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
});
export type ContentTableQuery = z.output<typeof tableQuery>;

const tableRow = fields({
  id: contentId,
  title: z.string(),
  ctnView: contentView,
  category: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  visibility,
  state: publishState,
  /** It is live from the first of these moments to the second; null: no limit. */
  liveFrom: moment,
  liveUntil: moment,
  /** The languages without texts. */
  missing: z.array(locale),
  /** Null: an import, an API token, or somebody who is gone. */
  changedBy: z.nullable(z.string()),
  changedAt: date,
});
export type ContentTableRow = z.infer<typeof tableRow>;

const several200 = fields({ ids: z.array(contentId).check(z.minLength(1), z.maxLength(200)) });
const table = { tag: 'Contents', path: '/api/back-office/contents' } as const;

export const listContentTable = defineCall({
  ...table,
  name: 'listContentTable',
  scope: 'read',
  summary: 'For operators and admins: a page of all contents of their company, including drafts',
  method: 'GET',
  query: () => tableQuery,
  data: () =>
    fields({
      items: z.array(tableRow),
      total: z.int(),
      /** Contents of the company without texts in a language. */
      missing: fields({ en: z.int(), it: z.int() }),
    }),
  errors: ['notAllowed'],
});

export const publishContents = defineCall({
  ...table,
  name: 'publishContents',
  scope: 'write',
  summary:
    'Publishes contents, makes them drafts, or sets the period in which they are live; this includes their parts',
  method: 'POST',
  flag: 'publish',
  body: () =>
    fields({
      ids: several200.shape.ids,
      /** What is absent stays as it is; at least one of the three is there. */
      isDraft: z.optional(z.boolean()),
      /** Null: no limit. */
      liveFrom: z.optional(moment),
      liveUntil: z.optional(moment),
    }),
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

export const removeContents = defineCall({
  ...table,
  name: 'removeContents',
  scope: 'write',
  summary: 'Deletes contents; they can be restored for thirty days',
  method: 'DELETE',
  body: () => several200,
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

export const bringBackContents = defineCall({
  ...table,
  name: 'bringBackContents',
  scope: 'write',
  summary: 'Restores deleted contents',
  method: 'POST',
  flag: 'bringBack',
  body: () => several200,
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

export const duplicateContents = defineCall({
  ...table,
  name: 'duplicateContents',
  scope: 'write',
  summary: 'Creates drafts with the same texts, details and related contents, but without files',
  method: 'POST',
  flag: 'duplicate',
  body: () => several200,
  data: () => several200,
  errors: ['notAllowed', 'notFound'],
});

const historyEntry = fields({
  id: z.int(),
  at: date,
  by: z.nullable(z.string()),
  /** Names of the fields that differ from the version before; texts as `en.title`. */
  changed: z.array(z.string()),
  title: z.string(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

const history = { tag: 'Contents', path: '/api/back-office/contents/{contentId}/history' } as const;

export const listContentHistory = defineCall({
  ...history,
  name: 'listContentHistory',
  scope: 'read',
  summary: 'The versions of a content, newest first: who wrote each, when, and what changed',
  method: 'GET',
  data: () => z.array(historyEntry),
  errors: ['notAllowed', 'notFound'],
});

export const restoreVersion = defineCall({
  ...history,
  name: 'restoreVersion',
  scope: 'write',
  summary:
    'Gives a content the texts, details, place, category, brand, skin and related contents of an older version, as a new one',
  method: 'POST',
  /** `newest`: the newest version that was shown. If there is a newer one, nothing is written. */
  body: () => fields({ version: contentId, newest: z.optional(contentId) }),
  data: () => z.null(),
  errors: ['notAllowed', 'notFound', 'contentChanged'],
});

/** What people do that the log of changes keeps. */
export const changeActions = [
  'created',
  'changed',
  'published',
  'unpublished',
  'deleted',
  'broughtBack',
  'duplicated',
  'restored',
  'menuPublished',
  'roleChanged',
  'disabled',
  'enabled',
  'devicesEnded',
  'exported',
  'invited',
  'personDeleted',
  'personAdded',
  'personChanged',
  'companyChanged',
  'siteChanged',
  'termsPublished',
  'noticeSent',
  'noticeDeleted',
  'tokenMade',
  'tokenEnded',
  'signOnChanged',
  'signOnRemoved',
  'domainConfirmed',
  'domainRemoved',
  'codesOff',
  'codesOn',
  'joined',
  'identityReleased',
] as const;
const changeAction = z.enum(changeActions);
export type ChangeAction = z.infer<typeof changeAction>;

const loggedChange = fields({
  id: z.int(),
  at: date,
  /** The name at that time. */
  by: z.string(),
  action: changeAction,
  /** The content; null for the menu, people and settings. */
  contentId: z.nullable(contentId),
  /** Of the content, or the name of the person or the thing. */
  title: z.string(),
});
export type LoggedChange = z.infer<typeof loggedChange>;

export const listChanges = defineCall({
  tag: 'Contents',
  path: '/api/back-office/changes',
  name: 'listChanges',
  summary: 'For admins: the changes made by people in the company in the last year, newest first',
  method: 'GET',
  query: () => fields({ page, pageSize: pageSize(PAGE_SIZE, PAGE_SIZE_MAX) }),
  data: () => fields({ items: z.array(loggedChange), total: z.int() }),
  errors: ['notAllowed'],
});
