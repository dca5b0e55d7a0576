/** The features of a view in an index: what a shortlist compares with a frame. */
import { extractFeatures, type FeatureOptions, type Features } from './features';
import type { GrayImage } from './image';
import { type Kernels, WORDS } from './kernels';
import type { ViewFeatures } from './shortlist';
import { isShown, type Target } from './target';

const FEATURES: FeatureOptions = { max: 300, levels: 5, step: 1.26, first: 1, threshold: 8, cell: 24 };

/** The places of features in an order whose every beginning has its share of each level; within a level the order stays. */
function interleaved({ count, scale }: Features): readonly number[] {
  const sizes = new Map<number, number>();
  const ranks = Array.from({ length: count }, (_, at) => {
    const rank = sizes.get(scale[at]!) ?? 0;
    sizes.set(scale[at]!, rank + 1);
    return rank;
  });
  const shareOf = (at: number) => (ranks[at]! + 0.5) / sizes.get(scale[at]!)!;
  return Array.from({ length: count }, (_, at) => at).toSorted((one, other) => shareOf(one) - shareOf(other));
}

/**
 * @param target at least its canonical picture and a half of it
 * @param mask what is dark in it gives no features; its size may differ
 */
export function indexFeatures(
  kernels: Kernels,
  target: Pick<Target, 'height' | 'mips' | 'width'>,
  mask: GrayImage | null = null,
): ViewFeatures {
  const all = extractFeatures(kernels, target.mips, FEATURES);
  const chosen = interleaved(all).filter((at) => isShown(mask, target, all.x[at]!, all.y[at]!));
  return {
    count: chosen.length,
    bits: Int32Array.from({ length: chosen.length * WORDS }, (_, word) => {
      const at = chosen[Math.floor(word / WORDS)]!;
      return all.bits[at * WORDS + (word % WORDS)]!;
    }),
    angle: Float32Array.from(chosen, (at) => all.angle[at]!),
    scale: Float32Array.from(chosen, (at) => all.scale[at]!),
  };
}
