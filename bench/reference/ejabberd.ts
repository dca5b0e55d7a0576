/**
 * ejabberd, as packaged by Debian, with its archive in the PostgreSQL of the product's server, and a crowd of the same size: in-band
 * registration, PLAIN, one resource each, over plain TCP (RFC 6120, 6121; the archive is XEP-0313).
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { databaseUrl, type TestServer } from '@earth/e2e/world/server';
import pg from 'pg';
import { freePort } from './free-port';

const DOMAIN = 'localhost';
const PASSWORD = 'bench';
const DATABASE = 'ejabberd';
const START_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 20_000;
const LOOK_AGAIN_MS = 100;
/** Concurrent connects. */
const CONCURRENCY = 20;
const STREAMS = "xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'";
const HELLO = `<?xml version='1.0'?><stream:stream to='${DOMAIN}' ${STREAMS} version='1.0'>`;
const FEATURES = /<\/stream:features>|<stream:features\s*\/>/;

export interface EjabberdCrowd {
  send(from: number, to: number, message: { readonly id: string; readonly text: string }): void;
  /** Subscribes to all received messages. */
  readonly subscribe: (listener: (person: number, id: string, at: number) => void) => void;
  /** The number of archived messages: each is stored for both people. */
  countArchived(): Promise<number>;
  close(): Promise<void>;
}

/** The files of the package; null: it is not installed. */
async function filesOf(name: string): Promise<readonly string[] | null> {
  const listed = await promisify(execFile)('dpkg', ['-L', name]).catch(() => null);
  return listed && listed.stdout.split('\n');
}

/** What to install to measure it; null: everything is installed. */
export async function missingForEjabberd(): Promise<string | null> {
  const missing: string[] = [];
  for (const name of ['ejabberd', 'erlang-p1-pgsql']) if (!(await filesOf(name))) missing.push(name);
  return missing.length === 0 ? null : missing.join(' and ');
}

const settings = (port: number, database: URL) => `
loglevel: warning
hosts: ["${DOMAIN}"]
auth_method: internal
auth_password_format: plain
registration_timeout: infinity
sql_type: pgsql
sql_server: "${database.hostname}"
sql_port: ${database.port}
sql_database: ${DATABASE}
sql_username: ${database.username}
sql_password: "${database.password}"
sql_pool_size: 10
listen:
  - { port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, max_stanza_size: 262144, access: c2s, backlog: 1024 }
access_rules: { c2s: { allow: all } }
shaper_rules: { max_user_sessions: 10, max_user_offline_messages: 100 }
modules:
  mod_mam: { default: always, db_type: sql }
  mod_carboncopy: {}
  mod_disco: {}
  mod_offline: {}
  mod_ping: {}
  mod_register: { ip_access: all, password_strength: 0 }
  mod_roster: {}
`;

/** Runs one query on a database. */
async function query<Row extends pg.QueryResultRow>({ href }: URL, text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: href });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const databaseAt = (url: URL) => new URL(`/${DATABASE}`, url);

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('utf8');
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends a stanza and waits for a matching answer.
 * @returns the answer
 */
async function ask(socket: Socket, xml: string, pattern: RegExp): Promise<string> {
  let text = '';
  socket.write(xml);
  for await (const [chunk] of onData(socket)) {
    text += chunk;
    if (pattern.test(text)) return text;
  }
  throw new Error(`Waited for ${String(pattern)} in ${text.slice(-200)}`);
}

async function* onData(socket: Socket): AsyncGenerator<[string]> {
  for (;;) yield (await once(socket, 'data', { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })) as [string];
}

const nameOf = (person: number) => `person${person}`;

async function register(port: number, person: number) {
  const socket = await connectTo(port);
  await ask(socket, HELLO, FEATURES);
  const query = `<username>${nameOf(person)}</username><password>${PASSWORD}</password>`;
  const made = await ask(
    socket,
    `<iq type='set' id='r'><query xmlns='jabber:iq:register'>${query}</query></iq>`,
    /<iq/,
  );
  socket.destroy();
  if (!/type=['"]result['"]/.test(made)) throw new Error(`ejabberd refuses the registration: ${made}`);
}

async function comeIn(port: number, person: number): Promise<Socket> {
  const socket = await connectTo(port);
  await ask(socket, HELLO, FEATURES);
  const sasl = Buffer.from(`\0${nameOf(person)}\0${PASSWORD}`).toString('base64');
  const auth = `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${sasl}</auth>`;
  await ask(socket, auth, /<success/);
  await ask(socket, HELLO, FEATURES);
  const bind = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>bench</resource></bind>";
  await ask(socket, `<iq type='set' id='bind'>${bind}</iq>`, /<\/iq>/);
  // Its own presence comes back.
  await ask(socket, '<presence/>', /<presence/);
  return socket;
}

async function waitForPort(port: number, child: ChildProcess) {
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until && child.exitCode === null; ) {
    const socket = await connectTo(port).catch(() => null);
    socket?.destroy();
    if (socket) return;
    await pause(LOOK_AGAIN_MS);
  }
  throw new Error('ejabberd did not start');
}

async function startEjabberd(database: URL): Promise<{ port: number; stop: () => Promise<void> }> {
  const files = await filesOf('ejabberd');
  const find = (ending: string) => {
    const found = files?.find((file) => file.endsWith(ending));
    if (found === undefined) throw new Error(`ejabberd has no ${ending}`);
    return found;
  };
  await query(database, `CREATE DATABASE ${DATABASE}`);
  await query(databaseAt(database), await readFile(find('/sql/pg.sql'), 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'bench-ejabberd-'));
  const port = await freePort();
  const config = join(folder, 'ejabberd.yml');
  await writeFile(config, settings(port, database));
  const flags = ['+K', 'true', '+P', '250000', '-noinput', '-start_epmd', 'false'];
  const child = spawn('erl', [...flags, '-mnesia', 'dir', `"${join(folder, 'mnesia')}"`, '-s', 'ejabberd'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: folder,
      ERL_LIBS: dirname(dirname(dirname(find('/ejabberd.beam')))),
      EJABBERD_CONFIG_PATH: config,
      EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
      ERL_CRASH_DUMP_BYTES: '0',
    },
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitForPort(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}

/** @returns a parser for incoming data, which reports the messages in it */
function listenTo(socket: Socket, onMessage: (id: string, at: number) => void) {
  let text = '';
  socket.on('data', (chunk: string) => {
    const at = performance.now();
    text += chunk;
    const end = text.lastIndexOf('</message>');
    if (end < 0) return;
    for (const [, id] of text.slice(0, end).matchAll(/<message [^>]*\bid=['"]([^'"]+)['"]/g)) if (id) onMessage(id, at);
    text = text.slice(end);
  });
}

/** It writes into the PostgreSQL of the product's server: the same program, settings and disk. */
export async function gatherEjabberdCrowd({ dataDir }: TestServer, count: number): Promise<EjabberdCrowd> {
  const database = new URL(await databaseUrl(dataDir));
  const { port, stop } = await startEjabberd(database);
  const sockets: Socket[] = [];
  let heard: (person: number, id: string, at: number) => void = () => undefined;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await stop();
  };
  try {
    for (let from = 0; from < count; from += CONCURRENCY) {
      const some = Array.from({ length: Math.min(CONCURRENCY, count - from) }, (_, index) => from + index);
      await Promise.all(some.map((person) => register(port, person)));
      sockets.push(...(await Promise.all(some.map((person) => comeIn(port, person)))));
    }
    for (const [person, socket] of sockets.entries()) listenTo(socket, (id, at) => heard(person, id, at));
    return {
      send(from, to, { id, text }) {
        // Sealed content needs no XML escapes: it only has quotes, which are allowed in text.
        const head = `<message to='${nameOf(to)}@${DOMAIN}' type='chat' id='${id}'>`;
        sockets[from]?.write(`${head}<body>${text}</body></message>`);
      },
      subscribe(listener) {
        heard = listener;
      },
      async countArchived() {
        const [row] = await query<{ count: string }>(databaseAt(database), 'SELECT count(*) FROM archive');
        return Number(row?.count);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
