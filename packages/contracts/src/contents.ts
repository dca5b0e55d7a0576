/** Data of Discover: contents, their brands and skins, the menu, and triggers of scenes. See `docs/contents.md`. */
import * as z from 'zod/mini';
import { CONTENT_TITLE_MAX, ContentView, GALLERY_MAX } from './constants';
import { contentId, EMAIL, id, showsSomething } from './entities';
import { fields, separately } from './wire';

export const contentView = z.literal(Object.values(ContentView));
/** The languages of contents, of a brand's texts and of the statistics. */
export const contentLanguages = ['en', 'it'] as const;
export type Language = (typeof contentLanguages)[number];
export const locale = z.enum(contentLanguages);

/** The language of contents for a user who speaks this one: English if there are none in it. */
export const contentLanguage = (language: string): Language => contentLanguages.find((one) => one === language) ?? 'en';
/** `company`: for the people of the owning company; `customer`: for those of one other company too. */
export const visibilities = ['public', 'company', 'customer'] as const;
export const visibility = z.enum(visibilities);
export type Visibility = z.infer<typeof visibility>;

/** A picture in several widths. `placeholder` is a tiny blurred version as a data URL. */
export const contentPicture = z.object({
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
  sources: z.array(z.object({ url: z.string(), width: z.int(), type: z.string() })),
});
export type ContentPicture = z.infer<typeof contentPicture>;

const text = z.nullable(z.string());

/**
 * The details of a content: texts that its page shows and that are only stored, each with the kind of text that it takes. They stand here
 * once: what is read and written over the wire, the columns of the database and those of an import are made from this.
 */
export const CONTENT_DETAILS = {
  webUrl: 'address',
  phone: 'mobile',
  email: 'email',
  fax: 'line',
  skype: 'line',
  youtubeUrl: 'address',
  youtubeName: 'line',
  fbUrl: 'address',
  instUrl: 'address',
  linkedinUrl: 'address',
  twUrl: 'address',
  pinUrl: 'address',
  googleUrl: 'address',
  ecommerceUrl: 'address',
  tag: 'line',
} as const;
type Details = typeof CONTENT_DETAILS;
export type ContentDetail = keyof Details;
export const contentDetailNames = Object.keys(CONTENT_DETAILS) as ContentDetail[];

/** An entry for each detail, made from its name. */
export const forEachDetail = <Value>(make: (name: ContentDetail) => Value): Record<ContentDetail, Value> =>
  Object.fromEntries(contentDetailNames.map((name) => [name, make(name)])) as Record<ContentDetail, Value>;

/** Texts are in `locale`: the requested language, or the other one if that is missing. */
export const content = fields({
  id: contentId,
  /** The `UniqueId` of the model, if it is one. */
  extlId: text,
  locale,
  title: z.string(),
  descr: z.string(),
  /** Milliseconds since 1970, UTC. */
  date: z.int(),
  /** For simple clients; other widths are in `image`, which is null if the picture is hosted elsewhere. */
  imageUrl: text,
  image: z.nullable(contentPicture),
  imageUrls: z.array(z.string()),
  images: z.array(z.nullable(contentPicture)),
  videoUrl: text,
  attchmUrl: text,
  attchmName: text,
  attchmDescr: text,
  audioUrl: text,
  /** A 3D model, as binary glTF 2.0. */
  modelUrl: text,
  ...forEachDetail(() => text),
  /** Degrees; both 0 if the content has no place. */
  lat: z.number(),
  long: z.number(),
  price: z.number(),
  ctnType: z.int(),
  ctnView: contentView,
  catId: z.nullable(contentId),
  brandId: z.nullable(contentId),
  /** The content of which it is a part: of a point of interest, its model. */
  groupId: z.nullable(contentId),
  /** The owning company. */
  ownerId: id,
  visibility,
});
export type Content = z.infer<typeof content>;

export const contentItem = fields({
  content,
  brand: z.nullable(fields({ id: contentId, name: z.string() })),
  /** `imageType` of the picture on the detail page: 1 hides it, 3 shows all of it. */
  skin: z.nullable(fields({ hdBgColor: z.string(), hdFontColor: z.string(), imageType: z.int() })),
});
export type ContentItem = z.infer<typeof contentItem>;

export const contentList = fields({ items: z.array(contentItem), total: z.int() });
export type ContentList = z.infer<typeof contentList>;

const menuShape = {
  id: contentId,
  title: z.string(),
  /** The address that the entry opens. Null: its contents, or its own entries if there are any. */
  code: text,
  descr: z.string(),
  imageUrl: text,
  attchmUrl: text,
  ctnType: z.int(),
  ctnView: contentView,
  /** Level of the filter that takes the id: 1 is `c1`. */
  catIndex: z.int(),
  /** Of a catalogue: its code, and that of the company whose catalogue it is. A menu that a device stored earlier has neither. */
  modelCode: z._default(text, null),
  customerCode: z._default(text, null),
};

/** A menu entry is a category, on one of three levels. */
export const menuItem = fields({
  ...menuShape,
  items: z.array(fields({ ...menuShape, items: z.array(fields({ ...menuShape, items: z.array(z.never()) })) })),
});
export type MenuItem = z.infer<typeof menuItem>;

/** An empty text counts as absent. */
const emptied = <S extends z.core.$ZodType<unknown, string>>(schema: S) =>
  z.optional(
    z.pipe(
      z.transform((given: unknown) => (typeof given === 'string' && given.trim() === '' ? null : given)),
      z.nullable(schema),
    ),
  );
const words = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const line = emptied(words(200));
const webAddress = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000));
/** A file address given out by this server; writing it back keeps the file. */
const ownAddress = /^\/(media\/[0-9a-f-]{36}\/[\w.?=&-]+|pictures\/[0-9a-f]{32}\.webp)$/;
const fileAddress = z.union([webAddress, z.string().check(z.regex(ownAddress))]);
/** Only addresses of this server, because pages load no pictures from elsewhere. */
const pictureAddress = z.string().check(z.regex(ownAddress));
const OWN_MODEL = /^\/media\/[0-9a-f-]{36}\/file\.glb(\?[\w.=&-]+)?$/;
const file = z.optional(z.string().check(z.minLength(1)));

/** Italian mobile number, with or without +39 or 0039 (D5.11). */
const ITALIAN_MOBILE = /^((\+|00)39[ .]?)?3\d{2}[ .]?\d{3}[ .]?\d{3,4}$/;
const detailKinds = {
  line,
  address: emptied(webAddress),
  mobile: emptied(z.string().check(z.trim(), z.regex(ITALIAN_MOBILE))),
  email: emptied(z.string().check(z.trim(), z.maxLength(254), z.email({ pattern: EMAIL }))),
};
// Pure: pages that write no content leave it out.
export const detailBodies = /* @__PURE__ */ forEachDetail((name) => detailKinds[CONTENT_DETAILS[name]]);

const YEAR_1 = -62_135_596_800_000;
const YEAR_9999 = 253_402_300_799_999;

/** What a content has in each of its languages: absent fields stay, null clears them. Files come as base64. */
export const contentTextsBody = {
  title: z.optional(z.string().check(z.trim(), z.minLength(1), showsSomething, z.maxLength(CONTENT_TITLE_MAX))),
  /** Forms send their own line breaks. */
  descr: z.optional(words(20_000).check(z.overwrite((descr) => descr.replaceAll('\r\n', '\n')))),
  attchmBase64: file,
  attchmUrl: z.optional(z.nullable(fileAddress)),
  attchmName: line,
  attchmDescr: line,
  audioBase64: file,
  audioUrl: z.optional(z.nullable(fileAddress)),
} as const;

/** Fields of a content to write, with its texts in one language. */
export const contentBody = {
  ...contentTextsBody,
  date: z.optional(z.int().check(z.minimum(YEAR_1), z.maximum(YEAR_9999))),
  imageBase64: file,
  imageUrl: z.optional(z.nullable(pictureAddress)),
  /** The pictures to keep, in order; those of `imagesBase64` follow. */
  imageUrls: z.optional(separately(z.array(pictureAddress).check(z.maxLength(GALLERY_MAX)))),
  imagesBase64: z.optional(separately(z.array(z.string().check(z.minLength(1))).check(z.maxLength(GALLERY_MAX)))),
  videoBase64: file,
  videoUrl: z.optional(z.nullable(fileAddress)),
  modelBase64: file,
  modelUrl: z.optional(z.nullable(z.string().check(z.regex(OWN_MODEL)))),
  ...detailBodies,
  lat: z.optional(z.nullable(z.number().check(z.minimum(-90), z.maximum(90)))),
  long: z.optional(z.nullable(z.number().check(z.minimum(-180), z.maximum(180)))),
  price: z.optional(z.number().check(z.minimum(0), z.maximum(1e12))),
  ctnType: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
  ctnView: z.optional(contentView),
  catId: z.optional(z.nullable(contentId)),
  brandId: z.optional(z.nullable(contentId)),
  skinId: z.optional(z.nullable(contentId)),
  groupId: z.optional(z.nullable(contentId)),
  /** Related contents in order, such as the places of an itinerary. */
  related: z.optional(z.array(contentId).check(z.maxLength(200))),
  visibility: z.optional(visibility),
  /** Code of the company for `customer`. */
  customerCode: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
} as const;

const textsToWrite = z.optional(z.nullable(fields(contentTextsBody)));

/** The texts of several languages at once; null removes a language, with its files. */
export const contentTexts = z.optional(fields({ en: textsToWrite, it: textsToWrite }));

/** Made by the client that writes a content. The same one again: the former request arrived, only its answer was lost. */
export const writeKey = z.uuid();

/** Grows by one with each change of a content, of its texts and of its files. */
export const contentVersion = z.int().check(z.minimum(1));

const textsOfLanguage = fields({
  title: z.string(),
  descr: z.string(),
  attchmUrl: text,
  attchmName: text,
  attchmDescr: text,
  audioUrl: text,
});

/** A content for editors: what is stored, in all languages. Null: it has no texts in that language. */
export const editableContent = fields({
  id: contentId,
  version: contentVersion,
  /** The key with which this version was written; null: without one. */
  writeKey: z.nullable(writeKey),
  texts: fields({ en: z.nullable(textsOfLanguage), it: z.nullable(textsOfLanguage) }),
  /** What all languages share; the texts in it are those of `content.locale`. */
  item: contentItem,
  skinId: z.nullable(contentId),
  related: z.array(contentId),
});
export type EditableContent = z.infer<typeof editableContent>;

/** What a content's strip is chosen from. */
export const brandsAndSkins = fields({
  brands: z.array(fields({ id: contentId, name: z.string() })),
  skins: z.array(fields({ id: contentId, hdBgColor: z.string(), hdFontColor: z.string() })),
});
export type BrandsAndSkins = z.infer<typeof brandsAndSkins>;
