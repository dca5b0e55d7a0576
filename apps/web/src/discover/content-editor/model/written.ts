/** What is sent of the editor's values: only what changed. */
import {
  type CallInput,
  type changeContent,
  contentDetailNames,
  contentLanguages,
  type Language,
  visibilities,
} from '@earth/contracts';
import { keyIn, priceOf } from './fields';
import {
  fileIn,
  filesIn,
  type FileValue,
  isBegun,
  isSame,
  placeIn,
  relatedIn,
  removedIn,
  textIn,
  type Values,
} from './values';

type Written = Omit<CallInput<typeof changeContent>, 'contentId'>;
type Texts = NonNullable<NonNullable<Written['texts']>[Language]>;

const NOON = 'T12:00:00Z';
const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** A chosen file, or null if the stored one is to be removed. */
const fileFields = <Base64 extends string, Url extends string>(file: FileValue | null, base64: Base64, url: Url) =>
  (file === null ? { [url]: null } : 'data' in file ? { [base64]: file.data } : {}) as {
    [Name in Base64]?: string;
  } & { [Name in Url]?: null };

function textsOf(base: Values, values: Values, language: Language): Texts | null {
  const key = (field: Parameters<typeof keyIn>[1]) => keyIn(language, field);
  const isChanged = (field: Parameters<typeof keyIn>[1]) => !isSame(base[key(field)], values[key(field)]);
  const attchm = fileIn(values, key('attchm'));
  const isNamed = attchm !== null && (isChanged('attchm') || isChanged('attchmName') || isChanged('attchmDescr'));
  const texts: Texts = {
    ...(isChanged('title') && { title: textIn(values, key('title')) }),
    ...(isChanged('descr') && { descr: textIn(values, key('descr')) }),
    ...(isChanged('attchm') && fileFields(attchm, 'attchmBase64', 'attchmUrl')),
    // A new file takes none of the former one's.
    ...(isNamed && {
      attchmName: orNull(textIn(values, key('attchmName'))),
      attchmDescr: orNull(textIn(values, key('attchmDescr'))),
    }),
    ...(isChanged('audio') && fileFields(fileIn(values, key('audio')), 'audioBase64', 'audioUrl')),
  };
  return Object.keys(texts).length > 0 && isBegun(values, language) ? texts : null;
}

function galleryOf(base: Values, values: Values): Pick<Written, 'imageUrls' | 'imagesBase64'> {
  if (isSame(base.gallery, values.gallery)) return {};
  const pictures = filesIn(values);
  const chosen = pictures.flatMap((one) => ('data' in one ? [one.data] : []));
  return {
    imageUrls: pictures.flatMap((one) => ('url' in one ? [one.url] : [])),
    ...(chosen.length > 0 && { imagesBase64: chosen }),
  };
}

/** Where it is listed, and who sees it. */
function listingOf(
  base: Values,
  values: Values,
): Pick<Written, 'catId' | 'brandId' | 'skinId' | 'visibility' | 'related'> {
  const isChanged = (key: keyof Values) => !isSame(base[key], values[key]);
  const idIn = (key: 'catId' | 'brandId' | 'skinId') => {
    const id = textIn(values, key);
    return id === '' ? null : Number(id);
  };
  const visible = visibilities.find((one) => one === values.visibility);
  return {
    ...(isChanged('catId') && { catId: idIn('catId') }),
    ...(isChanged('brandId') && { brandId: idIn('brandId') }),
    ...(isChanged('skinId') && { skinId: idIn('skinId') }),
    ...(isChanged('visibility') && visible && { visibility: visible }),
    ...(isChanged('related') && { related: [...relatedIn(values)] }),
  };
}

/** @param base the values that are stored */
export function writtenOf(base: Values, values: Values): Written {
  const isChanged = (key: keyof Values) => !isSame(base[key], values[key]);
  const details = contentDetailNames.filter(isChanged).map((name) => [name, orNull(textIn(values, name))]);
  const place = placeIn(values);
  const removed = removedIn(values, base);
  const texts = contentLanguages.flatMap((language): [Language, Texts | null][] => {
    const written = textsOf(base, values, language);
    return written || removed.includes(language) ? [[language, written]] : [];
  });
  return {
    ...(Object.fromEntries(details) as Partial<Written>),
    ...(isChanged('price') && { price: priceOf(textIn(values, 'price')) }),
    ...(isChanged('date') && textIn(values, 'date') && { date: Date.parse(textIn(values, 'date') + NOON) }),
    ...(isChanged('ctnType') && { ctnType: Number(textIn(values, 'ctnType')) }),
    ...(isChanged('place') && { lat: place?.lat ?? null, long: place?.long ?? null }),
    ...(isChanged('image') && fileFields(fileIn(values, 'image'), 'imageBase64', 'imageUrl')),
    ...(isChanged('video') && fileFields(fileIn(values, 'video'), 'videoBase64', 'videoUrl')),
    ...(isChanged('model') && fileFields(fileIn(values, 'model'), 'modelBase64', 'modelUrl')),
    ...galleryOf(base, values),
    ...listingOf(base, values),
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
  };
}

/**
 * The server puts new pictures after the kept ones. If the user wants another order, it is written when their addresses are known.
 * @param saved the addresses after saving
 * @returns null: the order is right
 */
export function orderOf(values: Values, saved: readonly string[]): string[] | null {
  const pictures = filesIn(values);
  const kept = pictures.filter((one) => 'url' in one).length;
  let nextKept = 0;
  let nextNew = kept;
  const wanted = pictures.map((one) => ('url' in one ? nextKept++ : nextNew++));
  if (wanted.length !== saved.length || wanted.every((place, index) => place === index)) return null;
  return wanted.flatMap((place) => saved[place] ?? []);
}
