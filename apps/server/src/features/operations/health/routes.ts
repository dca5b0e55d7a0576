/** Health of the server, for operators: liveness, readiness, metrics. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isServedLocally } from '../../../config/local';
import type { Context } from '../../../context';
import type { DiskState } from '../../../host/disk';
import { pingDatabase } from './store';

export function registerHealth(app: FastifyInstance, context: Context): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_, reply) => {
    const answers = await pingDatabase(context.db).then(
      () => true,
      () => false,
    );
    const disk = await context.disk.state();
    const isReady = !isStopping && answers && disk !== 'out';
    const body = { status: isReady ? 'ok' : 'unavailable', ...(disk !== 'ok' && { disk }) };
    return reply.code(isReady ? 200 : 503).send(body);
  });

  watchDisk(app, context);
  const { settings } = context;
  if (settings.metricsOpen ?? isServedLocally(settings)) serveMetrics(app, context);
}

function serveMetrics(app: FastifyInstance, { disk }: Context): void {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const free = new Gauge({
    name: 'data_disk_free_bytes',
    help: 'Free bytes on the disk of the data',
    registers: [],
    async collect() {
      this.set(await disk.freeBytes());
    },
  });
  metrics.registerMetric(free);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
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
