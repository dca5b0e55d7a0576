/** The real server on a free port, over a database of its own with the demo people. */
import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as contracts from '@earth/contracts';
import pg from 'pg';
import { inject } from 'vitest';
import { readSettings } from '../src/config/settings';
import type { Context } from '../src/context';
import type { Network } from '../src/adapters/push/outside';
import { startServer } from '../src/start';
import { SignedInClient, TestClient } from './client';
import { type PersonKey, people } from './people';
import { NO_LIMITS } from './no-limits';
import './provided';

export { privateKeyIn, refusal, SignedInClient, TestClient } from './client';

/** The real time, which can be advanced. */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

export interface TestServer {
  readonly url: string;
  readonly context: Context;
  readonly clock: TestClock;
  readonly people: typeof people;
  /** The settings with which it runs. */
  readonly variables: Variables;
  /** The lines that the server printed for the operator. */
  readonly notices: readonly string[];
  /** A device that is not signed in: it has the API key. */
  visitor(deviceId?: string): TestClient;
  /** Signs in by e-mail and code, on a new device unless one is given. */
  signIn(
    person: PersonKey,
    options?: { readonly customCode?: string; readonly deviceId?: string },
  ): Promise<SignedInClient>;
  /** Stops the server and starts another one over the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

/** `port`: that of a fake push service, which is then permitted. */
type TestNetwork = Network & { readonly port?: number };

/**
 * @param variables settings as the environment would have them, e.g. `{ CALL_TIMEOUT_SECONDS: '1' }`
 * @param network where its pushes go
 */
export async function startTestServer(variables: Variables = {}, network?: TestNetwork): Promise<TestServer> {
  const { connectionString, template, dataDir: pictures, masterKey } = inject('database');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(connectionString, `create database ${database} template ${template}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'earth-test-'));
  await linkFiles(join(pictures, 'blobs'), join(dataDir, 'blobs'));
  const place = {
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey,
    DATABASE_URL: connectionString.replace(/\/[^/]*$/, `/${database}`),
  };
  const server = await startAt({ ...variables, ...place }, network);
  return {
    ...server,
    get context() {
      return server.context;
    },
    async close() {
      await server.close();
      await administer(connectionString, `drop database ${database} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Another server over existing data: that of a first server, which must outlive it (both share a REDIS_URL), or an older server's.
 */
export const startBeside = ({ variables }: Pick<TestServer, 'variables'>, network?: TestNetwork): Promise<TestServer> =>
  startAt(variables, network);

async function startAt(variables: Variables, network?: TestNetwork): Promise<TestServer> {
  const clock = createTestClock();
  const notices: string[] = [];
  const start = (port: number) =>
    startServer(
      readSettings({
        LOG_LEVEL: 'silent',
        CODE_RESEND_SECONDS: '0',
        // It takes seconds of a processor for each marker of the demo: tests of it switch it on.
        PROCESS_VIEWS: 'false',
        // Several servers run at once: tests of the relay name a port.
        TURN_PORT: '0',
        // Tests sign in from one address, and often.
        SIGN_IN_MAILS_PER_HOUR: '100000',
        SIGN_IN_TRIES_PER_HOUR: '100000',
        SIGN_IN_ADDRESS_PER_HOUR: '100000',
        ...(network?.port !== undefined && { PUSH_PORTS: String(network.port) }),
        ...NO_LIMITS,
        ...variables,
        HOST: '127.0.0.1',
        PORT: String(port),
      }),
      { clock, notice: (line) => notices.push(line), onLost: () => undefined, ...(network && { network }) },
    );
  let running = await start(0);
  const url = `http://127.0.0.1:${running.port}`;

  const visitor = (deviceId: string = randomUUID()) =>
    new TestClient({
      url,
      deviceId,
      headers: () => ({
        'x-api-key': running.context.secrets.apiKey,
        'x-device-id': deviceId,
        'x-timestamp': clock.now().toISOString(),
      }),
    });

  return {
    url,
    clock,
    people,
    variables,
    notices,
    visitor,
    get context() {
      return running.context;
    },
    signIn: (person, { customCode = people[person].customCode, deviceId = randomUUID() } = {}) =>
      signIn(visitor(deviceId), people[person].email, customCode, () => running.context),
    async restart() {
      const { port } = running;
      await running.stop();
      running = await start(port);
    },
    close: () => running.stop(),
  };
}

async function signIn(
  visitor: TestClient,
  email: string,
  customCode: string,
  context: () => Context,
): Promise<SignedInClient> {
  const enter = await requestCode(visitor, email, customCode, context);
  return await enter();
}

/** Requests a code by mail. @returns what signs in with it */
async function requestCode(visitor: TestClient, email: string, customCode: string, context: () => Context) {
  const { deviceId } = visitor;
  await visitor.call(contracts.confirmCode, { email, customCode, deviceId });
  const password = lastCode(context(), email);
  const device = { deviceId, appOs: 'web', model: 'Test' } as const;
  return async (): Promise<SignedInClient> => {
    const login = await visitor.call(contracts.signIn, { email, customCode, password, ...device });
    const { contactId } = await context().access.read(login.token.token);
    return SignedInClient.of(visitor, contactId, login);
  };
}

/**
 * A code for an address by mail.
 * @param customCode the company; without it, the first one in which the address may sign in
 * @returns what signs a new device in with it
 */
export async function codeFor(server: TestServer, email: string, customCode?: string) {
  const visitor = server.visitor();
  const [customer] = await visitor.call(contracts.checkEmail, { email, appCode: 'earth' });
  return await requestCode(visitor, email, customCode ?? customer?.code ?? '', () => server.context);
}

/** The code in the last mail to an address. */
export function lastCode(context: Context, email: string): string {
  const mail = context.outbox?.recent().find(({ to }) => to === email);
  const code = mail && /\b\d{6}\b/.exec(mail.text)?.[0];
  if (!code) throw new Error(`No mail with a code was sent to ${email}`);
  return code;
}

/** The last invitation mail to an address: its code as printed, and its link if there is one. */
export function lastInvitation(context: Context, email: string) {
  const mail = context.outbox?.recent().find(({ to, html }) => to === email && html !== undefined);
  const code = mail && /\b\d{4} \d{4} \d{4}\b/.exec(mail.text)?.[0];
  if (!code) throw new Error(`No mail invited ${email}`);
  return { mail, code, link: /https?:\/\/\S+/.exec(mail.text)?.[0] };
}

function createTestClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance(ms) {
      ahead += ms;
    },
  };
}

/** Hard links instead of copies: the store never writes into a file that exists, and copies of the demo's pictures take half a second. */
async function linkFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const targetOf = (entry: Dirent) => join(to, relative(from, entry.parentPath), entry.name);
  for (const entry of entries) if (entry.isDirectory()) await mkdir(targetOf(entry), { recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map((entry) => link(join(entry.parentPath, entry.name), targetOf(entry))));
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}
