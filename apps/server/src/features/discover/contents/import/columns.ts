/** The columns of an import's rows, and what they become. */
import {
  CONTENT_TITLE_MAX,
  contentBody,
  detailBodies,
  fields,
  GALLERY_MAX,
  modelCode,
  SCENE_ITEMS_MAX,
  sceneItemKinds,
  sceneItemPlace,
  sceneItemTitle,
  showsSomething,
  VIEWS_MAX,
} from '@earth/contracts';
import * as z from 'zod/mini';

/** Columns with one per language: `title_en`, `title_it`. */
export const inLanguages = ['title', 'descr', 'attchmName', 'attchmDescr', 'attchmUrl', 'audioUrl'] as const;

const { attchmName, attchmDescr, attchmUrl, audioUrl, title, descr } = contentBody;
/** Texts, attachments and audio. */
export const languageBody = fields({ title, descr, attchmName, attchmDescr, attchmUrl, audioUrl });
export type LanguageBody = z.output<typeof languageBody>;

/** Fields without a language. The rules are those of the calls. */
export const commonBody = fields({
  ctnType: contentBody.ctnType,
  ctnView: contentBody.ctnView,
  visibility: contentBody.visibility,
  customerCode: contentBody.customerCode,
  videoUrl: contentBody.videoUrl,
  ...detailBodies,
  lat: contentBody.lat,
  long: contentBody.long,
  price: contentBody.price,
});
export type CommonBody = z.output<typeof commonBody>;

/** The colour of points in a visit (D9.19). */
const KEYPOINT_COLOR = '#29c885';

const key = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const reference = z.optional(z.nullable(key));
const path = z.string().check(z.minLength(1), z.maxLength(500));
const file = z.optional(z.nullable(path));
const files = z.optional(z.nullable(z.array(path).check(z.maxLength(GALLERY_MAX))));
const number = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));

const color = z.string().check(z.regex(/^#[\da-f]{6}$/i));

/** What stands on a marker of a scene. */
const itemBody = fields({
  kind: z.enum(sceneItemKinds),
  /** Which of the scene's markers, from 1; absent: each of them. */
  marker: z.optional(number(1, GALLERY_MAX)),
  content: reference,
  files: z._default(z.array(path).check(z.maxLength(GALLERY_MAX)), []),
  title_en: sceneItemTitle,
  title_it: sceneItemTitle,
  ...sceneItemPlace,
});
export type ItemBody = z.output<typeof itemBody>;

const position = z.number().check(z.minimum(0), z.maximum(16_383));
/** A view of a model, with its mask and the points that lead to contents. */
const viewBody = fields({
  picture: path,
  mask: file,
  points: z._default(
    z.array(fields({ content: key, x: position, y: position, color: z._default(color, KEYPOINT_COLOR) })),
    [],
  ),
});
export type ViewBody = z.output<typeof viewBody>;

/** Fields that the calls do not have: the key, references to other rows, and files beside the import. */
/** `uuid/major/minor`, optionally with how near it has to be. */
const BEACON = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\/\d{1,5}){2}(\/(near|immediate))?$/i;
const hasTwoBytes = z.refine<string>((beacon) =>
  beacon
    .split('/')
    .slice(1, 3)
    .every((number) => Number(number) <= 65_535),
);

export const ownBody = fields({
  key,
  /** A day, or a moment with its zone. */
  date: z.optional(z.union([z.iso.date(), z.iso.datetime({ offset: true })])),
  category: reference,
  brand: reference,
  skin: reference,
  group: reference,
  related: z.optional(z.nullable(z.array(key).check(z.maxLength(200)))),
  image: file,
  images: files,
  video: file,
  attchm_en: file,
  attchm_it: file,
  audio_en: file,
  audio_it: file,
  model: file,
  /** Of a model. */
  views: z.optional(z.nullable(z.array(viewBody).check(z.maxLength(VIEWS_MAX)))),
  /** Of a scene. */
  items: z.optional(z.nullable(z.array(itemBody).check(z.maxLength(SCENE_ITEMS_MAX)))),
  /** Of a scene: its marker pictures, their place, and its beacon. */
  markers: files,
  place: reference,
  beacon: z.optional(z.nullable(z.string().check(z.regex(BEACON), hasTwoBytes))),
});
export type OwnBody = z.output<typeof ownBody>;

const name = z.string().check(z.trim(), z.minLength(1), showsSomething, z.maxLength(CONTENT_TITLE_MAX));
export const brandBody = fields({ key, name });
export const skinBody = fields({
  key,
  hdBgColor: color,
  hdFontColor: color,
  imageType: z._default(number(1, 3), 2),
});
export const categoryBody = fields({
  key,
  /** Where what a page shows depends on it: the sheet of a shape (D2.58). */
  id: z.optional(number(1, 2_147_483_647)),
  parent: reference,
  visibility: z._default(z.enum(['public', 'company']), 'public'),
  position: z.optional(number(0, 10_000)),
  code: z.optional(z.nullable(z.string().check(z.regex(/^\/(?!\/)[\w./-]*$/), z.maxLength(100)))),
  title_en: title,
  title_it: title,
  descr_en: descr,
  descr_it: descr,
  image: file,
  /** Of a map: a KML or KMZ file. */
  layer: file,
  ctnType: contentBody.ctnType,
  ctnView: contentBody.ctnView,
  /** Of a catalogue, with whose contents photographs are compared (D7.19). */
  modelCode: z.optional(z.nullable(modelCode.check(z.regex(/^[\w.-]+$/)))),
  learnsFromPhotographs: z.optional(z.boolean()),
});
export type BrandBody = z.output<typeof brandBody>;
export type SkinBody = z.output<typeof skinBody>;
export type CategoryBody = z.output<typeof categoryBody>;
