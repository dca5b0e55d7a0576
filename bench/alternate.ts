/** Alternates between the product and its reference, so that other load on the machine affects both alike. */
import { type Figure, median } from './figures';

export interface Turns<T> {
  readonly ours: readonly T[];
  readonly theirs: readonly T[];
}

/** The two measurements. */
interface Subjects<T> {
  readonly ours: (round: number) => Promise<T>;
  readonly theirs: (round: number) => Promise<T>;
}

/** @param warmUp the number of rounds before those that count: they load code and fill caches */
export async function byTurns<T>(rounds: number, ways: Subjects<T>, warmUp = 1): Promise<Turns<T>> {
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

/**
 * The figures of the reference and of the product.
 * @param figure the common fields; goals apply to the product
 */
export function compare(
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

/** The product's time as a multiple of the reference's: the median of the rounds' ratios. */
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
