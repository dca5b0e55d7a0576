/**
 * Delivery time of a message, from its request to the frame at the receiver's socket, while a thousand users are connected and write
 * a hundred messages a second. Beside a reference server that writes one row and forwards it.
 */
import { type Flood, flood } from './chat/flood';
import { openBare, openOurs, sealForPairs } from './chat/sides';
import { withCrowds } from './crowd/crowds';
import type { Figure } from './figures';
import { compare, byTurns } from './alternate';

const PEOPLE = 1_000;
const ROUNDS = 4;
const COURSE = { people: PEOPLE, rate: 100, seconds: 8, warmUpSeconds: 1 };

export async function measureMessages(): Promise<readonly Figure[]> {
  return await withCrowds(PEOPLE, {}, async ({ crowd, bare }) => {
    const sealed = await sealForPairs(crowd);
    const ours = await openOurs(crowd, sealed);
    const theirs = openBare(bare, sealed);
    const rounds = await byTurns(ROUNDS, { ours: () => flood(ours, COURSE), theirs: () => flood(theirs, COURSE) });
    const all = (floods: readonly Flood[]) => floods.flatMap(({ latencies }) => latencies);
    const turns = { ours: all(rounds.ours), theirs: all(rounds.theirs) };
    return [0.5, 0.95, 0.99].flatMap((quantile) =>
      compare(turns, 'bare server', { what: `p${quantile * 100}`, quantile, unit: 'ms' }),
    );
  });
}
