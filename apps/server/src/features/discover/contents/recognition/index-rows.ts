/** From the rows of described pictures to an index. */
import { createHash } from 'node:crypto';
import {
  CALIBRATION_VERSION,
  type CalibrationProduct,
  choosePictures,
  RECOGNITION_FORMAT,
} from '@earth/vision/recognition';
import type { DescribedRow, DescriptionRow } from './store';

/** Identifies an index: pictures never change under their id. */
export function digestOf(rows: readonly DescribedRow[]): string {
  const hash = createHash('sha1').update(`${RECOGNITION_FORMAT}.${CALIBRATION_VERSION}`);
  for (const { contentId, fileId } of rows) hash.update(` ${contentId} ${fileId}`);
  return hash.digest('base64url');
}

/** Trials are as long as the picture's own description. */
function trialsIn({ description, trials }: DescriptionRow): Uint8Array[] {
  const { length } = description;
  const count = trials ? Math.floor(trials.length / length) : 0;
  return Array.from(
    { length: count },
    (_, at) => new Uint8Array((trials ?? description).subarray(at * length, (at + 1) * length)),
  );
}

/** @param rows those of a product follow one another */
export function productsOf(rows: readonly DescriptionRow[]): CalibrationProduct[] {
  const products = new Map<number, CalibrationProduct['pictures'][number][]>();
  for (const row of rows) {
    const pictures = products.get(row.contentId) ?? [];
    pictures.push({ id: row.fileId, description: row.description, trials: trialsIn(row) });
    products.set(row.contentId, pictures);
  }
  return [...products].map(([id, pictures]) => ({ id, pictures }));
}

/** Photographs that are simulated for a catalogue, and of one picture. */
const TRIALS = 300;
const TRIALS_OF_ONE = 6;
const PICTURES_TRIED = 100;

/**
 * The pictures by which a catalogue is calibrated, and how many photographs of each. Of those that an index has, the first in the order of a hash, so that nearly all of
 * them stay the same when products come and go.
 */
export function triedIn<Row extends DescribedRow & { readonly description: Uint8Array }>(
  rows: readonly Row[],
): { readonly tried: readonly Row[]; readonly count: number } {
  const products = new Map<number, Row[]>();
  for (const row of rows) products.set(row.contentId, [...(products.get(row.contentId) ?? []), row]);
  const indexed = [...products.values()].flatMap((pictures) => choosePictures(pictures));
  const hashed = indexed.map((row) => ({ row, hash: createHash('sha1').update(row.fileId).digest('hex') }));
  const tried = hashed.toSorted((one, other) => (one.hash < other.hash ? -1 : 1)).slice(0, PICTURES_TRIED);
  const count = Math.min(TRIALS_OF_ONE, Math.ceil(TRIALS / Math.max(1, tried.length)));
  return { tried: tried.map(({ row }) => row), count };
}
