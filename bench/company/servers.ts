/** One server, or several on its database and one Redis, and what their processes use. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { databasePid, databaseUrl, freePort, startServer, type TestServer } from '@earth/e2e/world/server';
import { childrenOf, pssOf } from '../memory';
import { NO_LIMITS } from '../no-limits';

/** Clock ticks of the kernel in a second (`USER_HZ`), which is the same on all of today's machines. */
const TICKS = 100;

/** What all processes of a kind use together. */
export interface Use {
  /** Seconds of a core since the start. */
  readonly seconds: number;
  /** In MB. */
  readonly memory: number;
}

export type Part = 'servers' | 'database' | 'redis';

export interface Installation {
  readonly dataDir: string;
  readonly origins: readonly string[];
  use(): Promise<Readonly<Record<Part, Use>>>;
  close(): Promise<void>;
}

/** User and system time, the 14th and 15th field of `/proc/<pid>/stat` (proc(5)). */
function secondsOf(pid: number): number {
  const [, , , , , , , , , , , user = '0', system = '0'] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(user) + Number(system)) / TICKS;
}

const useOf = (pids: readonly number[]): Use => ({
  seconds: pids.reduce((sum, pid) => sum + secondsOf(pid), 0),
  memory: pids.reduce((sum, pid) => sum + pssOf(pid), 0),
});

async function startRedis(): Promise<{ readonly process: ChildProcess; readonly url: string }> {
  const port = await freePort();
  const started = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '']);
  await Promise.race([
    once(started.stdout, 'data'),
    once(started, 'error').then(([error]) => {
      throw error;
    }),
  ]);
  return { process: started, url: `redis://127.0.0.1:${port}` };
}

export async function startInstallation(count: number): Promise<Installation> {
  const redis = count > 1 ? await startRedis() : null;
  // A killed server leaves the database that it has made.
  const maker = await startServer(NO_LIMITS);
  const servers: TestServer[] = [];
  // Killed, because disconnecting thousands of users would delay a clean stop.
  async function close() {
    for (const server of servers.toReversed()) {
      await server.kill();
      await server.dispose();
    }
    await maker.dispose();
    redis?.process.kill();
  }
  try {
    await maker.kill();
    const shared = {
      ...NO_LIMITS,
      ...(redis && { REDIS_URL: redis.url }),
      DATA_DIR: maker.dataDir,
      DATABASE_URL: await databaseUrl(maker.dataDir),
    };
    while (servers.length < count) servers.push(await startServer(shared));
    return {
      dataDir: maker.dataDir,
      origins: servers.map(({ url }) => url),
      async use() {
        const database = (await databasePid(maker.dataDir)) ?? 0;
        return {
          servers: useOf(servers.map(({ pid }) => pid)),
          database: useOf([database, ...childrenOf(database)]),
          redis: useOf(redis?.process.pid === undefined ? [] : [redis.process.pid]),
        };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
