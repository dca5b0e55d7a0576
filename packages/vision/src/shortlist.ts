/**
 * Which of many views may be in a frame. Hash tables of chosen bits find candidate descriptors (locality-sensitive hashing, Gionis et al. 1999), the
 * true Hamming distance drops chance hits, and the rest vote per view in bins of relative rotation and scale (weak geometric consistency,
 * Jégou et al. 2008), so that only votes that agree count. No vocabulary is trained: views come and go.
 */
import { hammingDistance, type Features } from './features';
import { WORDS } from './kernels';
import { createRandom } from './random';

/** The features of a view that its shortlist entry needs. */
export type ViewFeatures = Pick<Features, 'angle' | 'bits' | 'count' | 'scale'>;

export interface Candidate {
  /** Index of the view. */
  readonly view: number;
  readonly score: number;
}

const TABLES = 12;
const KEY_BITS = 16;
const SEED = 20_251_126;
/** Bits of a descriptor that may differ. */
const DISTANCE_MAX = 62;
/** A longer bucket holds what is everywhere, and says nothing. */
const BUCKET_MAX = 120;
const ROTATION_BINS = 12;
/** Of 2^(2/3) each, around equal scales. */
const SCALE_BINS = 8;
const BINS = ROTATION_BINS * SCALE_BINS;

/** The bits of each table's key: drawn once, the same everywhere. */
const KEYS: readonly Uint8Array[] = (() => {
  const random = createRandom(SEED);
  return Array.from({ length: TABLES }, () => {
    const bits = Array.from({ length: WORDS * 32 }, (_, bit) => bit);
    return Uint8Array.from({ length: KEY_BITS }, () => bits.splice(Math.floor(random() * bits.length), 1)[0]!);
  });
})();

function keyOf(bits: Int32Array, start: number, key: Uint8Array): number {
  let value = 0;
  for (const bit of key) value = (value << 1) | ((bits[start + (bit >> 5)]! >>> (bit & 31)) & 1);
  return value;
}

/** One table: the descriptors of key k are `order` from `starts[k]` to `starts[k + 1]`. */
interface Table {
  readonly starts: Int32Array;
  readonly order: Int32Array;
}

function buildTable(bits: Int32Array, count: number, key: Uint8Array): Table {
  const keys = Int32Array.from({ length: count }, (_, at) => keyOf(bits, at * WORDS, key));
  const starts = new Int32Array(2 ** KEY_BITS + 1);
  for (const one of keys) starts[one + 1]! += 1;
  for (let at = 0; at < 2 ** KEY_BITS; at += 1) starts[at + 1]! += starts[at]!;
  const next = starts.slice();
  const order = new Int32Array(count);
  for (const [at, one] of keys.entries()) {
    order[next[one]!] = at;
    next[one]! += 1;
  }
  return { starts, order };
}

function joined(views: readonly ViewFeatures[], count: number) {
  const all = {
    bits: new Int32Array(count * WORDS),
    angle: new Float32Array(count),
    scale: new Float32Array(count),
    view: new Uint16Array(count),
  };
  let to = 0;
  for (const [view, features] of views.entries()) {
    all.bits.set(features.bits.subarray(0, features.count * WORDS), to * WORDS);
    all.angle.set(features.angle.subarray(0, features.count), to);
    all.scale.set(features.scale.subarray(0, features.count), to);
    all.view.fill(view, to, to + features.count);
    to += features.count;
  }
  return all;
}

export class ViewIndex {
  readonly #all;
  readonly #tables: readonly Table[];
  readonly #sizes: readonly number[];

  /** @param views at most 65,536 */
  constructor(views: readonly ViewFeatures[]) {
    this.#sizes = views.map(({ count }) => count);
    const count = this.#sizes.reduce((sum, size) => sum + size, 0);
    this.#all = joined(views, count);
    this.#tables = KEYS.map((key) => buildTable(this.#all.bits, count, key));
  }

  /** The views that are most likely in a frame, best first. Those without a vote are left out. */
  find(frame: ViewFeatures, most: number): readonly Candidate[] {
    const bins = new Float32Array(this.#sizes.length * BINS);
    const seen = new Int32Array(this.#all.view.length).fill(-1);
    for (let feature = 0; feature < frame.count; feature += 1) this.#vote(frame, feature, { bins, seen });
    const candidates = this.#sizes.flatMap((size, view): Candidate[] => {
      const score = Math.max(...bins.subarray(view * BINS, (view + 1) * BINS)) / Math.sqrt(size + 40);
      return score > 0 ? [{ view, score }] : [];
    });
    return candidates.toSorted((one, other) => other.score - one.score).slice(0, most);
  }

  #vote(frame: ViewFeatures, feature: number, { bins, seen }: { bins: Float32Array; seen: Int32Array }) {
    const nearest = this.#nearestByView(frame, feature, seen);
    if (nearest.size === 0) return;
    // A feature that many views have says little about each.
    const rarity = Math.log(1 + this.#sizes.length / nearest.size) ** 2;
    for (const [view, { distance, descriptor }] of nearest) {
      const turn = (frame.angle[feature]! - this.#all.angle[descriptor]!) / (2 * Math.PI);
      const rotation = (turn - Math.floor(turn)) * ROTATION_BINS;
      const scale = Math.log2(frame.scale[feature]! / this.#all.scale[descriptor]!) * 1.5 + SCALE_BINS / 2;
      const weight = rarity * Math.exp(-((distance / 40) ** 2));
      addVote(bins.subarray(view * BINS, (view + 1) * BINS), rotation, scale, weight);
    }
  }

  /** Of each view the nearest descriptor, as far as the tables find it. */
  #nearestByView(frame: ViewFeatures, feature: number, seen: Int32Array) {
    const nearest = new Map<number, { distance: number; descriptor: number }>();
    const own = frame.bits.subarray(feature * WORDS, (feature + 1) * WORDS);
    for (const [at, { starts, order }] of this.#tables.entries()) {
      const key = keyOf(own, 0, KEYS[at]!);
      const [start, end] = [starts[key]!, starts[key + 1]!];
      if (end - start > BUCKET_MAX) continue;
      for (const descriptor of order.subarray(start, end)) {
        if (seen[descriptor] === feature) continue;
        seen[descriptor] = feature;
        const distance = hammingDistance(own, this.#all.bits.subarray(descriptor * WORDS, (descriptor + 1) * WORDS));
        const view = this.#all.view[descriptor]!;
        if (distance <= DISTANCE_MAX && distance < (nearest.get(view)?.distance ?? Infinity))
          nearest.set(view, { distance, descriptor });
      }
    }
    return nearest;
  }
}

/** A soft vote into the two nearest bins of either axis. */
function addVote(bins: Float32Array, rotation: number, scale: number, weight: number) {
  const [firstRotation, firstScale] = [Math.floor(rotation - 0.5), Math.floor(scale - 0.5)];
  for (const down of [0, 1]) {
    const row = firstScale + down;
    if (row < 0 || row >= SCALE_BINS) continue;
    for (const across of [0, 1]) {
      const column = (firstRotation + across + ROTATION_BINS) % ROTATION_BINS;
      const share =
        (1 - Math.abs(rotation - 0.5 - firstRotation - across)) * (1 - Math.abs(scale - 0.5 - firstScale - down));
      bins[row * ROTATION_BINS + column]! += weight * share;
    }
  }
}
