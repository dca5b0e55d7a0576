/** Noise of the plane, from a seed: what textures are made of. */
import { createRandom } from '../random';

const SIZE = 256;
const MASK = SIZE - 1;

/** Where a place lies among scattered points. */
export interface Cell {
  /** Distances to the nearest and to the second nearest point. */
  first: number;
  second: number;
  /** From 0 to 1, the same everywhere in a cell. */
  id: number;
}

const smooth = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
const mix = (a: number, b: number, t: number) => a + (b - a) * t;

export class Noise {
  readonly #order = new Uint8Array(2 * SIZE);
  readonly #x = new Float32Array(SIZE);
  readonly #y = new Float32Array(SIZE);
  readonly #values = new Float32Array(SIZE);

  constructor(seed: number) {
    const random = createRandom(seed);
    for (let at = 0; at < SIZE; at += 1) {
      const other = Math.floor(random() * (at + 1));
      this.#order[at] = this.#order[other]!;
      this.#order[other] = at;
      const turn = 2 * Math.PI * random();
      this.#x[at] = Math.cos(turn);
      this.#y[at] = Math.sin(turn);
      this.#values[at] = random();
    }
    this.#order.copyWithin(SIZE, 0, SIZE);
  }

  #hash(column: number, row: number): number {
    return this.#order[this.#order[column & MASK]! + (row & MASK)]!;
  }

  /** A value from 0 to 1 of an integer place. */
  valueAt(column: number, row: number): number {
    return this.#values[this.#hash(column, row)]!;
  }

  /** Gradient noise from about −1 to 1 (Perlin, Improving noise, 2002). */
  at(x: number, y: number): number {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const dx = x - column;
    const dy = y - row;
    const order = this.#order;
    const left = order[column & MASK]!;
    const right = order[(column + 1) & MASK]!;
    const top = row & MASK;
    const bottom = (row + 1) & MASK;
    const across = smooth(dx);
    const upper = mix(this.#slope(order[left + top]!, dx, dy), this.#slope(order[right + top]!, dx - 1, dy), across);
    const lower = mix(
      this.#slope(order[left + bottom]!, dx, dy - 1),
      this.#slope(order[right + bottom]!, dx - 1, dy - 1),
      across,
    );
    return 1.5 * mix(upper, lower, smooth(dy));
  }

  #slope(hash: number, dx: number, dy: number): number {
    return this.#x[hash]! * dx + this.#y[hash]! * dy;
  }

  /** Noise at several sizes, each half as large and `gain` times as strong as the one before. */
  fractal(x: number, y: number, octaves: number, gain = 0.5): number {
    let sum = 0;
    let share = 1;
    let total = 0;
    let scale = 1;
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += share * this.at(x * scale + 17 * octave, y * scale - 31 * octave);
      total += share;
      share *= gain;
      scale *= 2.03;
    }
    return sum / total;
  }

  /** Like `fractal`, with sharp ridges near 1. */
  ridged(x: number, y: number, octaves: number, gain = 0.5): number {
    let sum = 0;
    let share = 1;
    let total = 0;
    let scale = 1;
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += share * (1 - Math.abs(this.at(x * scale + 17 * octave, y * scale - 31 * octave)));
      total += share;
      share *= gain;
      scale *= 2.03;
    }
    return sum / total;
  }

  /** Cellular noise (Worley 1996). @param order how irregular the points are, from 0 to 1 */
  cellAt(x: number, y: number, order: number, cell: Cell) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    cell.first = 9;
    cell.second = 9;
    for (let down = -1; down <= 1; down += 1)
      for (let right = -1; right <= 1; right += 1) {
        const hash = this.#hash(column + right, row + down);
        const dx = column + right + 0.5 + order * (this.#values[hash]! - 0.5) - x;
        const dy = row + down + 0.5 + order * (this.#values[(hash + 91) & MASK]! - 0.5) - y;
        const distance = dx * dx + dy * dy;
        if (distance < cell.first) {
          cell.second = cell.first;
          cell.first = distance;
          cell.id = this.#values[(hash + 57) & MASK]!;
        } else if (distance < cell.second) cell.second = distance;
      }
    cell.first = Math.sqrt(cell.first);
    cell.second = Math.sqrt(cell.second);
  }
}

export const createCell = (): Cell => ({ first: 0, second: 0, id: 0 });
