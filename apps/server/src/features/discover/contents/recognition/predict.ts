/** Answers a photograph with the products that are most like it (D7.19). */
import {
  type CallArguments,
  type ContentItem,
  type MediaAction,
  type predict as predictCall,
  type RecognitionResult,
} from '@earth/contracts';
import { RECOGNITION_FORMAT } from '@earth/vision/recognition';
import type { Context } from '../../../../context';
import type { Caller } from '../../../../http/principal';
import { type Viewer, viewerOf } from '../policy';
import { createRevisionCache } from '../revision-cache';
import { itemsOf } from '../service';
import { findRevision } from '../store';
import { requireCatalogue } from './catalogues';
import { digestOf } from './index-rows';
import { keepPhotograph, readPicture } from './photographs';
import { notReady, type PhotographRecognizer } from './recognizer';
import { type CatalogueRow, findAdmins, findDescribed } from './store';
import type { FoundRegion, Hit } from './tasks';

/** Results of each region, if there are several. */
const REGION_RESULTS = 3;

const actionsOf = ({ content }: ContentItem): MediaAction[] => {
  const { webUrl, videoUrl, youtubeUrl, audioUrl, attchmUrl, ecommerceUrl } = content;
  const has = {
    web: webUrl,
    video: videoUrl ?? youtubeUrl,
    audio: audioUrl,
    attachment: attchmUrl,
    shop: ecommerceUrl,
  };
  return Object.entries(has).flatMap(([action, url]) => (url ? [action as MediaAction] : []));
};

/** In the smallest of its widths. Null: the content has got other pictures since. */
function pictureUrlOf({ content: { image, images } }: ContentItem, pictureId: string): string | null {
  const sources = [image, ...images].flatMap((picture) => (picture ? [picture.sources] : []));
  return sources.find((ones) => ones.some(({ url }) => url.includes(pictureId)))?.[0]?.url ?? null;
}

interface Answered {
  readonly viewer: Viewer;
  readonly catalogue: CatalogueRow;
  readonly regions: readonly FoundRegion[];
  readonly input: CallArguments<typeof predictCall>;
}

/** The products that the caller may see. */
async function resultsOf(
  context: Context,
  { viewer, catalogue, regions, input }: Answered,
): Promise<RecognitionResult[]> {
  const ids = [...new Set(regions.flatMap(({ hits }) => hits.map(({ productId }) => productId)))];
  const items = await itemsOf(context, viewer, { ids, locale: input.l });
  const byId = new Map(items.map((item) => [item.content.id, item]));
  const admins = await findAdmins(
    context.pool,
    items.map(({ content }) => content.ownerId),
  );
  const group = { id: catalogue.id, title: catalogue.title };
  const resultOf = ({ productId, pictureId, distance, similarity, isMatch }: Hit, region: FoundRegion['region']) => {
    const item = byId.get(productId);
    if (!item) return [];
    const content = { ...item.content, adminId: admins.get(item.content.ownerId) ?? null };
    const pictureUrl = pictureUrlOf(item, pictureId);
    const found = { distance, similarity: Math.round(100 * similarity), isMatch, pictureUrl, region };
    return [{ ...item, content, mediaActions: actionsOf(item), group, ...found }];
  };
  return regions.flatMap(({ region, hits }) => {
    const max = region === null ? input.maxResults : Math.min(REGION_RESULTS, input.maxResults);
    return hits.flatMap((hit) => resultOf(hit, region)).slice(0, max);
  });
}

/** Catalogues, each for one kind of viewer, and ids of products in them. */
const SEEN_CACHE = { maxEntries: 100, maxCharacters: 2_000_000 };

/** Cache of the products that photographs are compared with: reading those of a large catalogue would cost more than comparing them. */
export const createSeenProducts = () =>
  createRevisionCache<readonly number[] | null>({ ...SEEN_CACHE, charactersOf: (ids) => 8 * (ids?.length ?? 0) });

interface PredictContext extends Context {
  readonly recognizer: PhotographRecognizer;
  readonly seenProducts: ReturnType<typeof createSeenProducts>;
}

/** The products of a catalogue that the caller may see and that are still in it. Null: all that its index has. */
async function seenIn({ pool, seenProducts }: PredictContext, viewer: Viewer, catalogue: CatalogueRow) {
  const { id, level, digest } = catalogue;
  // Read each time, since other servers write too. What is described later is in an index of another digest.
  return await seenProducts(await findRevision(pool), JSON.stringify([viewer, id, level, digest]), async () => {
    const rows = await findDescribed(pool, viewer, RECOGNITION_FORMAT, catalogue);
    return digestOf(rows) === digest ? null : [...new Set(rows.map(({ contentId }) => contentId))];
  });
}

/** @throws ApiError `notFound`, `catalogueNotReady`, `recognitionBusy`, or what is wrong with the picture */
export async function predict(
  context: PredictContext,
  principal: Caller | null,
  input: CallArguments<typeof predictCall>,
): Promise<RecognitionResult[]> {
  const viewer = viewerOf(principal);
  const catalogue = await requireCatalogue(context, viewer, input);
  const bytes = readPicture(context, 'base64-image', input.base64Image);
  const { id, digest, learnsFromPhotographs } = catalogue;
  if (digest === null) throw notReady();
  const { mode, note = '', regions: hasRegions, learn } = input.customParams;
  const isKept = learn && learnsFromPhotographs;
  const productIds = await seenIn(context, viewer, catalogue);
  const photograph = { bytes, mode, max: input.maxResults, productIds, hasRegions, isKept };
  const { regions, jpeg } = await context.recognizer.search({ id, digest }, photograph);
  const results = await resultsOf(context, { viewer, catalogue, regions, input });
  const [first] = results;
  if (jpeg)
    await keepPhotograph(context, catalogue, {
      jpeg: Buffer.from(jpeg),
      contentId: first?.content.id ?? null,
      isMatch: first?.isMatch ?? false,
      similarity: first?.similarity ?? null,
      mode,
      note,
    });
  return results;
}
