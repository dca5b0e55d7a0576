/**
 * Ring time while a thousand users are connected: from the request that creates the call to the frame at the other's socket, beside
 * a reference server that writes one row and forwards a frame.
 */
import { pairOf, hangUp, ring } from './crowd/crowd';
import { withCrowds } from './crowd/crowds';
import type { Figure } from './figures';
import { compare, byTurns } from './alternate';

const PEOPLE = 1_000;
const WARM_UP = 50;
const ROUNDS = 500;

export async function measureRing(): Promise<readonly Figure[]> {
  return await withCrowds(PEOPLE, {}, async ({ crowd, bare }) => {
    const at = (round: number) => round % crowd.pairs.length;
    const rounds = await byTurns(
      ROUNDS,
      {
        ours: async (round) => {
          const pair = pairOf(crowd, at(round));
          const rung = await ring(pair);
          await hangUp(pair, rung);
          return rung.ringMs;
        },
        theirs: (round) => bare.ring(2 * at(round) + 1, pairOf(crowd, at(round)).subject),
      },
      WARM_UP,
    );
    return [0.5, 0.95, 0.99].flatMap((quantile): Figure[] => {
      const wish = quantile === 0.99 ? { under: 50 } : {};
      return compare(rounds, 'bare server', { what: `p${quantile * 100}`, quantile, unit: 'ms', ...wish });
    });
  });
}
