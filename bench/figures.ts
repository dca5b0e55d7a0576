/** Medians and other quantiles, and how they are printed. */

export interface Figure {
  readonly what: string;
  readonly values: readonly number[];
  readonly unit: 'ms' | 'MB' | 'kB' | '/s' | '×' | '%' | 'of 100';
  /** Which of the values is printed: 0.99 for the one that one in a hundred exceeds; absent: the median. */
  readonly quantile?: number;
  /** The most that the printed value should be. */
  readonly goal?: number;
  /** What it should be less than. */
  readonly under?: number;
  /** The least that it should be. */
  readonly least?: number;
}

/** The middle value, or the mean of the two in the middle. */
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

/** What a value should be, and whether it is; nothing where nothing is asked of it. */
function verdictOf(value: number, { unit, goal, under, least }: Figure): string {
  const say = (wish: string, isMet: boolean) => `   goal: ${wish} ${unit}, ${isMet ? 'met' : 'MISSED'}`;
  if (goal !== undefined) return say(`at most ${goal}`, value <= goal);
  if (under !== undefined) return say(`under ${under}`, value < under);
  return least === undefined ? '' : say(`at least ${least}`, value >= least);
}

/** One line: median or other quantile, smallest and largest, how often it was measured, the goal. */
export function printFigure(figure: Figure) {
  const { what, values, unit, quantile } = figure;
  const value = quantile === undefined ? median(values) : quantileOf(values, quantile);
  const digits = value < 1 ? 2 : value < 10 ? 1 : 0;
  const range = `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
  console.log(
    `  ${what.padEnd(44)} ${value.toFixed(digits).padStart(6)} ${unit}   (${range}, n=${values.length})${verdictOf(value, figure)}`,
  );
}
