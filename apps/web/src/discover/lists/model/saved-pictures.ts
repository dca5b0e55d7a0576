/** Stores the pictures of saved contents on the device for offline use. */
import type { ContentItem, ContentPicture } from '@earth/contracts';
import {
  ANY_ORIGIN,
  type FileCaches,
  fileCaches,
  pictureOf,
  SAVED_PICTURES,
  trim,
} from '../../../platform/storage/kept-files';

/** Wide enough for a phone; offline it is used for all widths. */
const WIDTH = 800;
const PICTURES_MAX = 400;

function addressOf(picture: ContentPicture | null, url: string | null): string | null {
  const byWidth = picture?.sources.toSorted((one, other) => one.width - other.width) ?? [];
  return (byWidth.find(({ width }) => width >= WIDTH) ?? byWidth.at(-1))?.url ?? url;
}

/** Public pictures of this server. */
export function picturesOf({ content }: ContentItem): readonly string[] {
  if (content.visibility !== 'public') return [];
  return [
    addressOf(content.image, content.imageUrl),
    ...content.imageUrls.map((url, index) => addressOf(content.images[index] ?? null, url)),
  ].filter((url) => url !== null && pictureOf(url) !== null) as string[];
}

/** Stores as many as can be loaded and stored. */
export async function storePictures(item: ContentItem, files: FileCaches | null = fileCaches()): Promise<void> {
  const cache = await files?.open(SAVED_PICTURES).catch(() => null);
  if (!cache) return;
  await Promise.allSettled(picturesOf(item).map((url) => cache.add(url)));
  await trim(cache, PICTURES_MAX).catch(() => undefined);
}

export async function dropPictures(item: ContentItem, files: FileCaches | null = fileCaches()): Promise<void> {
  const cache = await files?.open(SAVED_PICTURES).catch(() => null);
  if (cache) await Promise.allSettled(picturesOf(item).map((url) => cache.delete(url)));
}

/**
 * Updates the pictures of a changed copy: common ones stay, also if the network fails.
 * @param isSaved whether the content is still saved afterwards
 */
export async function updatePictures(
  former: ContentItem,
  item: ContentItem,
  isSaved: () => boolean,
  files: FileCaches | null = fileCaches(),
): Promise<void> {
  const cache = await files?.open(SAVED_PICTURES).catch(() => null);
  if (!cache) return;
  const stored = new Set(picturesOf(item));
  await Promise.allSettled(picturesOf(former).flatMap((url) => (stored.has(url) ? [] : [cache.delete(url)])));
  const missing = await Promise.all(
    [...stored].map(async (url) => ((await cache.match(url, ANY_ORIGIN)) ? [] : [url])),
  );
  if (isSaved()) await Promise.allSettled(missing.flat().map((url) => cache.add(url)));
  // Removed meanwhile.
  if (!isSaved()) await dropPictures(item, files);
}
