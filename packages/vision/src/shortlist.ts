/**
 * Which of many views may be in a frame. Hash tables of chosen bits find candidate descriptors (locality-sensitive hashing, Gionis et al. 1999), the
 * true Hamming distance drops chance hits, and the rest vote per view in bins of relative rotation and scale (weak geometric consistency,
 * Jégou et al. 2008), so that only votes that agree count. No vocabulary is trained: views come and go.
 */
import { hammingDistance, type Features } from './features';
import { WORDS } from './kernels';

/** The features of a view that its shortlist entry needs. */
export type ViewFeatures = Pick<Features, 'angle' | 'bits' | 'count' | 'scale'>;

export interface Candidate {
  /** Index of the view. */
  readonly view: number;
  readonly score: number;
}

const TABLES = 12;
const KEY_BITS = 16;
/** Bits of a descriptor that may differ. */
const DISTANCE_MAX = 62;
/** A longer bucket holds what is everywhere, and says nothing. */
const BUCKET_MAX = 60;
/** More than any distance. */
const NONE = 32 * WORDS + 1;
const ROTATION_BINS = 12;
/** Of 2^(2/3) each, around equal scales. */
const SCALE_BINS = 8;
const BINS = ROTATION_BINS * SCALE_BINS;

/** The key of a table: 16 bits of the descriptor that start at this word. Its tests are drawn at random, so any bits are as good. */
const keyOf = (bits: Int32Array, start: number, table: number): number =>
  (bits[start + (table >> 1)]! >>> (KEY_BITS * (table & 1))) & (2 ** KEY_BITS - 1);

/** One table: the descriptors of key k are `order` from `starts[k]` to `starts[k + 1]`. */
interface Table {
  readonly starts: Int32Array;
  readonly order: Int32Array;
}

function buildTable(bits: Int32Array, count: number, table: number): Table {
  const keys = Int32Array.from({ length: count }, (_, at) => keyOf(bits, at * WORDS, table));
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

/** Of the views that a feature may be of the nearest descriptor each, in arrays that are used again for each feature. */
class Nearest {
  readonly distance: Int32Array;
  readonly descriptor: Int32Array;
  /** The first `count` are set. */
  readonly views: Int32Array;
  count = 0;

  constructor(views: number) {
    this.distance = new Int32Array(views).fill(NONE);
    this.descriptor = new Int32Array(views);
    this.views = new Int32Array(views);
  }

  clear() {
    for (let at = 0; at < this.count; at += 1) this.distance[this.views[at]!] = NONE;
    this.count = 0;
  }

  add(view: number, descriptor: number, distance: number) {
    if (distance >= this.distance[view]!) return;
    if (this.distance[view] === NONE) {
      this.views[this.count] = view;
      this.count += 1;
    }
    this.distance[view] = distance;
    this.descriptor[view] = descriptor;
  }
}

export class ViewIndex {
  readonly #all;
  readonly #tables: readonly Table[];
  readonly #sizes: readonly number[];
  readonly #bins: Float32Array;
  /** The last feature with which each descriptor was compared. */
  readonly #seen: Int32Array;
  readonly #nearest: Nearest;

  /** @param views at most 65,536 */
  constructor(views: readonly ViewFeatures[]) {
    this.#sizes = views.map(({ count }) => count);
    const count = this.#sizes.reduce((sum, size) => sum + size, 0);
    this.#all = joined(views, count);
    this.#tables = Array.from({ length: TABLES }, (_, table) => buildTable(this.#all.bits, count, table));
    this.#bins = new Float32Array(views.length * BINS);
    this.#seen = new Int32Array(count);
    this.#nearest = new Nearest(views.length);
  }

  /** The views that are most likely in a frame, best first. Those without a vote are left out. */
  find(frame: ViewFeatures, most: number): readonly Candidate[] {
    this.#bins.fill(0);
    this.#seen.fill(-1);
    for (let feature = 0; feature < frame.count; feature += 1) this.#vote(frame, feature);
    const candidates = this.#sizes.flatMap((size, view): Candidate[] => {
      let score = 0;
      for (let bin = view * BINS; bin < (view + 1) * BINS; bin += 1) score = Math.max(score, this.#bins[bin]!);
      return score > 0 ? [{ view, score: score / Math.sqrt(size + 40) }] : [];
    });
    return candidates.toSorted((one, other) => other.score - one.score).slice(0, most);
  }

  #vote(frame: ViewFeatures, feature: number) {
    this.#findNearest(frame.bits, feature);
    const { count, views, distance, descriptor } = this.#nearest;
    // A feature that many views have says little about each.
    const rarity = Math.log(1 + this.#sizes.length / count) ** 2;
    for (let at = 0; at < count; at += 1) {
      const view = views[at]!;
      const own = descriptor[view]!;
      const turn = (frame.angle[feature]! - this.#all.angle[own]!) / (2 * Math.PI);
      const rotation = (turn - Math.floor(turn)) * ROTATION_BINS;
      const scale = Math.log2(frame.scale[feature]! / this.#all.scale[own]!) * 1.5 + SCALE_BINS / 2;
      const weight = rarity * Math.exp(-((distance[view]! / 40) ** 2));
      this.#addVote(view * BINS, rotation, scale, weight);
    }
  }

  /** Of each view the nearest descriptor, as far as the tables find it. */
  #findNearest(bits: Int32Array, feature: number) {
    const from = feature * WORDS;
    this.#nearest.clear();
    for (let at = 0; at < TABLES; at += 1) {
      const { starts, order } = this.#tables[at]!;
      const key = keyOf(bits, from, at);
      const end = starts[key + 1]!;
      if (end - starts[key]! > BUCKET_MAX) continue;
      for (let place = starts[key]!; place < end; place += 1) {
        const descriptor = order[place]!;
        if (this.#seen[descriptor] === feature) continue;
        this.#seen[descriptor] = feature;
        const distance = hammingDistance(bits, from, this.#all.bits, descriptor * WORDS);
        if (distance <= DISTANCE_MAX) this.#nearest.add(this.#all.view[descriptor]!, descriptor, distance);
      }
    }
  }

  /** A soft vote into the two nearest bins of either axis, of the view whose bins begin at `start`. */
  #addVote(start: number, rotation: number, scale: number, weight: number) {
    const [firstRotation, firstScale] = [Math.floor(rotation - 0.5), Math.floor(scale - 0.5)];
    for (let down = 0; down < 2; down += 1) {
      const row = firstScale + down;
      if (row < 0 || row >= SCALE_BINS) continue;
      for (let across = 0; across < 2; across += 1) {
        const column = (firstRotation + across + ROTATION_BINS) % ROTATION_BINS;
        const share =
          (1 - Math.abs(rotation - 0.5 - firstRotation - across)) * (1 - Math.abs(scale - 0.5 - firstScale - down));
        this.#bins[start + row * ROTATION_BINS + column]! += weight * share;
      }
    }
  }
}
