/** Cleans binary pictures of one size, in memory of its own: closes gaps and removes small regions. */
export class RegionCleaner {
  readonly #width: number;
  readonly #seen: Uint8Array;
  readonly #spread: Uint8Array;
  /** Pixels of the region that is being filled. */
  readonly #region: Int32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#seen = new Uint8Array(width * height);
    this.#spread = new Uint8Array(width * height);
    this.#region = new Int32Array(width * height);
  }

  /** Gives every region of `value` that is smaller than `least` the other value: flood fill over four neighbours. Changes the picture. */
  removeSmall(data: Uint8Array, value: 0 | 1, least: number) {
    this.#seen.fill(0);
    for (let start = 0; start < data.length; start += 1) {
      if (this.#seen[start] || data[start] !== value) continue;
      const count = this.#fill(data, start);
      if (count < least) for (let at = 0; at < count; at += 1) data[this.#region[at]!] = 1 - value;
    }
  }

  /** Morphological closing with a square: fills gaps of up to twice the radius. Changes the picture. */
  closeGaps(data: Uint8Array, radius: number) {
    const height = data.length / this.#width;
    for (const wanted of [1, 0] as const) {
      this.#slide(data, { step: 1, size: this.#width, radius, wanted });
      this.#slide(data, { step: this.#width, size: height, radius, wanted });
    }
  }

  /** @returns how many pixels the region of `start` has; they are listed in `#region` */
  #fill(data: Uint8Array, start: number): number {
    const value = data[start]!;
    const width = this.#width;
    let count = 0;
    const reach = (at: number) => {
      if (at < 0 || at >= data.length || this.#seen[at] || data[at] !== value) return;
      this.#seen[at] = 1;
      this.#region[count] = at;
      count += 1;
    };
    reach(start);
    for (let next = 0; next < count; next += 1) {
      const at = this.#region[next]!;
      const column = at % width;
      if (column > 0) reach(at - 1);
      if (column < width - 1) reach(at + 1);
      reach(at - width);
      reach(at + width);
    }
    return count;
  }

  /** Spreads a value along the lines of one axis. */
  #slide(data: Uint8Array, axis: { step: number; size: number; radius: number; wanted: 0 | 1 }) {
    const { step, size, radius, wanted } = axis;
    this.#spread.fill(1 - wanted);
    for (let at = 0; at < data.length; at += 1) {
      if (data[at] !== wanted) continue;
      const place = step === 1 ? at % size : Math.floor(at / step);
      const [from, to] = [Math.max(0, place - radius), Math.min(size - 1, place + radius)];
      for (let other = from; other <= to; other += 1) this.#spread[at + (other - place) * step] = wanted;
    }
    data.set(this.#spread);
  }
}
