/** Memory per connected user: the product's server and its database, beside a reference server that holds a socket. */
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '@earth/e2e/world/server';
import { gatherCrowd, only } from './crowd/crowd';
import type { Figure } from './figures';
import { collectGarbage } from './garbage';
import { memoryOf } from './memory';
import { gatherBareCrowd } from './reference/bare';
import { NO_LIMITS } from './no-limits';

const PEOPLE = 1_000;
/** A second group of the same size: one-time costs, such as loaded code, are paid by the first. */
const ROUNDS = 2;
/** Time for the server to finish work after its start, and after users have connected. */
const SETTLE_MS = 10_000;

export async function measureConnected(): Promise<readonly Figure[]> {
  const server = await startServer({ ...NO_LIMITS, NODE_OPTIONS: '--inspect=127.0.0.1:0' });
  const open: { close(): void }[] = [];
  const weigh = async () => {
    await pause(SETTLE_MS);
    await collectGarbage(server);
    return await memoryOf(server);
  };
  const kB = (before: number, after: number) => ((after - before) * 1024) / PEOPLE;
  try {
    const people = { server: [] as number[], database: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await weigh();
      open.push(await gatherCrowd(only(server), PEOPLE));
      const after = await weigh();
      people.server.push(kB(before.server, after.server));
      people.database.push(kB(before.database, after.database));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const empty = await gatherBareCrowd(server, 0);
      open.push(empty);
      const before = await empty.memory();
      const bare = await gatherBareCrowd(server, PEOPLE);
      open.push(bare);
      people.bare.push(kB(before, await bare.memory()));
    }
    return [
      { what: 'bare server', values: people.bare, unit: 'kB' },
      { what: 'product, server', values: people.server, unit: 'kB' },
      { what: 'product, database', values: people.database, unit: 'kB' },
    ];
  } finally {
    for (const one of open) one.close();
    // Killed, because disconnecting a thousand users would delay a clean stop.
    await server.kill();
    await server.dispose();
  }
}
