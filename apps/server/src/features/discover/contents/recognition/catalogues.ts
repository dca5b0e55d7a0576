/** Catalogues as callers see them, and what devices download of them to recognize without a network. */
import type { Catalogue, CatalogueProduct, Language } from '@earth/contracts';
import { RECOGNITION_FORMAT } from '@earth/vision/recognition';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import type { Caller } from '../../../../http/principal';
import type { BytesAnswer } from '../../../../http/send-bytes';
import { createAddresses, createSigner } from '../media';
import { type Viewer, viewerOf } from '../policy';
import type { BuiltIndexes } from './built-indexes';
import { digestOf, productsOf } from './index-rows';
import { notReady, type PhotographRecognizer } from './recognizer';
import * as store from './store';

interface Wanted {
  readonly modelcode: string;
  readonly customerCode?: string | undefined;
  readonly l: Language;
}

/** @throws ApiError `notFound` */
export async function requireCatalogue(
  { pool }: Pick<Context, 'pool'>,
  viewer: Viewer,
  { modelcode, customerCode, l }: Wanted,
): Promise<store.CatalogueRow> {
  const wanted = { modelCode: modelcode, customerCode, locale: l, format: RECOGNITION_FORMAT };
  const catalogue = await store.findCatalogue(pool, viewer, wanted);
  if (!catalogue) throw new ApiError('notFound');
  return catalogue;
}

/** @throws ApiError `notFound` */
export async function getCatalogue(context: Context, principal: Caller | null, wanted: Wanted): Promise<Catalogue> {
  const viewer = viewerOf(principal);
  const catalogue = await requireCatalogue(context, viewer, wanted);
  const products = await store.findProducts(context.pool, viewer, catalogue);
  const { modelCode, title, indexBytes, digest, learnsFromPhotographs } = catalogue;
  const isReady = digest !== null;
  return { modelCode, title, productsCount: products.length, indexBytes, isReady, learnsFromPhotographs };
}

interface IndexContext extends Pick<Context, 'db' | 'pool'> {
  readonly recognizer: PhotographRecognizer;
  readonly builtIndexes: BuiltIndexes;
}

/**
 * The index of what the caller may see: the stored one, or another one if that has more products.
 * @throws ApiError `notFound`, `catalogueNotReady`
 */
export async function indexOf(
  { db, pool, recognizer, builtIndexes }: IndexContext,
  principal: Caller | null,
  wanted: Omit<Wanted, 'l'>,
): Promise<BytesAnswer> {
  const viewer = viewerOf(principal);
  const catalogue = await requireCatalogue({ pool }, viewer, { ...wanted, l: 'en' });
  if (catalogue.digest === null) throw notReady();
  const seen = digestOf(await store.findDescribed(pool, viewer, RECOGNITION_FORMAT, catalogue));
  return {
    etag: seen === catalogue.digest ? seen : `${catalogue.digest}${seen}`,
    cacheControl: principal === null ? 'no-cache' : 'private, no-cache',
    read: async () => {
      const stored = await store.findIndex(db, catalogue.id, RECOGNITION_FORMAT);
      if (!stored) throw notReady();
      if (seen === stored.digest) return stored.index;
      // The bytes depend on what is seen, not on who sees it. The digest of the stored one stands for the calibration.
      return await builtIndexes(`${catalogue.id} ${stored.digest} ${seen}`, async () => {
        const rows = await store.findDescriptions(pool, viewer, RECOGNITION_FORMAT, catalogue);
        // Changed since: the caller asks again, and gets the right tag.
        if (digestOf(rows) !== seen) throw notReady();
        return await recognizer.build({ products: productsOf(rows), calibration: stored.calibration });
      });
    },
  };
}

/** @throws ApiError `notFound` */
export async function listCatalogueProducts(
  context: Context,
  principal: Caller | null,
  wanted: Wanted,
): Promise<{ items: CatalogueProduct[] }> {
  const viewer = viewerOf(principal);
  const catalogue = await requireCatalogue(context, viewer, wanted);
  const signer = createSigner(context);
  const rows = await store.findProductCards(context.pool, viewer, catalogue, wanted.l);
  const items = rows.map(({ contentId, title, line, visibility, files }): CatalogueProduct => {
    const { smallest } = createAddresses(visibility === 'public' ? null : signer);
    const urls = files.map((file) => [file.id, smallest(file)] as const);
    return { contentId, title, line, imageUrl: urls[0]?.[1] ?? null, pictureUrls: Object.fromEntries(urls) };
  });
  return { items };
}
