/** How long the built server takes from its start to its first «ready», and the memory it then holds with its database. */
import { setTimeout as pause } from 'node:timers/promises';
import { startServer, type TestServer } from '@earth/e2e/world/server';
import { type Figure } from './figures';
import { memoryOf } from './memory';

const RESTARTS = 5;
/** What a new server still does after its start, it has done by then. */
const REST_MS = 10_000;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A first start makes database, keys and demo data; the later ones find them. */
export async function measureStartUp(): Promise<readonly Figure[]> {
  let server: TestServer | undefined;
  const first = await timed(async () => {
    server = await startServer();
  });
  if (server === undefined) throw new Error('No server');
  const later: number[] = [];
  try {
    for (let round = 0; round < RESTARTS; round += 1) {
      await server.stop();
      later.push(await timed(server.start));
    }
  } finally {
    await server.dispose();
  }
  return [
    { what: 'first start, with database and demo data', values: [first], unit: 'ms' },
    { what: 'start with the data there', values: later, unit: 'ms' },
  ];
}

/** Server and database at rest, in a start that finds its data. */
export async function measureMemory(): Promise<readonly Figure[]> {
  const server = await startServer();
  try {
    await server.stop();
    await server.start();
    await pause(REST_MS);
    const memory = await memoryOf(server);
    return [
      { what: 'server', values: [memory.server], unit: 'MB' },
      { what: 'database, all its processes', values: [memory.database], unit: 'MB' },
      { what: 'together', values: [memory.server + memory.database], unit: 'MB', goal: 250 },
    ];
  } finally {
    await server.dispose();
  }
}
