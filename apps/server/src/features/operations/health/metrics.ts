/** What `/metrics` says of this server, and of the database that it shares with others. */
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { withinTime } from '../../../async/within-time';
import type { Context } from '../../../context';
import type { Metrics } from '../../../host/metrics';
import { type Queue, readQueues, type Work } from './store';

/** Prometheus waits for ten seconds: a database that is slower counts as down. */
const TIMEOUT_MS = 3_000;

export function serveMetrics(app: FastifyInstance, context: Context, { registry, requested }: Metrics): void {
  addOwn(registry, context);
  addShared(registry, context);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requested({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async ({ headers }, reply) => {
    // Everybody on the internet could ask through a proxy or an ingress that passes all paths on: these say for whom they ask.
    if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function addOwn(registry: Registry, { disk, pool, presence }: Context): void {
  const add = (gauge: Gauge) => registry.registerMetric(gauge);
  add(
    new Gauge({
      name: 'data_disk_free_bytes',
      help: 'Free bytes on the disk of the data',
      registers: [],
      async collect() {
        this.set(await disk.freeBytes());
      },
    }),
  );
  add(
    new Gauge({
      name: 'people_online',
      help: 'People with a socket to this server',
      registers: [],
      collect() {
        this.set(presence.connected().length);
      },
    }),
  );
  add(
    new Gauge({
      name: 'sockets_open',
      help: 'Sockets of signed-in devices to this server',
      registers: [],
      collect() {
        this.set(presence.sockets());
      },
    }),
  );
  add(
    new Gauge({
      name: 'database_connections',
      help: 'Connections of this server to the database, and work that waits for one',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waited_for' }, pool.waitingCount);
      },
    }),
  );
}

/** The same on all servers of one database. Without it only `database_up` is there. */
function addShared(registry: Registry, { clock, db, leadAddress }: Context): void {
  const add = (gauge: Gauge) => registry.registerMetric(gauge);
  let reading: Promise<Work | null> | undefined;
  /** Once for all gauges of an answer, which are asked together. */
  const read = (): Promise<Work | null> => {
    reading ??= withinTime(() => readQueues(db, { areLeadsSent: leadAddress !== undefined }), TIMEOUT_MS)
      .catch(() => null)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  add(
    new Gauge({
      name: 'database_up',
      help: 'Whether the database answers',
      registers: [],
      async collect() {
        this.set((await read()) ? 1 : 0);
      },
    }),
  );
  add(
    new Gauge({
      name: 'calls_open',
      help: 'Calls that ring or go on',
      registers: [],
      async collect() {
        const work = await read();
        if (work) this.set(work.openCalls);
        else this.remove();
      },
    }),
  );
  add(
    new Gauge({
      name: 'queue_length',
      help: 'What waits to be sent, also what is tried again later',
      labelNames: ['queue'],
      registers: [],
      async collect() {
        const work = await read();
        this.reset();
        for (const [queue, { waiting }] of sentQueues(work)) this.set({ queue }, waiting);
      },
    }),
  );
  add(
    new Gauge({
      name: 'queue_overdue_seconds',
      help: 'For how long the oldest entry of a queue should have been sent',
      labelNames: ['queue'],
      registers: [],
      async collect() {
        const work = await read();
        this.reset();
        for (const [queue, { oldestDue }] of sentQueues(work)) {
          const overdueMs = oldestDue ? clock.now().getTime() - oldestDue.getTime() : 0;
          this.set({ queue }, Math.max(0, overdueMs / 1000));
        }
      },
    }),
  );
}

/** Views, which are processed and not sent, may take an hour. */
const sentQueues = (work: Work | null): [string, Queue][] =>
  Object.entries({ push: work?.queues.push, webhooks: work?.queues.webhooks, leads: work?.queues.leads }).flatMap(
    ([name, queue]): [string, Queue][] => (queue ? [[name, queue]] : []),
  );
