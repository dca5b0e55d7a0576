/** A product that is like the photograph, however it was found. */
import type { CatalogueProduct, ContentItem, RecognitionRegion, RecognitionResult } from '@earth/contracts';

export interface Match {
  readonly contentId: number;
  readonly title: string;
  /** Its brand, or the beginning of its description. */
  readonly line: string;
  readonly locale: string | undefined;
  /** The picture of the product that is like the photograph. */
  readonly pictureUrl: string | null;
  /** Smaller is closer. */
  readonly distance: number;
  /** In per cent. */
  readonly similarity: number;
  /** It is this product, and not only one that is like it. */
  readonly isMatch: boolean;
  readonly region: RecognitionRegion | null;
  /** Null: found on this device, where only the title and the picture of a product are known. */
  readonly item: ContentItem | null;
}

export function matchOf(result: RecognitionResult): Match {
  const { content, brand, skin, pictureUrl, distance, similarity, isMatch, region } = result;
  const [line = ''] = content.descr.split('\n', 1);
  return {
    contentId: content.id,
    title: content.title,
    line: line || (brand?.name ?? ''),
    locale: content.locale,
    pictureUrl: pictureUrl ?? content.imageUrl,
    distance,
    similarity,
    isMatch,
    region,
    item: { content, brand, skin },
  };
}

/** What the search on the device says about a product. */
export interface DeviceMatch {
  readonly productId: number;
  readonly pictureId: string;
  readonly distance: number;
  /** 0 to 1. */
  readonly similarity: number;
  readonly isMatch: boolean;
  readonly region: RecognitionRegion | null;
}

/** Products that are not listed any more are left out. */
export function matchesOnDevice(
  found: readonly DeviceMatch[],
  products: readonly CatalogueProduct[],
): readonly Match[] {
  const byId = new Map(products.map((product) => [product.contentId, product]));
  return found.flatMap(({ productId, pictureId, similarity, ...rest }) => {
    const product = byId.get(productId);
    if (!product) return [];
    const { contentId, title, line, imageUrl, pictureUrls } = product;
    const pictureUrl = pictureUrls[pictureId] ?? imageUrl;
    const percent = Math.round(100 * similarity);
    const { distance, isMatch, region } = rest;
    return [
      {
        contentId,
        title,
        line,
        locale: undefined,
        pictureUrl,
        distance,
        similarity: percent,
        isMatch,
        region,
        item: null,
      },
    ];
  });
}

/** D9.29: what debug mode shows instead of an answer: the first contents of the catalogue, each a little farther than the one before. */
export function sampleMatches(items: readonly ContentItem[]): readonly Match[] {
  return items.slice(0, 5).map(({ content, brand, skin }, at) => {
    const [line = ''] = content.descr.split('\n', 1);
    return {
      contentId: content.id,
      title: content.title,
      line: line || (brand?.name ?? ''),
      locale: content.locale,
      pictureUrl: content.imageUrl,
      distance: 0.1 * (at + 1),
      similarity: 95 - 12 * at,
      isMatch: at === 0,
      region: { x: 0.05 + 0.3 * (at % 3), y: 0.05 + 0.45 * Math.floor(at / 3), width: 0.28, height: 0.4 },
      item: { content, brand, skin },
    };
  });
}
