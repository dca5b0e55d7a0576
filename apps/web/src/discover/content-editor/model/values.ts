/** The values of the editor: what is stored of a content, as a form has it. */
import {
  type Content,
  contentDetailNames,
  contentLanguages,
  ContentType,
  ContentView,
  type EditableContent,
  type Language,
  type Visibility,
} from '@earth/contracts';
import { type FieldKey, fieldKeys, keyIn, languageFields } from './fields';

/** A file of the content: stored, or chosen here (`data` is a data URL). */
export type FileValue = { readonly url: string } | { readonly data: string; readonly name: string };
export interface Place {
  readonly lat: number;
  readonly long: number;
}
export type FieldValue = string | FileValue | Place | readonly FileValue[] | readonly number[] | null;
export type Values = Readonly<Record<FieldKey, FieldValue>>;

const DAY_LENGTH = 10;
const dayOf = (date: number) => new Date(date).toISOString().slice(0, DAY_LENGTH);
const stored = (url: string | null): FileValue | null => (url === null ? null : { url });

const isText = (key: FieldKey) =>
  !['image', 'place', 'gallery', 'video', 'model', 'related'].includes(key) &&
  !key.endsWith('.attchm') &&
  !key.endsWith('.audio');

const emptyOf = (key: FieldKey): FieldValue => (key === 'gallery' || key === 'related' ? [] : isText(key) ? '' : null);

/** Nothing is filled in; what a new content is without being asked. */
export const emptyValues = {
  ...(Object.fromEntries(fieldKeys.map((key) => [key, emptyOf(key)])) as Record<FieldKey, FieldValue>),
  ctnView: String(ContentView.info),
  ctnType: String(ContentType.content),
  visibility: 'company' satisfies Visibility,
} as Values;

const idText = (id: number | null) => (id === null ? '' : String(id));

function sharedOf(content: Content): Partial<Record<FieldKey, FieldValue>> {
  const { lat, long, price, date, imageUrl, imageUrls, videoUrl, modelUrl, ctnView, ctnType, visibility } = content;
  return {
    ...Object.fromEntries(contentDetailNames.map((name) => [name, content[name] ?? ''])),
    price: price === 0 ? '' : String(price),
    date: dayOf(date),
    place: lat === 0 && long === 0 ? null : { lat, long },
    image: stored(imageUrl),
    gallery: imageUrls.map((url) => ({ url })),
    video: stored(videoUrl),
    model: stored(modelUrl),
    ctnView: String(ctnView),
    ctnType: String(ctnType),
    visibility,
    catId: idText(content.catId),
    brandId: idText(content.brandId),
  };
}

function textsOf(language: Language, texts: EditableContent['texts'][Language]): Partial<Record<FieldKey, FieldValue>> {
  if (texts === null) return {};
  const { attchmUrl, audioUrl, ...words } = texts;
  const values = {
    title: words.title,
    descr: words.descr,
    attchm: stored(attchmUrl),
    attchmName: words.attchmName ?? '',
    attchmDescr: words.attchmDescr ?? '',
    audio: stored(audioUrl),
  };
  return Object.fromEntries(languageFields.map((field) => [keyIn(language, field), values[field]]));
}

/** The values of a stored content. */
export const valuesOf = ({
  item,
  texts,
  skinId,
  related,
}: Pick<EditableContent, 'item' | 'texts' | 'skinId' | 'related'>): Values => ({
  ...emptyValues,
  ...sharedOf(item.content),
  skinId: idText(skinId),
  related,
  ...textsOf('en', texts.en),
  ...textsOf('it', texts.it),
});

export const textIn = (values: Values, key: FieldKey): string => {
  const value = values[key];
  return typeof value === 'string' ? value : '';
};
export function filesIn(values: Values): readonly FileValue[] {
  const { gallery } = values;
  return Array.isArray(gallery) ? gallery.filter((one): one is FileValue => typeof one === 'object') : [];
}
/** The ids of the related contents, in order. */
export function relatedIn({ related }: Pick<Values, 'related'>): readonly number[] {
  return Array.isArray(related) ? related.filter((one) => typeof one === 'number') : [];
}
export function fileIn(values: Values, key: FieldKey): FileValue | null {
  const value = values[key];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return 'url' in value || 'data' in value ? value : null;
}
export function placeIn(values: Values): Place | null {
  const { place } = values;
  return typeof place === 'object' && place !== null && 'lat' in place ? place : null;
}

/** Signed addresses of one file differ by their query. */
const plain = (value: FieldValue): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim();
  if (typeof value === 'object' && value !== null && 'url' in value) return { url: value.url.split('?')[0] };
  return value;
};
export const isSame = (one: FieldValue, other: FieldValue): boolean =>
  one === other || JSON.stringify(plain(one)) === JSON.stringify(plain(other));

export const changedKeys = (base: Values, values: Values): FieldKey[] =>
  fieldKeys.filter((key) => !isSame(base[key], values[key]));

const isEmpty = (value: FieldValue) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether anything is filled in for a language. */
export const isBegun = (values: Values, language: Language): boolean =>
  languageFields.some((field) => !isEmpty(values[keyIn(language, field)]));

/** What another language has and this one lacks. */
export const missingIn = (values: Values, language: Language): number =>
  languageFields.filter(
    (field) =>
      isEmpty(values[keyIn(language, field)]) &&
      contentLanguages.some((other) => other !== language && !isEmpty(values[keyIn(other, field)])),
  ).length;

/** The languages whose title is missing: those that have something, and the first if none has. */
export function untitled(values: Values): Language[] {
  const begun = contentLanguages.filter((language) => isBegun(values, language));
  const asked = begun.length > 0 ? begun : [contentLanguages[0]];
  return asked.filter((language) => textIn(values, keyIn(language, 'title')).trim() === '');
}

/** The languages that are stored and emptied: they are removed by saving. */
export const removedIn = (values: Values, base: Values): Language[] =>
  contentLanguages.filter((language) => isBegun(base, language) && !isBegun(values, language));

/** Nothing of that language. */
export const emptyIn = (language: Language): Partial<Values> => {
  const keys = languageFields.map((field) => keyIn(language, field));
  return Object.fromEntries(keys.map((key) => [key, emptyValues[key]]));
};
