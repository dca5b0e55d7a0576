/** The calls of image recognition: a photograph is compared with the products of a catalogue (D7.19). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { PAGE_SIZE, PAGE_SIZE_MAX, RECOGNITION_NOTE_MAX, RESULTS, RESULTS_MAX } from '../constants';
import { content, contentItem } from '../contents';
import { contentId, date, id } from '../entities';
import { pageSize } from '../paging';
import { fields } from '../wire';
import { l, reading } from './reading';

const oneCatalogue = { ...reading, path: '/api/deep/catalogues/{modelcode}' } as const;
const feedback = { tag: 'Contents', path: '/api/deep/feedback/{modelcode}' } as const;

/** Whose catalogue it is. Absent: the one with this code that the caller may see, of the own company first. */
const customerCode = z.optional(z.string().check(z.minLength(1), z.maxLength(40)));
/** 0: texture, 1: colour 1 (the colours themselves), 2: colour 2 (the mean colour and its distribution). */
const mode = z.literal([0, 1, 2]);
export type RecognitionMode = z.infer<typeof mode>;
const note = z.string().check(z.trim(), z.maxLength(RECOGNITION_NOTE_MAX));
const base64 = z.string().check(z.minLength(1));
const percent = z.int().check(z.minimum(0), z.maximum(100));

/** Parts of the photograph: 0 to 1 of its width and height. */
const region = fields({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type RecognitionRegion = z.infer<typeof region>;

/** What a content has to open. */
export const mediaActions = ['web', 'video', 'audio', 'attachment', 'shop'] as const;
export type MediaAction = (typeof mediaActions)[number];

/** A product that is like the photograph (D3.10). */
export const recognitionResult = fields({
  ...contentItem.shape,
  /** `adminId`: the contact who administers the owning company. */
  content: fields({ ...content.shape, adminId: z.nullable(id) }),
  mediaActions: z.array(z.enum(mediaActions)),
  /** The menu entry of the catalogue. */
  group: fields({ id: contentId, title: z.string() }),
  /** Smaller is closer. */
  distance: z.number(),
  /** How probable it is that the photograph shows this product, in per cent. */
  similarity: percent,
  /** Whether the photograph shows this product, by the calibration of the catalogue. At most one result of a region does. */
  isMatch: z.boolean(),
  /** The picture of the product that is like the photograph. */
  pictureUrl: z.nullable(z.string()),
  /** The part of the photograph. Null: all of it. */
  region: z.nullable(region),
});
export type RecognitionResult = z.infer<typeof recognitionResult>;

export const recognitionParams = fields({
  mode: z._default(mode, 0),
  note: z.optional(note),
  /** Looks for several products in the photograph. */
  regions: z._default(z.boolean(), false),
  /** The person agrees that the photograph is kept, with its answer. It is if the catalogue learns from photographs, else never. */
  learn: z._default(z.boolean(), false),
});

/** What is wrong with a photograph. */
const pictureErrors = ['tooLarge', 'fileCutOff', 'notAnImage', 'tooManyPixels', 'tooSmallToSee'] as const;

export const predict = defineCall({
  tag: 'Contents',
  name: 'predict',
  summary:
    'The products of a catalogue that are most similar to a photograph, best match first; none if it shows no such product',
  method: 'POST',
  path: '/api/deep/predict/{modelcode}',
  auth: 'key',
  size: 'file',
  // The visitors of a showroom share one network address.
  callsAMinute: 60,
  query: () => fields({ l }),
  body: () =>
    fields(
      {
        customerCode,
        base64Image: base64,
        maxResults: z._default(z.int().check(z.minimum(1), z.maximum(RESULTS_MAX)), RESULTS),
        customParams: z._default(recognitionParams, { mode: 0, regions: false, learn: false }),
      },
      { base64Image: 'base64-image', maxResults: 'max-results', customParams: 'custom-params' },
    ),
  data: () => z.array(recognitionResult),
  errors: ['notFound', ...pictureErrors, 'tooManyTries', 'recognitionBusy', 'catalogueNotReady'],
});

/** A catalogue as the caller sees it. `indexBytes`: the size of its index; 0 until it is ready. */
export const catalogue = fields({
  modelCode: z.string(),
  title: z.string(),
  productsCount: z.int(),
  indexBytes: z.int(),
  isReady: z.boolean(),
  /** Whether it keeps the photographs of people who agree. */
  learnsFromPhotographs: z.boolean(),
});
export type Catalogue = z.infer<typeof catalogue>;

export const getCatalogue = defineCall({
  ...oneCatalogue,
  name: 'getCatalogue',
  summary: 'A catalogue of image recognition',
  method: 'GET',
  query: () => fields({ customerCode, l }),
  data: () => catalogue,
  errors: ['notFound'],
});

export const getCatalogueIndex = defineCall({
  ...oneCatalogue,
  compressed: false,
  // A device asks once when it opens the catalogue; an index may be built for the answer.
  callsAMinute: 60,
  name: 'getCatalogueIndex',
  summary: 'The index of a catalogue, for recognition on the device',
  method: 'GET',
  flag: 'index',
  answer: 'bytes',
  query: () => fields({ customerCode }),
  data: () => z.instanceof(Uint8Array),
  errors: ['notFound', 'tooManyTries', 'recognitionBusy', 'catalogueNotReady'],
});

/** What a device shows of a product without a network. */
export const catalogueProduct = fields({
  contentId,
  title: z.string(),
  /** The first line of its description, or its brand. */
  line: z.string(),
  imageUrl: z.nullable(z.string()),
  /** By the ids of the pictures in the index. */
  pictureUrls: z.record(z.string(), z.string()),
});
export type CatalogueProduct = z.infer<typeof catalogueProduct>;

export const listCatalogueProducts = defineCall({
  ...oneCatalogue,
  name: 'listCatalogueProducts',
  summary: 'A summary of all products of a catalogue that are visible to the caller',
  method: 'GET',
  flag: 'products',
  query: () => fields({ customerCode, l }),
  data: () => fields({ items: z.array(catalogueProduct) }),
  errors: ['notFound'],
});

export const sendRecognitionFeedback = defineCall({
  ...feedback,
  name: 'sendRecognitionFeedback',
  summary:
    'Reports a wrong result. A photograph can be attached if the catalogue learns from photographs and the person agrees',
  method: 'POST',
  auth: 'key',
  size: 'file',
  callsAMinute: 30,
  body: () =>
    fields({
      customerCode,
      /** The result that is wrong. Absent: nothing right was found. */
      contentId: z.optional(contentId),
      note: z._default(note, ''),
      mode: z._default(mode, 0),
      similarity: z.optional(percent),
      image: z.optional(base64),
    }),
  data: () => z.null(),
  errors: ['notFound', ...pictureErrors, 'tooManyTries', 'recognitionBusy'],
});

export const recognitionFeedback = fields({
  uniqueId: id,
  date,
  /** Null: nothing right was found, or the content does not exist any more. */
  contentId: z.nullable(contentId),
  title: z.nullable(z.string()),
  note: z.string(),
  mode,
  similarity: z.nullable(percent),
  hasPhotograph: z.boolean(),
});
export type RecognitionFeedback = z.infer<typeof recognitionFeedback>;

export const listRecognitionFeedback = defineCall({
  ...feedback,
  name: 'listRecognitionFeedback',
  summary: 'For operators and admins: a page of the feedback about a catalogue of their company, newest first',
  method: 'GET',
  query: () =>
    fields({
      l,
      page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
      pageSize: pageSize(PAGE_SIZE, PAGE_SIZE_MAX),
    }),
  data: () => fields({ items: z.array(recognitionFeedback), total: z.int() }),
  errors: ['notAllowed', 'notFound'],
});
