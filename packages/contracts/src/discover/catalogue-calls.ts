/** The calls of the back office about recognition catalogues. A catalogue is a menu entry with a code; its products are what the entry lists. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { contentId, modelCode } from '../entities';
import { fields } from '../wire';
import { l } from './reading';

const catalogues = { tag: 'Contents', path: '/api/back-office/catalogues' } as const;

const ownCatalogue = fields({
  /** The menu entry. */
  categoryId: contentId,
  title: z.string(),
  modelCode,
  /** Photographs are compared with it. */
  isReady: z.boolean(),
  learnsFromPhotographs: z.boolean(),
  productsCount: z.int(),
  /** Products that no photograph can be compared with. */
  withoutPictureCount: z.int(),
  /** Kept photographs, and feedback about wrong results. */
  photographsCount: z.int(),
  feedbackCount: z.int(),
});
export type OwnCatalogue = z.infer<typeof ownCatalogue>;

export const listOwnCatalogues = defineCall({
  ...catalogues,
  name: 'listOwnCatalogues',
  summary: 'For operators and admins: the catalogues of their company, and the menu entries that aren’t catalogues',
  method: 'GET',
  query: () => fields({ l }),
  data: () => fields({ items: z.array(ownCatalogue), entryIds: z.array(contentId) }),
  errors: ['notAllowed'],
});

export const saveCatalogue = defineCall({
  ...catalogues,
  name: 'saveCatalogue',
  summary:
    'For admins: makes a menu entry a catalogue, or changes its code and whether it keeps the photographs of people who agree',
  method: 'POST',
  body: () =>
    fields({
      categoryId: contentId,
      modelCode: modelCode.check(z.regex(/^[\w.-]+$/)),
      learnsFromPhotographs: z.boolean(),
    }),
  data: () => z.null(),
  errors: ['notAllowed', 'notFound', 'conflict'],
});

export const endCatalogue = defineCall({
  ...catalogues,
  name: 'endCatalogue',
  summary:
    'For admins: makes a catalogue a plain menu entry again; keeps its products, deletes its photographs and feedback',
  method: 'DELETE',
  query: () => fields({ categoryId: contentId }),
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

export const forgetPhotographs = defineCall({
  ...catalogues,
  name: 'forgetPhotographs',
  summary: 'For admins: deletes all photographs that a catalogue has kept',
  method: 'DELETE',
  flag: 'photographs',
  query: () => fields({ categoryId: contentId }),
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

export const copyProducts = defineCall({
  ...catalogues,
  name: 'copyProducts',
  summary:
    'For admins: copies contents of another menu entry, with their pictures and other files, as products of a catalogue; a few with each request, until `next` is null',
  method: 'POST',
  flag: 'copy',
  /** `after`: the `next` of the former request. */
  body: () =>
    fields({
      categoryId: contentId,
      fromCategoryId: contentId,
      after: z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0),
    }),
  data: () =>
    fields({
      copied: z.int(),
      /** They were copied before. */
      skipped: z.int(),
      /** No photograph can be compared with them. */
      withoutPicture: z.int(),
      next: z.nullable(contentId),
    }),
  errors: ['notAllowed', 'notFound'],
});
