/** One-Euro filter (Casiez et al., 2012): a low-pass filter that is strong on a value that rests and weak on one that moves. */

export interface OneEuroOptions {
  /** Hz, at rest. */
  readonly minCutoff: number;
  /** How fast the cutoff rises with the speed. */
  readonly beta: number;
}

/** Hz, of the speed itself. */
const SPEED_CUTOFF = 1;

const smoothingOf = (cutoff: number, seconds: number) => {
  const ratio = 2 * Math.PI * cutoff * seconds;
  return ratio / (ratio + 1);
};

export class OneEuroFilter {
  readonly #options: OneEuroOptions;
  #last: { values: readonly number[]; speeds: readonly number[]; at: number } | null = null;

  constructor(options: OneEuroOptions) {
    this.#options = options;
  }

  /** @param at seconds; a value that is not later than the last replaces it */
  next(values: readonly number[], at: number): readonly number[] {
    const last = this.#last;
    const seconds = last ? at - last.at : 0;
    if (!last || !(seconds > 0)) {
      this.#last = { values, speeds: values.map(() => 0), at };
      return values;
    }
    const { minCutoff, beta } = this.#options;
    const quick = smoothingOf(SPEED_CUTOFF, seconds);
    const speeds = values.map((value, axis) => {
      const speed = (value - last.values[axis]!) / seconds;
      return last.speeds[axis]! + quick * (speed - last.speeds[axis]!);
    });
    const smooth = values.map((value, axis) => {
      const weight = smoothingOf(minCutoff + beta * Math.abs(speeds[axis]!), seconds);
      return last.values[axis]! + weight * (value - last.values[axis]!);
    });
    this.#last = { values: smooth, speeds, at };
    return smooth;
  }

  /** Forgets what came before: after a loss the next value is taken as it is. */
  reset() {
    this.#last = null;
  }
}
