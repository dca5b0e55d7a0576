/** The product and its reference by turns, so that what else the machine does falls on both alike. */
import { type Figure, median } from './figures';

export interface Turns<T> {
  readonly ours: readonly T[];
  readonly theirs: readonly T[];
}

/** Which of the two is measured. */
interface Ways<T> {
  readonly ours: (round: number) => Promise<T>;
  readonly theirs: (round: number) => Promise<T>;
}

/** @param warmUp how many rounds come before those that count: they load code and fill caches */
export async function byTurns<T>(rounds: number, ways: Ways<T>, warmUp = 1): Promise<Turns<T>> {
  const ours: T[] = [];
  const theirs: T[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const both = [await ways.theirs(round), await ways.ours(round)] as const;
    if (round < warmUp) continue;
    theirs.push(both[0]);
    ours.push(both[1]);
  }
  return { ours, theirs };
}

/** The reference's figure and the product's. @param figure what both say alike; what is asked of it is asked of the product's */
export function besides(
  { ours, theirs }: Turns<number>,
  reference: string,
  { what, goal, under, ...figure }: Omit<Figure, 'values'>,
): [theirs: Figure, ours: Figure] {
  return [
    { ...figure, what: `${what}, ${reference}`, values: theirs },
    {
      ...figure,
      what: `${what}, product`,
      values: ours,
      ...(goal !== undefined && { goal }),
      ...(under !== undefined && { under }),
    },
  ];
}

/** How many times as much as the reference the product takes, in the middle of all rounds. */
export const timesOf = ({ ours, theirs }: Turns<number>, reference: string, what: string, goal?: number): Figure => ({
  what: `${what}, product / ${reference}`,
  values: [median(ours) / median(theirs)],
  unit: '×',
  ...(goal !== undefined && { goal }),
});

/** One number of each round. */
export const each = <T>({ ours, theirs }: Turns<T>, of: (round: T) => number): Turns<number> => ({
  ours: ours.map(of),
  theirs: theirs.map(of),
});
