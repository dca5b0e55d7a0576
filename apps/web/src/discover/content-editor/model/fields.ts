/** The fields of the editor: made from the declaration of a content, so that a new detail of it must be given a section here. */
import {
  CONTENT_DETAILS,
  type ContentDetail,
  contentBody,
  contentDetailNames,
  contentLanguages,
  decode,
  type Language,
} from '@earth/contracts';

const sectionNames = ['base', 'contacts', 'attachments', 'media', 'social', 'ecommerce', 'listing'] as const;
export type SectionName = (typeof sectionNames)[number];

/** What a content has in each language. */
export const languageFields = ['title', 'descr', 'attchm', 'attchmName', 'attchmDescr', 'audio'] as const;
export type LanguageField = (typeof languageFields)[number];
type FileField = 'image' | 'gallery' | 'video' | 'model';
type ListingField = 'visibility' | 'catId' | 'brandId' | 'skinId' | 'related';
type SharedField = ContentDetail | FileField | ListingField | 'ctnView' | 'ctnType' | 'date' | 'place' | 'price';
export type FieldName = LanguageField | SharedField;
/** A field, with its language if it has one. */
export type FieldKey = SharedField | `${Language}.${LanguageField}`;

/** In the order in which they are shown. */
const sectionOf = {
  ctnView: 'base',
  title: 'base',
  descr: 'base',
  image: 'base',
  date: 'base',
  ctnType: 'base',
  tag: 'base',
  place: 'base',
  webUrl: 'contacts',
  email: 'contacts',
  phone: 'contacts',
  fax: 'contacts',
  skype: 'contacts',
  attchm: 'attachments',
  attchmName: 'attachments',
  attchmDescr: 'attachments',
  audio: 'attachments',
  gallery: 'media',
  video: 'media',
  model: 'media',
  youtubeUrl: 'media',
  youtubeName: 'media',
  fbUrl: 'social',
  instUrl: 'social',
  linkedinUrl: 'social',
  twUrl: 'social',
  pinUrl: 'social',
  googleUrl: 'social',
  ecommerceUrl: 'ecommerce',
  price: 'ecommerce',
  visibility: 'listing',
  catId: 'listing',
  brandId: 'listing',
  skinId: 'listing',
  related: 'listing',
} as const satisfies Readonly<Record<FieldName, SectionName>>;

const fieldNames = Object.keys(sectionOf) as FieldName[];
export const sections = sectionNames.map((name) => ({
  name,
  fields: fieldNames.filter((field) => sectionOf[field] === name),
}));

export const isOfLanguage = (field: FieldName): field is LanguageField => languageFields.some((name) => name === field);

export const keyIn = (language: Language, field: LanguageField): FieldKey => `${language}.${field}`;
const keysOf = (field: FieldName): FieldKey[] =>
  isOfLanguage(field) ? contentLanguages.map((language) => keyIn(language, field)) : [field];
export const fieldKeys: readonly FieldKey[] = fieldNames.flatMap(keysOf);

/** The field of a key, and its language. */
export function fieldOf(key: FieldKey): { readonly field: FieldName; readonly language: Language | null } {
  const language = contentLanguages.find((one) => key.startsWith(`${one}.`)) ?? null;
  const name = language === null ? key : key.slice(language.length + 1);
  return { field: fieldNames.find((one) => one === name) ?? 'title', language };
}

const isDetail = (field: FieldName): field is ContentDetail => contentDetailNames.some((name) => name === field);

/** The kind of a text. */
export type TextKind = (typeof CONTENT_DETAILS)[ContentDetail] | 'title' | 'area' | 'price' | 'date';

export function kindOf(field: FieldName): TextKind | null {
  if (isDetail(field)) return CONTENT_DETAILS[field];
  switch (field) {
    case 'title':
    case 'price':
    case 'date':
      return field;
    case 'descr':
      return 'area';
    case 'attchmName':
    case 'attchmDescr':
      return 'line';
    default:
      return null;
  }
}

/** A price as people write it, with a point or a comma. Empty: 0. */
export const priceOf = (text: string): number => (text.trim() === '' ? 0 : Number(text.trim().replace(',', '.')));

export type TextProblem = 'fillOut' | 'wrongAddress' | 'wrongEmail' | 'wrongPhone' | 'wrongPrice' | 'wrongText';
const wordsOf = {
  address: 'wrongAddress',
  email: 'wrongEmail',
  mobile: 'wrongPhone',
  price: 'wrongPrice',
} as const;

/** What is wrong with a text, by the rules of the contract (D5.11). A title is asked for elsewhere: it depends on the language. */
export function problemOf(field: FieldName, text: string): TextProblem | null {
  const kind = kindOf(field);
  if (kind === null || kind === 'title' || kind === 'date' || field === 'descr') return null;
  const value = kind === 'price' ? priceOf(text) : text;
  const schema = kind === 'price' ? contentBody.price : isDetail(field) ? contentBody[field] : contentBody.attchmName;
  if (decode(schema, value).success) return null;
  return kind in wordsOf ? wordsOf[kind as keyof typeof wordsOf] : 'wrongText';
}
