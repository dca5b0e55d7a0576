/** Views: contents as the API returns them. */
import { type Content, type ContentItem, ContentView, type Language } from '@earth/contracts';
import { createAddresses, type Signer } from './media';
import type { CardRow, FileRow } from './store';

/** A file with a language: in the requested one, else for all languages, else in the other one. */
function inLanguage(files: readonly FileRow[], kind: FileRow['kind'], locale: Language): FileRow | undefined {
  const those = files.filter((file) => file.kind === kind);
  return those.find((file) => file.locale === locale) ?? those.find((file) => file.locale === null) ?? those.at(0);
}

function mediaOf(files: readonly FileRow[], locale: Language, signer: Signer | null) {
  const addresses = createAddresses(signer);
  const image = files.find(({ kind }) => kind === 'image');
  const video = files.find(({ kind }) => kind === 'video');
  const model = files.find(({ kind }) => kind === 'model');
  const gallery = files.filter(({ kind }) => kind === 'gallery');
  const attchm = inLanguage(files, 'attchm', locale);
  const audio = inLanguage(files, 'audio', locale);
  return {
    imageUrl: image ? addresses.of(image) : null,
    image: image ? addresses.picture(image) : null,
    imageUrls: gallery.flatMap((file) => addresses.of(file) ?? []),
    images: gallery.map((file) => addresses.picture(file)),
    videoUrl: video ? addresses.of(video) : null,
    attchmUrl: attchm ? addresses.of(attchm) : null,
    attchmName: attchm?.name ?? null,
    attchmDescr: attchm?.descr ?? null,
    audioUrl: audio ? addresses.of(audio) : null,
    modelUrl: model ? addresses.of(model) : null,
  };
}

const views = Object.values(ContentView);

/** The view of a content. An unknown number is shown as information: it would make the app reject the whole list. */
export const viewOf = (stored: number): Content['ctnView'] => views.find((view) => view === stored) ?? ContentView.info;

/** @param locale the requested language */
export function itemOf(row: CardRow, locale: Language, signer: Signer): ContentItem {
  const { brandName, hdBgColor, hdFontColor, imageType, files, date, lat, long, ctnView, isShown, ...shown } = row;
  const content: Content = {
    ...shown,
    ...mediaOf(files ?? [], locale, row.visibility === 'public' && isShown ? null : signer),
    date: date.getTime(),
    lat: lat ?? 0,
    long: long ?? 0,
    ctnView: viewOf(ctnView),
  };
  const { brandId } = row;
  return {
    content,
    brand: brandId !== null && brandName !== null ? { id: brandId, name: brandName } : null,
    skin: hdBgColor !== null && hdFontColor !== null ? { hdBgColor, hdFontColor, imageType: imageType ?? 2 } : null,
  };
}
