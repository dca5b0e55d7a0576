/**
 * The pictures of a catalogue, in columns: a picture takes its record and some bytes of memory, and only the nearest are decoded. The textures of up to 50,000 pictures
 * are all compared. Of more, all are compared by one rough vector each, and the nearest of them by their textures.
 */
import type { Colors } from './colors';
import {
  checkDescription,
  decodeColors,
  type Description,
  DESCRIPTION_BYTES,
  DIMENSIONS,
  SQUARES,
} from './description';
import { TAG_BYTES, viewOf } from './format';

/** Above this number of pictures the search has two steps. */
const EXACT_MAX = 50_000;
/** Pictures that the second step compares. */
const SHORTLIST = 4_000;

export interface IndexedProduct {
  /** Id of the content. */
  readonly id: number;
  readonly pictures: readonly {
    /** Id of the file. */
    readonly id: string;
    /** As `encodeDescription` gives it. */
    readonly description: Uint8Array;
  }[];
}

/** A product whose textures were compared. */
export interface Near {
  readonly productId: number;
  readonly pictures: readonly {
    readonly id: string;
    /** Distance of the textures. */
    readonly texture: number;
    readonly colors: Colors;
  }[];
}

/** The least number that `count` of the values are not above. */
function bound(values: Float32Array, count: number): number {
  return count < values.length ? values.toSorted()[count - 1]! : Number.POSITIVE_INFINITY;
}

export class PictureIndex {
  readonly #products: Float64Array;
  /** The first picture of each product, and behind the last one the number of pictures. */
  readonly #starts: Uint32Array;
  readonly #ids: readonly string[];
  readonly #records: Uint8Array;
  /** The same bytes, as the vectors have them. */
  readonly #values: Int8Array;
  /** Of each vector, 1 / its length. */
  readonly #scales: Float32Array;
  /** Of each picture a vector of length 127: the direction of the sum of its vectors. Null: there are too few pictures. */
  readonly #rough: Int8Array | null;

  /** @throws UnknownFormatError @throws DamagedViewError */
  constructor(products: readonly IndexedProduct[], exactMax = EXACT_MAX) {
    const pictures = products.flatMap((product) => product.pictures);
    this.#products = Float64Array.from(products, ({ id }) => id);
    this.#starts = new Uint32Array(products.length + 1);
    for (const [at, product] of products.entries()) this.#starts[at + 1] = this.#starts[at]! + product.pictures.length;
    this.#ids = pictures.map(({ id }) => id);
    this.#records = new Uint8Array(pictures.length * DESCRIPTION_BYTES);
    this.#values = new Int8Array(this.#records.buffer);
    this.#scales = new Float32Array(pictures.length * SQUARES);
    for (const [picture, { description }] of pictures.entries()) {
      checkDescription(description);
      this.#records.set(description, picture * DESCRIPTION_BYTES);
      for (let square = 0; square < SQUARES; square += 1)
        this.#scales[picture * SQUARES + square] = this.#scaleOf(picture, square);
    }
    this.#rough = pictures.length > exactMax ? this.#roughen() : null;
  }

  get picturesCount(): number {
    return this.#ids.length;
  }

  /**
   * The products nearest by their texture, the nearest first.
   * @param productIds products among which is searched; absent: all
   */
  search({ textures }: Description, max: number, productIds?: ReadonlySet<number>): readonly Near[] {
    const shortlist = this.#shortlist(textures, productIds);
    const nearest = new Float32Array(this.#products.length).fill(Number.POSITIVE_INFINITY);
    for (let product = 0; product < nearest.length; product += 1) {
      if (productIds && !productIds.has(this.#products[product]!)) continue;
      for (let picture = this.#starts[product]!; picture < this.#starts[product + 1]!; picture += 1) {
        if (shortlist && !shortlist[picture]) continue;
        nearest[product] = Math.min(nearest[product]!, this.#distance(picture, textures));
      }
    }
    const most = bound(nearest, max);
    const found: number[] = [];
    for (const [product, distance] of nearest.entries())
      if (distance <= most && distance < Number.POSITIVE_INFINITY) found.push(product);
    return found
      .toSorted((one, other) => nearest[one]! - nearest[other]!)
      .slice(0, max)
      .map((product) => this.#near(product, textures));
  }

  #near(product: number, textures: Float32Array): Near {
    const data = viewOf(this.#records);
    const start = this.#starts[product]!;
    const pictures = Array.from({ length: this.#starts[product + 1]! - start }, (_, at) => ({
      id: this.#ids[start + at]!,
      texture: this.#distance(start + at, textures),
      colors: decodeColors(data, (start + at) * DESCRIPTION_BYTES),
    }));
    return { productId: this.#products[product]!, pictures };
  }

  #scaleOf(picture: number, square: number): number {
    const from = picture * DESCRIPTION_BYTES + TAG_BYTES + square * DIMENSIONS;
    let squares = 0;
    for (let at = from; at < from + DIMENSIONS; at += 1) squares += this.#values[at]! ** 2;
    return 1 / Math.sqrt(squares || 1);
  }

  /** What `textureDistance` says of the picture. */
  #distance(picture: number, textures: Float32Array): number {
    const [values, scales, size] = [this.#values, this.#scales, DIMENSIONS];
    // Of each asked vector, the cosine with the vector that is most like it.
    let [first, second, third] = [-1, -1, -1];
    for (let square = 0; square < SQUARES; square += 1) {
      const from = picture * DESCRIPTION_BYTES + TAG_BYTES + square * size;
      let [one, two, three] = [0, 0, 0];
      for (let at = 0; at < size; at += 1) {
        const value = values[from + at]!;
        one += textures[at]! * value;
        two += textures[at + size]! * value;
        three += textures[at + 2 * size]! * value;
      }
      const scale = scales[picture * SQUARES + square]!;
      first = Math.max(first, scale * one);
      second = Math.max(second, scale * two);
      third = Math.max(third, scale * three);
    }
    return Math.sqrt(Math.max(0, 2 - (2 / SQUARES) * (first + second + third)));
  }

  #roughen(): Int8Array {
    const rough = new Int8Array(this.#ids.length * DIMENSIONS);
    const sum = new Float32Array(DIMENSIONS);
    for (let picture = 0; picture < this.#ids.length; picture += 1) {
      sum.fill(0);
      for (let square = 0; square < SQUARES; square += 1) {
        const from = picture * DESCRIPTION_BYTES + TAG_BYTES + square * DIMENSIONS;
        const scale = this.#scales[picture * SQUARES + square]!;
        for (let at = 0; at < DIMENSIONS; at += 1) sum[at]! += scale * this.#values[from + at]!;
      }
      const length = Math.hypot(...sum) || 1;
      for (let at = 0; at < DIMENSIONS; at += 1)
        rough[picture * DIMENSIONS + at] = Math.round((127 * sum[at]!) / length);
    }
    return rough;
  }

  /** Marks the pictures of the second step. Null: there is one step only. */
  #shortlist(textures: Float32Array, productIds?: ReadonlySet<number>): Uint8Array | null {
    const [rough, size] = [this.#rough, DIMENSIONS];
    if (!rough) return null;
    const asked = new Float32Array(size);
    for (const [at, value] of textures.entries()) asked[at % size]! += value;
    const apart = new Float32Array(this.#ids.length).fill(Number.POSITIVE_INFINITY);
    for (let product = 0; product < this.#products.length; product += 1) {
      if (productIds && !productIds.has(this.#products[product]!)) continue;
      for (let picture = this.#starts[product]!; picture < this.#starts[product + 1]!; picture += 1) {
        const from = picture * size;
        let sum = 0;
        for (let at = 0; at < size; at += 1) sum += asked[at]! * rough[from + at]!;
        apart[picture] = -sum;
      }
    }
    const most = bound(apart, SHORTLIST);
    return Uint8Array.from(apart, (value) => (value <= most ? 1 : 0));
  }
}
