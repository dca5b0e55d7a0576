/**
 * How long it takes until it rings on the other side while a thousand people are online: from the request that makes the
 * call to the frame at the other's socket, beside a bare server that writes one row and passes a frame on.
 */
import { startServer } from '@earth/e2e/world/server';
import { type Crowd, gatherCrowd, part, ring } from './crowd/crowd';
import type { Figure } from './figures';
import { type BareCrowd, gatherBareCrowd } from './reference/bare';

const PEOPLE = 1_000;
const WARM_UP = 50;
const ROUNDS = 500;

/** By turns, so that what else the machine does falls on both alike. */
async function measureBoth(crowd: Crowd, bare: BareCrowd) {
  const rounds: { readonly ours: number; readonly theirs: number }[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const at = round % crowd.pairs.length;
    const pair = crowd.pairs[at];
    if (!pair) throw new Error('There is nobody');
    const theirs = await bare.ring(2 * at + 1, pair.subject);
    const rung = await ring(crowd, pair);
    await part(crowd, pair, rung);
    if (round >= WARM_UP) rounds.push({ ours: rung.ringMs, theirs });
  }
  return rounds;
}

export async function measureRing(): Promise<readonly Figure[]> {
  const server = await startServer();
  const open: { close(): void }[] = [];
  try {
    const crowd = await gatherCrowd(server, PEOPLE);
    open.push(crowd);
    const bare = await gatherBareCrowd(server, PEOPLE);
    open.push(bare);
    const rounds = await measureBoth(crowd, bare);
    return [0.5, 0.95, 0.99].flatMap((quantile): Figure[] => {
      const figure = (name: string, values: readonly number[]): Figure => ({
        what: `p${quantile * 100}, ${name}`,
        values,
        quantile,
        unit: 'ms',
      });
      const theirs = figure(
        'bare server',
        rounds.map((round) => round.theirs),
      );
      const ours = figure(
        'product',
        rounds.map((round) => round.ours),
      );
      return [theirs, quantile === 0.99 ? { ...ours, goal: 50 } : ours];
    });
  } finally {
    for (const one of open) one.close();
    await server.dispose();
  }
}
