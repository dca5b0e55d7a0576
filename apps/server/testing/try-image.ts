/**
 * What `npm run image` tries of the image that it has built: it starts read-only and without rights, people sign in and call each
 * other, a backup is made in it and restored, and it stops at once. By crun, with the network of this machine, on a PostgreSQL outside.
 */
import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as contracts from '@earth/contracts';
import pg from 'pg';
import { startEmbedded } from '../src/db/embedded';
import { freePort } from '../src/db/embedded/free-port';
import { isPush } from './frames';
import { signIn } from './killed-under-load';
import { makeFolder, WatchedProcess } from './server-process';

const MEGABYTE = 1_000_000;
const SIZE_MAX = 250 * MEGABYTE;
const USER = 10001;
const READY_TIMEOUT_MS = 120_000;
const STOP_MAX_MS = 5_000;
const PASSPHRASE = 'a passphrase for the trial';

const [image = ''] = process.argv.slice(2);
const run = promisify(execFile);
const print = (line: string) => process.stdout.write(`${line}\n`);
const said = async (program: string, args: readonly string[]) => (await run(program, args)).stdout.trim();

/** Without control groups, which crun does not take in every form that a machine has them in: they are out of its sight. */
const CRUN = [
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs tmpfs /sys/fs/cgroup && exec crun --cgroup-manager=disabled "$@"',
  'crun',
];

/** What of an image's configuration matters (OCI Image Format, config). */
interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly StopSignal: string;
  readonly Volumes: object;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

interface Place {
  readonly folder: string;
  readonly root: string;
  readonly config: ImageConfig;
  readonly variables: Readonly<Record<string, string>>;
}

/** The file by which crun runs the image (OCI Runtime Specification). */
function runtimeConfig({ folder, root, config }: Place, args: readonly string[], env: readonly string[]) {
  const bind = (source: string, destination: string) => ({
    destination,
    type: 'bind',
    source: join(folder, source),
    options: ['bind', 'rw', 'nosuid', 'nodev'],
  });
  return {
    ociVersion: '1.0.0',
    root: { path: root, readonly: true },
    process: {
      user: { uid: USER, gid: USER },
      args,
      env,
      cwd: config.WorkingDir,
      noNewPrivileges: true,
      capabilities: {},
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=65536k'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
      bind('data', '/data'),
      bind('backups', '/backups'),
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  };
}

class Container extends WatchedProcess {
  constructor(
    private readonly id: string,
    /** As `NAME=value`. */
    private readonly env: readonly string[],
  ) {
    super('unshare', [...CRUN, 'run', '--bundle', join('/tmp', id), id]);
  }

  static async start(place: Place, port: number): Promise<Container> {
    const id = `earth-${process.pid}-${port}`;
    const bundle = join('/tmp', id);
    await mkdir(bundle);
    const { Entrypoint, Cmd, Env } = place.config;
    const set = Object.entries({ ...place.variables, PORT: String(port) }).map(([name, value]) => `${name}=${value}`);
    const env = [...Env, ...set];
    await writeFile(join(bundle, 'config.json'), JSON.stringify(runtimeConfig(place, [...Entrypoint, ...Cmd], env)));
    return new Container(id, env);
  }

  /** Runs a program in the container. Rejects if it fails. */
  exec(args: readonly string[], more: readonly string[] = []): Promise<string> {
    const env = [...this.env, ...more];
    return said('unshare', [
      ...CRUN,
      'exec',
      '--user',
      `${USER}:${USER}`,
      ...env.flatMap((one) => ['--env', one]),
      this.id,
      ...args,
    ]);
  }

  async end(): Promise<void> {
    await run('unshare', [...CRUN, 'delete', '--force', this.id]);
  }

  async stop(): Promise<number> {
    const at = performance.now();
    await run('unshare', [...CRUN, 'kill', this.id, 'TERM']);
    deepStrictEqual(await this.ended, 0);
    await rm(join('/tmp', this.id), { recursive: true });
    return performance.now() - at;
  }
}

/** @returns milliseconds since `at` */
async function untilReady(url: string, process: WatchedProcess, at: number): Promise<number> {
  let hasEnded = false;
  void process.ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded && performance.now() - at < READY_TIMEOUT_MS) {
    const status = await fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
    if (status === 200) return performance.now() - at;
    await delay(10);
  }
  throw new Error(`It did not become ready: ${process.output}${process.errors}`);
}

async function isWellClosed(container: Container): Promise<void> {
  const status = await container.exec(['cat', '/proc/1/status']);
  for (const line of [new RegExp(`^Uid:\\s+${USER}\\s`, 'm'), /^CapBnd:\s+0+$/m, /^NoNewPrivs:\s+1$/m])
    match(status, line);
  const [first] = (await container.exec(['cat', '/proc/1/cmdline'])).split('\0');
  deepStrictEqual(first, 'node');
  for (const path of ['/earth/new', '/new', '/usr/local/bin/new'])
    await container.exec(['touch', path]).then(
      () => ok(false, `${path} can be written`),
      () => undefined,
    );
}

/** Giulia helps Luca, from the ring to the end. */
async function call(container: Container, url: string): Promise<void> {
  const luca = await signIn(container, url, 'assisted');
  const giulia = await signIn(container, url, 'operator');
  const [lucaSocket, giuliaSocket] = [await luca.socket(), await giulia.socket()];
  const { call: made } = await luca.call(contracts.createCall, {
    subject: 'The pump',
    targetContacts: [giulia.contactId],
    cryptoSchema: 0,
  });
  const id = made.uniqueId;
  await giuliaSocket.next(isPush('IncomingCall'));
  await giulia.call(contracts.joinCall, { id });
  await luca.call(contracts.sendCallMessage, { id, message: 'Which valve?', cryptoSchema: 0, clientId: 'question' });
  await giuliaSocket.next(isPush('CallMessage'));
  await giulia.call(contracts.leaveCall, { id });
  await lucaSocket.next(isPush('EndedCall'));
  await lucaSocket.close();
  await giuliaSocket.close();
}

/** A collector of traces, and a server of S3 that has no bucket yet: enough to see that the libraries for both are whole. */
async function startOutsideServices() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.writeHead(request.method === 'HEAD' ? 404 : 200).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, url, stop: () => server.close() };
}

/** A backup, which comes back in another database and folder, and a company. */
async function tryCommands({ folder, variables }: Place, container: Container): Promise<void> {
  const passphrase = `BACKUP_PASSPHRASE=${PASSPHRASE}`;
  await container.exec(['earth', 'backup', '/backups/earth.tar'], [passphrase]);
  ok((await stat(join(folder, 'backups', 'earth.tar'))).size > MEGABYTE);
  const restored = new URL(variables['DATABASE_URL'] ?? '');
  const client = new pg.Client({ connectionString: restored.href });
  await client.connect();
  await client.query('create database restored');
  await client.end();
  restored.pathname = '/restored';
  await container.exec(
    ['earth', 'restore', '/backups/earth.tar'],
    [passphrase, `DATABASE_URL=${restored.href}`, 'DATA_DIR=/tmp/restored'],
  );
  await container.exec(['earth', 'company', 'PUMPS', 'Acme Pumps', 'anna@example.com', 'Anna Villa']);
}

async function tryImage(place: Place, url: string, port: number): Promise<void> {
  const outside = await startOutsideServices();
  const traced = { ...place, variables: { ...place.variables, OTEL_EXPORTER_OTLP_ENDPOINT: outside.url } };
  const at = performance.now();
  const container = await Container.start(traced, port);
  try {
    print(`first start, with tables and demo contents: ${Math.round(await untilReady(url, container, at))} ms`);
    await isWellClosed(container);
    const [, ...healthCheck] = place.config.Healthcheck.Test;
    await container.exec(healthCheck);
    await call(container, url);
    await tryCommands(place, container);
    const bucket = {
      S3_BUCKET: 'trial',
      S3_ENDPOINT: outside.url,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    await container.exec(
      ['node', '/earth/deploy/bucket.mjs'],
      Object.entries(bucket).map(([name, value]) => `${name}=${value}`),
    );
    deepStrictEqual(
      outside.asked.filter((one) => one.includes('/trial')).map((one) => one.split(' ')[0]),
      ['HEAD', 'PUT'],
    );
  } catch (error) {
    await container.end();
    throw error;
  }
  const stopped = await container.stop();
  print(`stopped by SIGTERM in ${Math.round(stopped)} ms`);
  outside.stop();
  ok(outside.asked.includes('POST /v1/traces'), 'No traces came');
  ok(stopped < STOP_MAX_MS);
}

/** The same server in the container and outside. */
async function compareStarts(place: Place, url: string, port: number): Promise<void> {
  const at = performance.now();
  const container = await Container.start(place, port);
  print(`start in the container: ${Math.round(await untilReady(url, container, at))} ms`);
  await container.stop();
  const server = join(import.meta.dirname, '..', 'dist', 'main.js');
  const outsideAt = performance.now();
  const outside = new WatchedProcess(process.execPath, ['--enable-source-maps', server], {
    cwd: place.folder,
    env: { PATH: process.env.PATH, ...place.variables, PORT: String(port), DATA_DIR: join(place.folder, 'data') },
  });
  print(`start outside: ${Math.round(await untilReady(url, outside, outsideAt))} ms`);
  outside.kill('SIGTERM');
  await outside.ended;
}

async function checkImage(root: string, config: ImageConfig): Promise<void> {
  const bytes = Number((await said('du', ['--summarize', '--apparent-size', '--block-size=1', root])).split('\t')[0]);
  print(`size: ${(bytes / MEGABYTE).toFixed(0)} MB uncompressed`);
  ok(bytes < SIZE_MAX, 'The image is too large');
  deepStrictEqual(config.User, `${USER}:${USER}`);
  deepStrictEqual(config.StopSignal, 'SIGTERM');
  deepStrictEqual(Object.keys(config.Volumes), ['/data']);
  deepStrictEqual((await readFile(join(root, 'etc/passwd'), 'utf8')).includes(`earth:x:${USER}:${USER}:`), true);
}

const inspected = JSON.parse(await said('buildah', ['inspect', '--type', 'image', image])) as {
  readonly Docker: { readonly config: ImageConfig };
};
const { config } = inspected.Docker;
const working = await said('buildah', ['from', '--quiet', image]);
const folder = await makeFolder();
await mkdir(join(folder, 'database'));
const database = await startEmbedded(join(folder, 'database'));
try {
  const root = await said('buildah', ['mount', working]);
  await checkImage(root, config);
  for (const name of ['data', 'backups']) {
    await mkdir(join(folder, name));
    await chown(join(folder, name), USER, USER);
  }
  const variables = { DATABASE_URL: database.connectionString, DEMO: 'true', TURN_PORT: '0', HOST: '127.0.0.1' };
  const place = { folder, root, config, variables };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await tryImage(place, url, port);
  await compareStarts(place, url, port);
  print('The image works.');
} finally {
  await database.stop();
  await run('buildah', ['rm', working]);
  await rm(folder, { recursive: true, force: true });
}
