/** Call setup time: the product's, and a reference page's in the same two browsers, alternately. */
import { byTurns, compare, each, timesOf } from './alternate';
import { withBoth } from './browsers';
import type { Figure } from './figures';
import { barePage, measureSetup, product, putClock, type Round } from './media/set-up';

const ROUNDS = 15;

export async function measureCalls(): Promise<readonly Figure[]> {
  return await withBoth('call', putClock, async ({ assisted, operator, bare }) => {
    const [ours, theirs] = [product(assisted, operator), barePage(bare.assisted, bare.operator)];
    const rounds = await byTurns(ROUNDS, { ours: () => measureSetup(ours), theirs: () => measureSetup(theirs) });
    const figures = (what: string, of: (round: Round) => number, goal?: number): Figure[] => {
      const values = each(rounds, of);
      return [...compare(values, 'bare page', { what, unit: 'ms' }), timesOf(values, 'bare page', what, goal)];
    };
    return [
      ...figures('tap to ring', (round) => round.ring),
      ...figures('accept to first picture on both', (round) => round.picture, 1.5),
      ...figures('set-up (both)', (round) => round.ring + round.picture, 2),
    ];
  });
}
