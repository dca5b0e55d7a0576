import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'earth-start-'));
// The database may run as another user.
chmodSync(dataDir, 0o755);
let server: ChildProcess | undefined;

afterAll(() => {
  if (server?.pid && server.exitCode === null) process.kill(-server.pid, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** `npm start` in a process group of its own, as in a terminal. */
async function start(port: number) {
  const child = spawn('npm', ['start'], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: undefined },
    detached: true,
  });
  server = child;
  let output = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Press Ctrl+C')) resolve();
      });
    void ended.then(() => reject(new Error(output)));
  });
  await ready;
  const interrupt = () => process.kill(-Number(child.pid), 'SIGINT');
  return { ended, interrupt, output: () => output };
}

/** The files that a first start creates, with their modification times: keys, the demo's pictures, the database. */
function made(): Map<string, number> {
  const files = ['keys', 'blobs'].flatMap((folder) =>
    readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  return new Map([...files, join(dataDir, 'db/cluster/PG_VERSION')].map((file) => [file, statSync(file).mtimeMs]));
}

test('a second start creates nothing again, and Ctrl+C under npm stops it once and cleanly', async () => {
  const port = await freePort();
  const first = await start(port);
  expect(first.output()).toContain('operator@demo.example');
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  first.interrupt();
  expect(await first.ended).toBe(0);
  const before = made();
  // Keys, pictures and database are among them.
  expect(before.size).toBeGreaterThan(5);

  const second = await start(port);
  expect(second.output()).not.toMatch(/Installing|Building/);
  expect(second.output()).toContain('operator@demo.example');
  expect(made()).toEqual(before);
  second.interrupt();
  expect(await second.ended).toBe(0);
  expect(second.output().match(/Stopping/g)).toHaveLength(1);
  await expect(fetch(`http://localhost:${port}/readyz`)).rejects.toThrow('fetch failed');
}, 120_000);
