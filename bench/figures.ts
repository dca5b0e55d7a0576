/** Figures of the benches: medians and other quantiles, compared with their goals. */

export interface Figure {
  readonly what: string;
  readonly values: readonly number[];
  readonly unit: 'ms' | 'min' | 'Mbit/s' | 'MB' | 'kB' | 'px' | 'frames' | '/s' | '×' | '%' | 'of 100';
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

/** A figure as it is printed and stored in `results.json`. */
export interface Summary {
  readonly what: string;
  readonly unit: Figure['unit'];
  /** The median or the figure's quantile. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** The number of measurements. */
  readonly count: number;
  /** E.g. «at most 1.5». */
  readonly goal?: string;
  readonly isMet?: boolean;
}

export const formatValue = (value: number): string => value.toFixed(value < 1 ? 2 : value < 10 ? 1 : 0);

/** Three significant digits: more would only be noise in the diff of `results.json`. */
const rounded = (value: number) => Number(value.toPrecision(3));

function goalOf(value: number, { goal, under, least }: Figure): Pick<Summary, 'goal' | 'isMet'> {
  if (goal !== undefined) return { goal: `at most ${goal}`, isMet: value <= goal };
  if (under !== undefined) return { goal: `under ${under}`, isMet: value < under };
  return least === undefined ? {} : { goal: `at least ${least}`, isMet: value >= least };
}

export function summarize(figure: Figure): Summary {
  const { what, values, unit, quantile } = figure;
  const value = quantile === undefined ? median(values) : quantileOf(values, quantile);
  return {
    what,
    unit,
    value: rounded(value),
    min: rounded(Math.min(...values)),
    max: rounded(Math.max(...values)),
    count: values.length,
    ...goalOf(value, figure),
  };
}

/** One line: value, range, number of measurements, goal. */
export function printSummary({ what, unit, value, min, max, count, goal, isMet }: Summary) {
  const range = `(${formatValue(min)} to ${formatValue(max)}, n=${count})`;
  const verdict = goal === undefined ? '' : `   goal: ${goal} ${unit}, ${isMet ? 'met' : 'MISSED'}`;
  console.log(`  ${what.padEnd(44)} ${formatValue(value).padStart(6)} ${unit}   ${range}${verdict}`);
}
