/** How long the built server takes from its start to its first «ready», and the memory it then holds with its database. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { databasePid, startServer, type TestServer } from '@earth/e2e/world/server';
import { type Figure } from './figures';

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

/** Processes by their parent, from `/proc`. */
function childrenOf(parent: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name in brackets may hold spaces; state and parent follow it.
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
  return children.flatMap((child) => [child, ...childrenOf(child)]);
}

/** Proportional set size in MB: pages that several processes share are counted once. */
function pssOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}

/** Server and database at rest, in a start that finds its data. */
export async function measureMemory(): Promise<readonly Figure[]> {
  const server = await startServer();
  try {
    await server.stop();
    await server.start();
    await pause(REST_MS);
    const database = await databasePid(server.dataDir);
    if (database === null) throw new Error('The embedded database does not run');
    const databaseMb = [database, ...childrenOf(database)].reduce((sum, pid) => sum + pssOf(pid), 0);
    const serverMb = pssOf(server.pid);
    return [
      { what: 'server', values: [serverMb], unit: 'MB' },
      { what: 'database, all its processes', values: [databaseMb], unit: 'MB' },
      { what: 'together', values: [serverMb + databaseMb], unit: 'MB', goal: 250 },
    ];
  } finally {
    await server.dispose();
  }
}
