/** Starts the server: data folder, keys, database, app, port. If a step fails, the steps before it are undone. */
import { chmod, mkdir } from 'node:fs/promises';
import type { ServerOptions } from 'node:https';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp, featureParts } from './app';
import { readBrand } from './config/brand';
import { createColumnSeal } from './config/column-seal';
import { findOpenChange } from './config/next-master-key';
import { loadPushKeys } from './config/push-keys';
import { loadSecrets } from './config/secrets';
import { isDemo, type Settings } from './config/settings';
import { StartError } from './config/start-error';
import { isServedLocally } from './config/local';
import { type Context, createContext } from './context';
import { type Clock, systemClock } from './host/clock';
import { createPool } from './db/database';
import { type EmbeddedDatabase, startEmbedded } from './db/embedded';
import { DatabaseHeldError, holdDatabase } from './db/hold';
import { findKeyChange, findProof, fitsMasterKey, opensProof } from './db/master-key';
import { migrate, requireMigrated } from './db/migrate';
import type { Migration } from './db/migrations';
import { makeDemo } from './features/operations/demo';
import { createLog } from './host/log';
import { createMetrics, noMetrics } from './host/metrics';
import { createQueryWatch } from './host/query-watch';
import { createWatch, type Watch } from './host/watch';
import { type Bus, createInProcessBus } from './adapters/bus/bus';
import { connectRedisBus } from './adapters/bus/redis';
import type { Blobs } from './adapters/blobs/blobs';
import { openBlobs } from './adapters/blobs/open';
import { createLeadAddress } from './adapters/leads/lead-address';
import { createOutbox } from './adapters/mail/outbox';
import { createSmtpMail } from './adapters/mail/smtp';
import { createPayments } from './adapters/payments/create-payments';
import { createOutside } from './adapters/push/outside';
import { createPushAdapters } from './adapters/push/push-adapters';
import type { Network } from './adapters/push/outside';
import { openTrace } from './adapters/traces/open-trace';
import { openRelay } from './adapters/turn/open-relay';
import { watchBlobs, watchLeads, watchMail, watchOutside, watchPush } from './adapters/watched';

const CLOSE_TIMEOUT_MS = 10_000;
/**
 * Backlog of the listening socket: when a server comes back, all clients connect at once. A client without a place in the queue
 * tries again after a second, and then after three. The system may allow fewer (`net.core.somaxconn`).
 */
const WAITING_CONNECTIONS = 4_096;

/** A temporary file older than this is a leftover: another server that writes into the same folder takes less time for one file. */
const OTHERS_WRITE_MS = 3_600_000;

export interface StartOptions {
  /** Key and certificate: the server then speaks HTTPS. */
  readonly https?: ServerOptions;
  /** Prints a line for the operator. */
  readonly notice: (line: string) => void;
  /** Another server took the database while the connection to it was broken: this one must stop. */
  readonly onLost: () => void;
  /** The embedded database does not stay up: this server cannot go on. */
  readonly onDatabaseGone?: (reason: string) => void;
  readonly clock?: Clock;
  /** How push services are reached; the public network if absent. */
  readonly network?: Network;
}

interface OpenOptions extends StartOptions {
  /** For a command: no server may be using the data, also if several share it. */
  readonly isExclusive?: boolean;
  /** Whether a server may be using the data at the same time: this process then only writes into its database. */
  readonly allowsOtherServer?: boolean;
}

export interface RunningServer {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly port: number;
  /** Graceful shutdown: refuses new requests, lets those in flight finish, and stops the database properly. */
  stop(): Promise<void>;
}

/** The steps done so far, to be undone from the last to the first. */
type Undos = (() => Promise<unknown>)[];

/** @throws StartError with a message for the operator; any other error is a defect */
export async function startServer(settings: Settings, options: StartOptions): Promise<RunningServer> {
  const undos: Undos = [];
  const stop = async () => {
    for (const undo of undos.splice(0).toReversed()) await undo();
  };
  try {
    const { context, hold } = await makeContext(settings, options, undos);
    if (isDemo(settings)) await makeDemo(context);
    const app = await buildApp(context, options.https && { https: options.https });
    undos.push(() => close(app));
    const port = await listen(app, settings);
    await hold?.describe(port);
    return { app, context, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Runs `work` with the context of a server: its database and files, but no HTTP. Also while the server runs.
 * @throws as `startServer` does
 */
export async function withContext<Result>(
  settings: Settings,
  notice: StartOptions['notice'],
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const undos: Undos = [];
  try {
    const { context } = await makeContext(
      settings,
      { notice, onLost: () => undefined, allowsOtherServer: true },
      undos,
    );
    return await work(context);
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

/**
 * Runs `work` with the database and the files of a server alone, as they are: nothing is migrated or made.
 * @param allowsServer whether servers may be using them at the same time
 * @throws as `startServer` does
 */
export async function withData<Result>(
  settings: Settings,
  { notice, allowsServer }: Pick<StartOptions, 'notice'> & { readonly allowsServer: boolean },
  work: (data: { readonly connectionString: string; readonly blobs: Blobs }) => Promise<Result>,
): Promise<Result> {
  const undos: Undos = [];
  try {
    await makeDataDir(settings.dataDir);
    const options = { notice, onLost: () => undefined, allowsOtherServer: allowsServer, isExclusive: !allowsServer };
    const { connectionString } = await openDatabase(settings, options, undos);
    const blobs = await openBlobs(settings, notice);
    undos.push(async () => blobs.close());
    return await work({ connectionString, blobs });
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

/** Requests in flight may finish; those that hang are cut off. */
async function close(app: FastifyInstance): Promise<void> {
  const cutTimer = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await app.close();
  clearTimeout(cutTimer);
}

async function makeContext(settings: Settings, options: OpenOptions, undos: Undos) {
  const brand = readBrand(settings.brand);
  const trace = await openTrace(settings, (error) => log.warn({ err: error }, 'Traces cannot be sent'));
  undos.push(() => trace.stop());
  const log = createLog(settings.logLevel, { trace });
  const metrics = (settings.metricsOpen ?? isServedLocally(settings)) ? createMetrics() : undefined;
  const watch = createWatch(trace, metrics ?? noMetrics);
  await makeDataDir(settings.dataDir);
  const secrets = await loadSecrets(settings);
  const pushKeys = await loadPushKeys(settings);
  const payments = createPayments(settings);
  const clock = options.clock ?? systemClock;
  const { connectionString, embedded, hold } = await openDatabase(settings, options, undos);
  const pool = createPool(
    connectionString,
    (error) => log.warn({ err: error }, 'A database connection was lost'),
    createQueryWatch({ watch, trace, metrics: metrics ?? noMetrics, log, slowQueryMs: settings.slowQueryMs }),
  );
  undos.push(() => pool.end());
  if (hold && embedded) undos.push(superviseDatabase(embedded, options, { clock, log }));
  const onRun = ({ number, name }: Migration) => options.notice(`Migration ${number} (${name}) runs`);
  await (hold ? migrate(pool, undefined, onRun) : requireMigrated(pool));
  const bus = await openBus(settings, { log, watch }, undos);
  const blobs = await openBlobs(settings, options.notice);
  undos.push(async () => blobs.close());
  if (hold) await blobs.sweep(new Date(clock.now().getTime() - (settings.redisUrl ? OTHERS_WRITE_MS : 0)));
  const pushAdapters = createPushAdapters(pushKeys, { clock, ports: settings.pushPorts }, options.network);
  undos.push(async () => pushAdapters.close());
  const outside = createOutside(options.network);
  undos.push(async () => outside.close());
  const open = hold && (await openRelay(settings, { secrets, clock, log }));
  if (open) undos.push(() => open.close());
  const context = createContext({
    settings,
    secrets,
    brand,
    log,
    pool,
    bus,
    trace,
    ...(metrics && { metrics }),
    blobs: watchBlobs(blobs, watch),
    clock,
    pushAdapters: watchPush(pushAdapters, watch),
    outside: watchOutside(outside, watch),
    vapidPublicKey: pushKeys.vapid.publicKey,
    databaseFolder: embedded?.folder,
    relay: open?.relay,
    parts: featureParts,
    ...(payments && { payments }),
    ...(settings.leadsUrl !== undefined && { leadAddress: watchLeads(createLeadAddress(settings.leadsUrl), watch) }),
    ...createMail(settings, brand.name, { clock, watch }, options),
  });
  if (!(await fitsMasterKey(context.db, secrets.columnSeal)))
    throw new StartError(
      `MASTER_KEY is not the one that sealed the private keys in this database. ${await wayToMasterKey(context)}`,
    );
  return { context, hold };
}

async function wayToMasterKey({ db, pool, settings }: Pick<Context, 'db' | 'pool' | 'settings'>): Promise<string> {
  const proof = await findProof(pool);
  const open = proof && (await findOpenChange(settings, (key) => opensProof(proof, createColumnSeal(key))));
  if (open) return open;
  const day = await findKeyChange(db);
  return day === null
    ? 'The right one may be in DATA_DIR/keys/master.key.'
    : `It was changed on ${day} by npm run change-master-key: the new one is needed.`;
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    // The database's account must be able to enter; the contents have stricter modes of their own.
    if (await mkdir(dataDir, { recursive: true })) await chmod(dataDir, 0o755);
  } catch (error) {
    throw new StartError(`DATA_DIR is ${dataDir}: cannot create the folder (${(error as Error).message}).`);
  }
}

async function openDatabase(
  settings: Settings,
  { notice, onLost, allowsOtherServer = false, isExclusive = false }: OpenOptions,
  undos: Undos,
) {
  const embedded = settings.databaseUrl === undefined ? await startEmbedded(settings.dataDir) : undefined;
  const connectionString = embedded?.connectionString ?? settings.databaseUrl ?? '';
  const hold = await holdDatabase({
    connectionString,
    pid: process.pid,
    port: allowsOtherServer || isExclusive ? null : settings.port,
    isShared: settings.redisUrl !== undefined && !isExclusive,
    onLost,
  }).catch((error: Error & { code?: string }) => {
    if (allowsOtherServer && error instanceof DatabaseHeldError) return null;
    if (error instanceof StartError) throw error;
    throw new StartError(`Cannot reach the database: ${error.message || error.code}.`);
  });
  // Only from here on the database is ours: one that another server uses must not be stopped.
  if (!hold) return { connectionString, embedded, hold };
  if (embedded) undos.push(() => embedded.stop());
  undos.push(() => hold.release());
  if (embedded?.isElsewhere)
    notice(`The database is stored in ${embedded.folder}: its user has no access to ${settings.dataDir}.`);
  return { connectionString, embedded, hold };
}

/** @returns a function that ends the supervision */
function superviseDatabase(
  embedded: EmbeddedDatabase,
  { onDatabaseGone }: OpenOptions,
  { clock, log }: Pick<Context, 'clock' | 'log'>,
) {
  return embedded.supervise({
    clock,
    onEnded: (attempt, err) => log.error({ attempt, err }, 'PostgreSQL has ended: it is started again'),
    onGivenUp(error) {
      log.fatal({ err: error }, 'PostgreSQL does not stay up');
      onDatabaseGone?.(error instanceof Error ? error.message : 'PostgreSQL does not stay up.');
    },
  });
}

async function openBus(
  { redisUrl }: Settings,
  { log, watch }: { readonly log: FastifyBaseLogger; readonly watch: Watch },
  undos: Undos,
): Promise<Bus> {
  if (redisUrl === undefined) return createInProcessBus();
  const bus = await connectRedisBus(redisUrl, log, watch).catch((error: Error & { code?: string }) => {
    throw new StartError(`Cannot reach Redis: ${error.message || error.code}.`);
  });
  undos.push(async () => bus.close());
  return bus;
}

function createMail(
  settings: Settings,
  brandName: string,
  { clock, watch }: { readonly clock: Clock; readonly watch: Watch },
  { notice }: StartOptions,
) {
  const from = settings.mailFrom ?? `${brandName} <no-reply@localhost>`;
  if (settings.smtpUrl) return { mail: watchMail(createSmtpMail({ url: settings.smtpUrl, from }), watch) };
  const folder = join(settings.dataDir, 'outbox');
  const outbox = createOutbox({
    folder,
    from,
    clock,
    onMail: ({ to, subject }) => notice(`Mail to ${to}: ${subject}`),
  });
  return { mail: outbox, outbox };
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<number> {
  try {
    await app.listen({ host, port, backlog: WAITING_CONNECTIONS });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port);
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is in use. Choose another, e.g. PORT=${port < 65_535 ? port + 1 : 8080} npm start`,
      );
    case 'EACCES':
      return new StartError(
        `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=8080 npm start`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST is "${host}": this machine does not have that address.`);
    default:
      return error;
  }
}
