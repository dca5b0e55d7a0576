/** Figures of an evaluation, by mode and disturbance. */
import type { RecognitionMode } from '@earth/vision/recognition';
import type { Disturbance } from './disturb';
import type { Outcome } from './evaluate';

export const modeNames: Readonly<Record<RecognitionMode, string>> = { 0: 'texture', 1: 'colour 1', 2: 'colour 2' };

export interface Figures {
  readonly mode: RecognitionMode;
  readonly disturbance: Disturbance;
  /** Shares of the photographs of products: the right one is first, among the first five, and first and called a match. Null: there are none. */
  readonly first: number | null;
  readonly firstFive: number | null;
  readonly matched: number | null;
  /** Share of the photographs of strangers of which no product is called a match. Null: there are none. */
  readonly refused: number | null;
}

/** The place of the right product, from 0; -1: it was not found. */
export const placeOf = ({ hits, right }: Pick<Outcome, 'hits' | 'right'>) =>
  hits.findIndex(({ productId }) => productId === right);
const isMatched = ({ hits }: Outcome) => hits[0]?.isMatch === true;

export type MissKind = 'wrong' | 'notMatched' | 'strangerMatched';

/** What went wrong; null: nothing. */
export function missOf(outcome: Outcome): MissKind | null {
  if (outcome.right === null) return isMatched(outcome) ? 'strangerMatched' : null;
  if (placeOf(outcome) !== 0) return 'wrong';
  return isMatched(outcome) ? null : 'notMatched';
}

function shareOf(outcomes: readonly Outcome[], isCounted: (outcome: Outcome) => boolean): number | null {
  return outcomes.length === 0 ? null : outcomes.filter(isCounted).length / outcomes.length;
}

/** In the order of modes, and of each in that of its disturbances. */
export function figuresOf(outcomes: readonly Outcome[]): readonly Figures[] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes.toSorted((one, other) => one.mode - other.mode)) {
    const key = `${outcome.mode} ${outcome.disturbance}`;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()].flatMap((group): Figures[] => {
    const [{ mode, disturbance } = {}] = group;
    if (mode === undefined || disturbance === undefined) return [];
    const known = group.filter(({ right }) => right !== null);
    return [
      {
        mode,
        disturbance,
        first: shareOf(known, (one) => placeOf(one) === 0),
        firstFive: shareOf(known, (one) => placeOf(one) >= 0 && placeOf(one) < 5),
        matched: shareOf(known, (one) => missOf(one) === null),
        refused: shareOf(
          group.filter(({ right }) => right === null),
          (one) => !isMatched(one),
        ),
      },
    ];
  });
}

export const figureHeads = [
  'mode',
  'disturbance',
  'recall@1',
  'recall@5',
  'called a match',
  'strangers refused',
] as const;

const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`);

export const figureCells = ({ mode, disturbance, first, firstFive, matched, refused }: Figures): readonly string[] => [
  modeNames[mode],
  disturbance,
  ...[first, firstFive, matched, refused].map(percent),
];

/** As lines of a terminal. */
export function figureLines(figures: readonly Figures[]): readonly string[] {
  const rows = [figureHeads, ...figures.map(figureCells)];
  const widths = figureHeads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}
