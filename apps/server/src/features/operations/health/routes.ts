/** Health of the server, for operators: liveness, readiness, metrics. */
import { getHealth } from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import { withinTime } from '../../../async/within-time';
import type { Context } from '../../../context';
import type { DiskState } from '../../../host/disk';
import { route } from '../../../http/route';
import { serveMetrics } from './metrics';
import { createHealthReporter } from './reporter';
import { healthOf } from './service';
import { pingDatabase } from './store';

/** Shorter than the usual interval of a load balancer’s checks, so that they do not pile up. */
const READY_MS = 3_000;

export function registerHealth(app: FastifyInstance, context: Context): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_, reply) => {
    const answers = await withinTime(() => pingDatabase(context.db), READY_MS).then(
      () => true,
      () => false,
    );
    const disk = await context.disk.state();
    const isReady = !isStopping && answers && disk !== 'out';
    const body = { status: isReady ? 'ok' : 'unavailable', ...(disk !== 'ok' && { disk }) };
    return reply.code(isReady ? 200 : 503).send(body);
  });

  watchDisk(app, context);
  if (context.metrics) serveMetrics(app, context, context.metrics);
  const reporter = createHealthReporter(context);
  app.addHook('onReady', async () => reporter.start());
  app.addHook('onClose', () => reporter.stop());
}

/** After the bodies are set up, as all calls are. */
export function registerHealthPage(app: FastifyInstance, context: Context): void {
  route(app, context, getHealth, ({ principal }) => healthOf(context, principal));
}

const CHECK_MS = 30_000;

/** Logs once per state that the disk is filling up. */
function watchDisk(app: FastifyInstance, { disk, log }: Context): void {
  let logged: DiskState = 'ok';
  const checkDisk = async () => {
    const state = await disk.state();
    if (state !== logged && state !== 'ok')
      log.warn({ disk: state, freeBytes: await disk.freeBytes() }, messages[state]);
    logged = state;
  };
  const check = () => checkDisk().catch((error: unknown) => log.error({ err: error }, 'The disk could not be checked'));
  app.addHook('onReady', check);
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const messages: Readonly<Record<Exclude<DiskState, 'ok'>, string>> = {
  low: 'The disk of DATA_DIR is filling up: uploads will be refused when only DISK_RESERVE_MB is left',
  full: 'The disk of DATA_DIR is full up to DISK_RESERVE_MB: uploads are refused',
  out: 'The disk of DATA_DIR is full: PostgreSQL may stop at any moment',
};
