/** The calls of contents (part D7). Their path is not under `/services`. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { ContentView, PAGE_SIZE, PAGE_SIZE_MAX } from './constants';
import {
  brandsAndSkins,
  contentBody,
  contentItem,
  contentList,
  contentTexts,
  contentVersion,
  contentView,
  editableContent,
  menuItem,
  writeKey,
} from './contents';
import { discoverModel } from './discover/entities';
import { contentId, id } from './entities';
import { pageSize } from './paging';
import { l, reading } from './discover/reading';
import { fields } from './wire';

const contents = { ...reading, path: '/api/infocontents' } as const;
const oneContent = { ...reading, path: '/api/infocontents/{contentId}' } as const;
const writing = { tag: 'Contents', size: 'file', data: () => contentItem } as const;

const several = <S extends z.core.$ZodType>(one: S) => z.optional(z.array(one).check(z.minLength(1), z.maxLength(50)));
const numbers = several(contentId);

/** PostgreSQL has no year 0. */
const day = z.iso.date().check(z.regex(/^(?!0000)/));

/** Several values of one filter are separated by commas: a content matches if it has one of them. */
const filters = {
  l,
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  pageSize: pageSize(PAGE_SIZE, PAGE_SIZE_MAX),
  v: several(contentView),
  /** Part of the title; accents and case are ignored. */
  query: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** A day, or the first and last of several, UTC. */
  date: z.optional(
    z.array(day).check(
      z.minLength(1),
      z.maxLength(2),
      z.refine(([first = '', last = first]) => first <= last),
    ),
  ),
  /** Categories of the first, second and third level. */
  c1: numbers,
  c2: numbers,
  c3: numbers,
  groupId: numbers,
  /** Related to one of these contents, in either direction; in the order that the related one gives. */
  rel: numbers,
  /** The owning company, by code or id. */
  owCode: several(z.string().check(z.minLength(1), z.maxLength(40))),
  ow: several(id),
  /** 1: public and own contents; 2: private only; 3: all that the caller may see. */
  ac: z._default(z.literal([1, 2, 3]), 1),
} as const;

const query = fields(filters);
export type ContentFilters = z.output<typeof query>;

/** Within `radius` metres, nearest first. */
const nearFilters = fields({
  radius: z.number().check(z.gt(0), z.maximum(20_100_000)),
  location: fields({
    lat: z.number().check(z.minimum(-90), z.maximum(90)),
    long: z.number().check(z.minimum(-180), z.maximum(180)),
  }),
});
export type NearFilters = z.output<typeof nearFilters>;

/** The same for requests without a body, as JSON. */
const nearQuery = fields({ ...filters, nearFilters: z.optional(nearFilters) });

export const listContents = defineCall({
  ...contents,
  name: 'listContents',
  summary: 'A page of the contents visible to the caller, newest first',
  method: 'GET',
  query: () => nearQuery,
  data: () => contentList,
});

export const findContents = defineCall({
  ...contents,
  name: 'findContents',
  summary: 'A page of the contents, also filtered by distance, nearest first',
  method: 'POST',
  flag: 'page',
  revalidated: false,
  query: () => query,
  body: () => fields({ nearFilters: z.optional(nearFilters) }),
  data: () => contentList,
});

export const getMenu = defineCall({
  ...contents,
  name: 'getMenu',
  summary: 'The menu: the tree of categories',
  method: 'GET',
  flag: 'menu',
  query: () => fields({ l }),
  data: () => z.array(menuItem),
});

export const getContent = defineCall({
  ...oneContent,
  name: 'getContent',
  summary: 'A content',
  method: 'GET',
  query: () => fields({ l }),
  data: () => contentItem,
  errors: ['notFound'],
});

export const listScenes = defineCall({
  ...reading,
  name: 'listScenes',
  summary: 'A page of the scenes that the caller may see, newest first',
  method: 'GET',
  path: '/api/scenes',
  query: () => nearQuery,
  data: () => contentList,
});

export const listModels = defineCall({
  ...reading,
  name: 'listModels',
  summary: 'A page of the models that the caller may see, newest first',
  method: 'GET',
  path: '/api/discover/models',
  /** `point`: those with a key point of this content. */
  query: () => fields({ ...filters, nearFilters: z.optional(nearFilters), point: z.optional(contentId) }),
  data: () => fields({ items: z.array(discoverModel), total: z.int() }),
});

const refusals = [
  'notAllowed',
  'notFound',
  'tooLarge',
  'fileCutOff',
  'notAnImage',
  'tooManyPixels',
  'notAPdf',
  'notAnMp3',
  'notAnMp4',
  'notAGlb',
  'glbOutside',
  'glbLoop',
  'glbTooDetailed',
  'glbUnsupported',
] as const;

export const createContent = defineCall({
  ...writing,
  path: contents.path,
  name: 'createContent',
  scope: 'write',
  summary: 'Creates a content of the user’s company, with its texts in one language, or in several by `texts`',
  method: 'POST',
  query: () => fields({ l }),
  body: () =>
    fields({
      ...contentBody,
      title: contentBody.title.def.innerType,
      texts: contentTexts,
      ctnView: z._default(contentView, ContentView.info),
      /** If a content was made with it, this is answered, and no other one is made. */
      writeKey: z.optional(writeKey),
    }),
  errors: [...refusals, 'contentChanged'],
});

export const changeContent = defineCall({
  ...writing,
  path: oneContent.path,
  name: 'changeContent',
  scope: 'write',
  summary: 'Changes a content of the user’s company, with its texts in one language, or in several by `texts`',
  method: 'POST',
  query: () => fields({ l }),
  /** `basedOn`: the version that was edited. If another one is stored meanwhile, nothing is written. */
  body: () =>
    fields({
      ...contentBody,
      texts: contentTexts,
      basedOn: z.optional(contentVersion),
      writeKey: z.optional(writeKey),
    }),
  errors: [...refusals, 'contentChanged'],
});

export const getEditableContent = defineCall({
  tag: 'Contents',
  path: oneContent.path,
  name: 'getEditableContent',
  scope: 'read',
  summary: 'A content of the user’s company for editing: all languages at once, and its version',
  method: 'GET',
  flag: 'editing',
  data: () => editableContent,
  errors: ['notAllowed', 'notFound'],
});

export const listBrandsAndSkins = defineCall({
  tag: 'Contents',
  path: '/api/back-office/brands-and-skins',
  name: 'listBrandsAndSkins',
  scope: 'read',
  summary: 'The brands and skins that the contents of the user’s company can have',
  method: 'GET',
  data: () => brandsAndSkins,
  errors: ['notAllowed'],
});

export const reportEditing = defineCall({
  tag: 'Contents',
  path: oneContent.path,
  name: 'reportEditing',
  summary:
    'Reports that the user is editing a content, for the next minute; answers who else is, and with the stored version',
  method: 'POST',
  flag: 'editing',
  outlivesPage: true,
  /** `isOver`: the user has stopped. */
  body: () => fields({ isOver: z._default(z.boolean(), false) }),
  data: () => fields({ version: contentVersion, others: z.array(z.string()) }),
  errors: ['notAllowed', 'notFound'],
});

export const deleteContent = defineCall({
  tag: 'Contents',
  path: oneContent.path,
  name: 'deleteContent',
  scope: 'write',
  summary: 'Deletes a content of the user’s company, with its files and parts',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

type Changed = z.output<typeof changeContent.body>;
/** What is written of a content, with its texts in one language. */
export type WrittenContent = Omit<Changed, 'texts' | 'basedOn' | 'writeKey'>;
/** What is written of its texts in several; null: the language is removed. */
export type WrittenTexts = NonNullable<Changed['texts']>;
