/** Processing of one view: what recognition needs of its picture, and how well it will be recognized. Runs in a worker thread. */
import { createHash } from 'node:crypto';
import type { ViewReason } from '@earth/contracts';
import {
  assembleTarget,
  canonicalOf,
  createImage,
  decodeIndex,
  decodeView,
  encodeIndex,
  encodeIndexRecord,
  encodeView,
  findRivals,
  type GrayImage,
  grayOfRgba,
  indexFeatures,
  type Kernels,
  MASK_SIDE,
  rateTarget,
  type Target,
  trainTarget,
} from '@earth/vision';
import sharp from 'sharp';

export interface ViewSource {
  /** The id of the view. */
  readonly id: string;
  readonly picture: Uint8Array;
  readonly mask: Uint8Array | null;
  /** The views beside it, from which it must be told apart. */
  readonly others: readonly OtherView[];
  /** The files (`evw`) of those that may be taken for it. */
  readonly rivals: readonly Uint8Array[];
}

export interface OtherView {
  readonly thumbnail: Uint8Array;
  /** Null: it is of another format. */
  readonly record: Uint8Array | null;
}

/** `files` null: the view cannot be recognized, and `reason` says why. */
export interface ProcessedView {
  readonly rating: number;
  readonly reason: ViewReason | null;
  readonly files: {
    /** The first 32 hexadecimal digits of the SHA-256 of `evw`. */
    readonly digest: string;
    readonly evw: Uint8Array;
    readonly record: Uint8Array;
    /** The picture in 64 × 64 grey pixels. */
    readonly thumbnail: Uint8Array;
  } | null;
  /** The ids of the others that may be taken for it: its rating counts when it is processed again with them as rivals. */
  readonly rivals: readonly string[];
}

const PIXELS_MAX = 50_000_000;
/** A shorter side gives too few points at any distance. */
const SIDE_MIN = 100;
/** Decoded at twice the size that is learnt, so that a large photograph does not fill the memory. */
const DECODED_SIDE = 1024;
const WEBP_QUALITY = 80;
const SHOWN_MIN = 0.05;
/** If less than this is shown, it is the mask that leaves too few points. */
const SHOWN_FEW = 0.5;
const OPAQUE = 128;
/** Thumbnails that correlate more than this are of one picture; those of two coins, or of two cloths of one pattern, do less. */
const SAME_CORRELATION = 0.99;
const THUMBNAIL_SIDE = 64;

const failed = (reason: ViewReason): ProcessedView => ({ rating: 0, reason, files: null, rivals: [] });

async function decode(bytes: Uint8Array): Promise<GrayImage> {
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .autoOrient()
    .resize({ width: DECODED_SIDE, height: DECODED_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return grayOfRgba(info.width, info.height, data);
}

/** What of the picture is used: white. What is opaque in the mask is painted out; without transparency, what is dark. */
async function readMask(bytes: Uint8Array): Promise<GrayImage> {
  const { data } = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .resize({ width: MASK_SIDE, height: MASK_SIDE, fit: 'fill' })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const alpha = Uint8Array.from({ length: MASK_SIDE ** 2 }, (_, at) => data[4 * at + 3] ?? 0);
  if (alpha.every((value) => value >= OPAQUE)) {
    const gray = grayOfRgba(MASK_SIDE, MASK_SIDE, data);
    return createImage(
      MASK_SIDE,
      MASK_SIDE,
      gray.data.map((value) => (value >= OPAQUE ? 255 : 0)),
    );
  }
  return createImage(
    MASK_SIDE,
    MASK_SIDE,
    alpha.map((value) => (value >= OPAQUE ? 0 : 255)),
  );
}

const shareShown = (mask: GrayImage | null) =>
  mask === null ? 1 : mask.data.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0) / mask.data.length;

async function thumbnailOf(picture: Uint8Array): Promise<Uint8Array> {
  return await sharp(picture)
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/** With a mean of 0 and a length of 1, so that the product of two is their correlation. */
function normalized(thumbnail: Uint8Array): Float64Array {
  const mean = thumbnail.reduce((sum, value) => sum + value, 0) / thumbnail.length;
  const centred = Float64Array.from(thumbnail, (value) => value - mean);
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0));
  return centred.map((value) => value / (length || 1));
}

/** Whether another view is of the same picture, even if that was scaled or compressed anew. */
function hasTwin(thumbnail: Uint8Array, others: readonly OtherView[]): boolean {
  const own = normalized(thumbnail);
  return others.some((other) => {
    const theirs = normalized(other.thumbnail);
    return own.reduce((sum, value, at) => sum + value * (theirs[at] ?? 0), 0) > SAME_CORRELATION;
  });
}

async function targetOf(evw: Uint8Array): Promise<Target> {
  const { picture, mask, descriptors } = decodeView(evw);
  return assembleTarget(await decode(picture), mask, descriptors);
}

export async function processView(
  kernels: Kernels,
  { id, picture, mask: layer, others, rivals }: ViewSource,
): Promise<ProcessedView> {
  const decoded = await decode(picture).catch(() => null);
  if (decoded === null) return failed('unreadable');
  if (Math.min(decoded.width, decoded.height) < SIDE_MIN) return failed('tooSmall');
  const mask = layer === null ? null : await readMask(layer).catch(() => null);
  if (layer !== null && mask === null) return failed('unreadable');
  const shown = shareShown(mask);
  if (shown < SHOWN_MIN) return failed('masked');

  // Learnt from the compressed picture, because that is the one that devices track.
  const { data, width, height } = canonicalOf(decoded);
  const webp = await sharp(data, { raw: { width, height, channels: 1 } })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
  const thumbnail = await thumbnailOf(webp);
  if (hasTwin(thumbnail, others)) return failed('twice');
  const canonical = await decode(webp);
  const target = trainTarget(kernels, canonical, mask);
  const { rating, reasons } = rateTarget(kernels, target, canonical, await Promise.all(rivals.map(targetOf)));
  const isMasked = shown < SHOWN_FEW && (reasons.includes('tooFew') || reasons.includes('uneven'));
  const reason = isMasked ? 'masked' : (reasons[0] ?? null);
  if (rating === 0) return failed(reason ?? 'tooFew');
  const evw = encodeView({ descriptors: target, mask, picture: webp });
  const digest = createHash('sha256').update(evw).digest('hex').slice(0, 32);
  const features = indexFeatures(kernels, target, mask);
  const record = encodeIndexRecord({ id, digest, width, height, features });
  const records = decodeIndex(encodeIndex(others.flatMap((other) => other.record ?? [])));
  const likely = findRivals(
    kernels,
    canonical,
    features,
    records.map((other) => other.features),
  );
  return {
    rating,
    reason,
    files: { digest, evw, record, thumbnail },
    rivals: likely.flatMap((at) => records[at]?.id ?? []),
  };
}
