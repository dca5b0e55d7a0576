/** Messages while 10 GB are backed up, beside messages when nothing is, on the same server. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseUrl, startServer, type TestServer } from '@earth/e2e/world/server';
import { type Flood, flood } from '../chat/flood';
import { openOurs, sealForPairs } from '../chat/sides';
import { gatherCrowd, only } from '../crowd/crowd';
import type { Figure } from '../figures';
import { NO_LIMITS } from '../no-limits';

const PROGRAM = fileURLToPath(new URL('../../apps/server/dist/cli/backup.js', import.meta.url));
const FILES = 2_000;
const FILE_BYTES = 5_000_000;
const FILES_IN_FOLDER = 20;
const PEOPLE = 200;
const RATE = 20;
/** The same messages before, without the backup. */
const ALONE_SECONDS = 30;
const GOAL_MS = 100;

/** Files of calls, of bytes that cannot be compressed. */
async function fill({ dataDir }: TestServer): Promise<void> {
  const content = randomBytes(FILE_BYTES);
  for (let file = 0; file < FILES; file += 1) {
    const folder = join(dataDir, 'blobs', 'calls', `bench-${Math.floor(file / FILES_IN_FOLDER)}`);
    await mkdir(folder, { recursive: true });
    content.writeUInt32LE(file);
    // On the disk, or it would be written there while messages are measured.
    await writeFile(join(folder, `file-${file}.bin`), content, { flush: true });
  }
}

/** @returns the seconds that it took */
async function backUp({ dataDir }: TestServer, path: string): Promise<number> {
  const start = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: await databaseUrl(dataDir), DEMO: 'false' };
  const program = spawn(process.execPath, [PROGRAM, path, '--without-keys'], { env, stdio: 'inherit' });
  const [code] = await once(program, 'exit');
  if (code !== 0) throw new Error(`The backup ended with ${String(code)}`);
  return (performance.now() - start) / 1000;
}

export async function measureBackup(): Promise<readonly Figure[]> {
  const server = await startServer(NO_LIMITS);
  const open: { close(): void }[] = [];
  try {
    await fill(server);
    const crowd = await gatherCrowd(only(server), PEOPLE);
    open.push(crowd);
    const side = await openOurs(crowd, await sealForPairs(crowd));
    const course = { people: PEOPLE, rate: RATE, warmUpSeconds: 10 };
    const alone = await flood(side, { ...course, seconds: ALONE_SECONDS });
    const path = join(server.dataDir, 'backup.tar');
    let isOver = false;
    const backup = backUp(server, path).finally(() => {
      isOver = true;
    });
    const meanwhile: Flood[] = [];
    while (!isOver) meanwhile.push(await flood(side, { ...course, seconds: 5, warmUpSeconds: 0 }));
    const seconds = await backup;
    const late = meanwhile.flatMap(({ latencies }) => latencies);
    const gigabytes = (await stat(path)).size / 1e9;
    return [
      { what: 'a message without a backup, p99', values: alone.latencies, quantile: 0.99, unit: 'ms' },
      { what: 'a message without a backup, the latest', values: alone.latencies, quantile: 1, unit: 'ms' },
      { what: 'a message while 10 GB are backed up, p99', values: late, quantile: 0.99, unit: 'ms' },
      { what: 'a message while 10 GB are backed up, the latest', values: late, quantile: 1, unit: 'ms', goal: GOAL_MS },
      { what: 'the backup, a second', values: [(1000 * gigabytes) / seconds], unit: 'MB' },
    ];
  } finally {
    for (const one of open) one.close();
    await server.kill();
    await server.dispose();
  }
}
