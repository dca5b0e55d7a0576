/** Medians, and how they are printed. */

export interface Figure {
  readonly what: string;
  readonly values: readonly number[];
  readonly unit: 'ms' | 'MB' | '×';
  /** Of the median; printed beside it. */
  readonly goal?: number;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

/** One line: median, smallest and largest, how often it was measured, the goal. */
export function printFigure({ what, values, unit, goal }: Figure) {
  const middle = median(values);
  const digits = middle < 10 ? 1 : 0;
  const range = `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
  const verdict = goal === undefined ? '' : `   goal: at most ${goal} ${unit}, ${middle <= goal ? 'met' : 'MISSED'}`;
  console.log(
    `  ${what.padEnd(44)} ${middle.toFixed(digits).padStart(6)} ${unit}   (${range}, n=${values.length})${verdict}`,
  );
}
