/** The server as a process: starting, stopping, being killed, being started twice. */
import { once } from 'node:events';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { get } from 'node:https';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { networkAddresses } from '../src/config/certificate';
import {
  bundleServer,
  cleanUp,
  databaseProcess,
  isRunning,
  makeFolder,
  ServerProcess,
} from '../testing/server-process';

/** Each start creates or opens a database, on a machine that may be busy. */
vi.setConfig({ testTimeout: 90_000 });

let folder: string;
let dataDir: string;
let servers: ServerProcess[];

beforeAll(bundleServer);
beforeEach(async () => {
  folder = await makeFolder();
  dataDir = join(folder, 'data');
  servers = [];
});
afterEach(() => cleanUp(folder, servers));

/** Starts a server over the test's folder, without the demo data, which take most of a first start. */
function start(variables: Readonly<Record<string, string>> = {}, args: readonly string[] = []): ServerProcess {
  const server = new ServerProcess(folder, { DATA_DIR: 'data', DEMO: 'false', ...variables }, args);
  servers.push(server);
  return server;
}

const status = async (url: string) => (await fetch(url)).status;

test('a first start creates data, keys and demo people, prints so, and stops cleanly on Ctrl+C', async () => {
  const first = start({ DEMO: '' });
  const url = await first.ready();
  expect(await status(`${url}/readyz`)).toBe(200);
  expect(first.output).toContain('assisted@demo.example');
  expect(first.output).toContain('Sign-in codes appear here');
  expect(first.output).not.toContain('/dev/mail');
  const modes = ['keys/master.key', 'keys/api.key', 'keys', 'db'].map(
    async (path) => (await stat(join(dataDir, path))).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o600, 0o600, 0o700, 0o700]);

  // Under npm it arrives twice.
  first.interrupt();
  first.interrupt();
  expect(await first.ended).toBe(0);
  expect(first.errors).toBe('');
  expect(await databaseProcess(dataDir)).toBeNull();

  const second = start();
  const config = await (await fetch(`${await second.ready()}/config.json`)).json();
  expect(config).toMatchObject({ appCode: 'earth' });
  second.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

test('restarts its killed database: the server answers, and stops properly afterwards', async () => {
  const server = start();
  const url = await server.ready();
  const killed = await databaseProcess(dataDir);
  process.kill(killed ?? 0, 'SIGKILL');
  await vi.waitFor(
    async () => {
      expect(await databaseProcess(dataDir)).not.toBe(killed);
      expect(await status(`${url}/readyz`)).toBe(200);
    },
    { timeout: 60_000, interval: 50 },
  );
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(await databaseProcess(dataDir)).toBeNull();
});

test('if its database cannot be restarted, the server ends with an exit code', async () => {
  const server = start();
  await server.ready();
  // A file that the database needs.
  await rm(join(dataDir, 'db', 'cluster', 'global', 'pg_control'));
  process.kill((await databaseProcess(dataDir)) ?? 0, 'SIGKILL');
  expect(await server.ended).toBe(1);
  expect(server.errors).toContain('PostgreSQL did not start');
});

test('sweeps what a killed server was writing at the next start', async () => {
  const half = join(dataDir, 'blobs', 'rooms', 'one', 'a.jpg.1-1.part');
  await mkdir(dirname(half), { recursive: true });
  await writeFile(half, 'half');
  await start().ready();
  await expect(stat(half)).rejects.toThrow('ENOENT');
});

test('a server that is stopped while it starts stops properly, and its database with it', async () => {
  const server = start();
  await vi.waitFor(async () => expect(await databaseProcess(dataDir)).not.toBeNull(), {
    timeout: 30_000,
    interval: 10,
  });

  server.kill('SIGTERM');

  expect(await server.ended).toBe(0);
  expect(server.errors).toBe('');
  expect(await databaseProcess(dataDir)).toBeNull();
});

test('a server whose terminal is closed stops properly, and its database with it', async () => {
  const server = start();
  await server.ready();
  const database = await databaseProcess(dataDir);

  server.closePipes();
  server.kill('SIGHUP');

  expect(await server.ended).toBe(0);
  expect(await isRunning(database)).toBe(false);
});

test('reads settings from .env, with precedence for those of the environment', async () => {
  await writeFile(join(folder, '.env'), 'API_KEY=the-key-of-the-file\nCALL_TIMEOUT_SECONDS=7\n');
  const server = start({ CALL_TIMEOUT_SECONDS: '8' });
  const config: unknown = await (await fetch(`${await server.ready()}/config.json`)).json();
  expect(config).toMatchObject({ apiKey: 'the-key-of-the-file', callTimeoutSeconds: 8 });
});

test.skipIf(networkAddresses().length === 0)(
  '--lan serves HTTPS to the network, and shows its address as a code for phones',
  async () => {
    const server = start({}, ['--lan']);
    const url = await server.ready();
    expect(url).toMatch(new RegExp(`^https://${networkAddresses()[0]}:`));
    const [response] = (await once(get(`${url}/readyz`, { rejectUnauthorized: false }), 'response')) as [
      IncomingMessage,
    ];
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(server.output).toContain('The certificate is self-signed');
    expect(server.output).toMatch(/[▀▄█]{10}/);
  },
);

test('a killed server leaves its database running, and the next start adopts it', async () => {
  const killed = start();
  await killed.ready();
  killed.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  const database = await databaseProcess(dataDir);
  expect(await isRunning(database)).toBe(true);

  const next = start();
  const url = await next.ready();
  expect(await databaseProcess(dataDir)).toBe(database);
  expect(await status(`${url}/readyz`)).toBe(200);
  next.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(await isRunning(database)).toBe(false);
});

test('a database after a power cut starts again, even if another program has its process id now', async () => {
  const killed = start();
  await killed.ready();
  const database = await databaseProcess(dataDir);
  killed.kill('SIGKILL');
  await killed.ended;
  process.kill(database ?? 0, 'SIGKILL');
  await expect.poll(() => isRunning(database)).toBe(false);
  const lock = join(dataDir, 'db', 'cluster', 'postmaster.pid');
  await writeFile(lock, (await readFile(lock, 'utf8')).replace(/^\d+/, String(process.pid)));

  const next = start();
  expect(await status(`${await next.ready()}/readyz`)).toBe(200);
});

test('a second server on the same folder prints in one line who holds it, and disturbs nobody', async () => {
  const first = start();
  const url = await first.ready();
  const { port } = new URL(url);

  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.errors).toBe(
    `This data is already in use by earth server, process ${first.pid}, port ${port}. Stop that one, or choose another DATA_DIR.\n`,
  );
  expect(await status(`${url}/readyz`)).toBe(200);
});

test('two first starts at once: one serves, the other prints which one does', async () => {
  const both = [start(), start()];
  const codes = await Promise.race(both.map(async (server) => ({ server, code: await server.ended })));
  expect(codes.code).toBe(1);
  expect(codes.server.errors).toContain('already in use by earth server');
  const survivor = both.find((server) => server !== codes.server);
  expect(await status(`${await survivor?.ready()}/readyz`)).toBe(200);
});

test.each([
  [{ PORT: 'eighty' }, [], 'PORT is "eighty": expected a whole number from 0 to 65535.\n'],
  [{ BRAND: 'mars' }, [], 'BRAND is "mars": expected a folder under brands/ with a valid brand.json and terms.json.\n'],
  [
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    [],
    'Cannot reach the database: connect ECONNREFUSED 127.0.0.1:1.\n',
  ],
  [{}, ['--wan'], '--wan is not known: the only option is --lan.\n'],
])('a setting that cannot work stops the start with one line (%o %o)', async (variables, args, line) => {
  const server = start(variables, args);
  expect(await server.ended).toBe(1);
  expect([server.output, server.errors]).toEqual(['', line]);
});

test('names a port in use, and how to choose another', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  const server = start({ PORT: String(port) });
  expect(await server.ended).toBe(1);
  expect(server.errors).toBe(`Port ${port} is in use. Choose another, e.g. PORT=${port + 1} npm start\n`);
  expect(await databaseProcess(dataDir)).toBeNull();
  occupant.close();
});

test('a wrong master key stops the start', async () => {
  const first = start();
  await first.ready();
  first.kill('SIGTERM');
  await first.ended;
  const other = start({ MASTER_KEY: '00'.repeat(32) });
  expect(await other.ended).toBe(1);
  expect(other.errors).toMatch(/^MASTER_KEY is not the one that sealed the private keys in this database\. .*\n$/);
});

test('a request in flight finishes while the server stops, and new ones are refused', async () => {
  const server = start({ API_KEY: 'the-key-of-this-test' });
  const url = await server.ready();
  const agent = new Agent({ keepAlive: true });
  const body = new URLSearchParams({ email: 'nobody@demo.example', appCode: 'earth' }).toString();
  const outgoing = request(`${url}/services/auth?checkEmail`, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      'x-api-key': 'the-key-of-this-test',
      'x-device-id': 'device-of-this-test',
      'x-timestamp': new Date().toISOString(),
      expect: '100-continue',
    },
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  outgoing.write(body.slice(0, 10));

  server.kill('SIGTERM');
  await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused');
  outgoing.end(body.slice(10));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();

  // The look-up in the database was answered.
  expect(response.statusCode).toBe(404);
  expect(await server.ended).toBe(0);
  expect(await databaseProcess(dataDir)).toBeNull();
});
