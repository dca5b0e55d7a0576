/** For those who run the server: is it alive, does it take requests, how does it do. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isServedLocally } from '../../config/local';
import type { Context } from '../../context';
import { askDatabase } from './store';

export function registerHealth(app: FastifyInstance, context: Context): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_, reply) => {
    const isReady =
      !isStopping &&
      (await askDatabase(context.db).then(
        () => true,
        () => false,
      ));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' });
  });

  const { settings } = context;
  if (settings.metricsOpen ?? isServedLocally(settings)) serveMetrics(app);
}

function serveMetrics(app: FastifyInstance): void {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests take, by route',
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
