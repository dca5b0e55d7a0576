/** Time from start to the first «ready», and the memory of the server and its database afterwards. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServer, type TestServer } from '@earth/e2e/world/server';
import { type Figure } from './figures';
import { memoryOf } from './memory';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const RESTARTS = 5;
/** For a start with existing data. */
const GOAL_MS = 5_000;
const LOOK_AGAIN_MS = 10;
/** Time for a new server to finish work after its start. */
const SETTLE_MS = 10_000;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * `npm start` on the folder of a stopped server.
 * @returns ms; it is stopped again
 */
async function timeNpmStart({ url, dataDir }: TestServer): Promise<number> {
  const child = spawn('npm', ['start'], {
    cwd: REPOSITORY,
    env: { ...process.env, DATA_DIR: dataDir, PORT: new URL(url).port, DEMO: 'true' },
    stdio: 'ignore',
    // A process group, so that Ctrl+C reaches all child processes of npm.
    detached: true,
  });
  const ended = once(child, 'exit');
  const time = await timed(async () => {
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
      await pause(LOOK_AGAIN_MS);
    }
  });
  process.kill(-Number(child.pid), 'SIGINT');
  await ended;
  return time;
}

/** A first start creates database, keys and demo data; later ones reuse them. */
export async function measureStartUp(): Promise<readonly Figure[]> {
  let server: TestServer | undefined;
  const first = await timed(async () => {
    server = await startServer();
  });
  if (server === undefined) throw new Error('No server');
  const later: number[] = [];
  const byNpm: number[] = [];
  try {
    for (let round = 0; round < RESTARTS; round += 1) {
      await server.stop();
      byNpm.push(await timeNpmStart(server));
      later.push(await timed(server.start));
    }
  } finally {
    await server.dispose();
  }
  return [
    { what: 'first start, with database and demo data', values: [first], unit: 'ms' },
    { what: 'start with the data there', values: later, unit: 'ms', under: GOAL_MS },
    { what: '`npm start` with all of it there', values: byNpm, unit: 'ms', under: GOAL_MS },
  ];
}

/** Server and database idle, after a start with existing data. */
export async function measureMemory(): Promise<readonly Figure[]> {
  const server = await startServer();
  try {
    await server.stop();
    await server.start();
    await pause(SETTLE_MS);
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
