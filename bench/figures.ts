/** Medians and other quantiles, and their output. */

export interface Figure {
  readonly what: string;
  readonly values: readonly number[];
  readonly unit: 'ms' | 'MB' | 'kB' | '/s' | '×' | '%' | 'of 100';
  /** The quantile to print, e.g. 0.99; absent: the median. */
  readonly quantile?: number;
  /** The upper goal, inclusive. */
  readonly goal?: number;
  /** The upper goal, exclusive. */
  readonly under?: number;
  /** The lower goal. */
  readonly least?: number;
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

/** The smallest value that this share of all does not exceed (nearest rank). */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/** The goal of a value, and whether it is met; empty without a goal. */
function verdictOf(value: number, { unit, goal, under, least }: Figure): string {
  const say = (wish: string, isMet: boolean) => `   goal: ${wish} ${unit}, ${isMet ? 'met' : 'MISSED'}`;
  if (goal !== undefined) return say(`at most ${goal}`, value <= goal);
  if (under !== undefined) return say(`under ${under}`, value < under);
  return least === undefined ? '' : say(`at least ${least}`, value >= least);
}

/** One line: median or other quantile, minimum and maximum, number of measurements, goal. */
export function printFigure(figure: Figure) {
  const { what, values, unit, quantile } = figure;
  const value = quantile === undefined ? median(values) : quantileOf(values, quantile);
  const digits = value < 1 ? 2 : value < 10 ? 1 : 0;
  const range = `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
  console.log(
    `  ${what.padEnd(44)} ${value.toFixed(digits).padStart(6)} ${unit}   (${range}, n=${values.length})${verdictOf(value, figure)}`,
  );
}
