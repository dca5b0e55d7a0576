/** The server's metrics in the form of Prometheus. Labels are names of routes and systems, never of people. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** What the server calls. `files`: the store, on the disk or in S3. */
export type System = 'database' | 'events' | 'files' | 'mail' | 'push' | 'webhooks' | 'leads';

export interface Metrics {
  readonly registry: Registry;
  /** @param seconds its duration */
  requested(
    request: { readonly method: string; readonly route: string; readonly status: number },
    seconds: number,
  ): void;
  called(system: System, outcome: 'ok' | 'failed', seconds: number): void;
  wasSlow(): void;
}

/** For a server whose metrics nobody may read. */
export const noMetrics: Pick<Metrics, 'called' | 'wasSlow'> = { called: () => undefined, wasSlow: () => undefined };

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const calls = new Histogram({
    name: 'system_call_duration_seconds',
    help: 'Duration of calls of other systems (database, events, files, mail, push, webhooks, leads), by outcome',
    labelNames: ['system', 'outcome'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  const slow = new Counter({
    name: 'slow_queries_total',
    help: 'Statements of the database that took longer than SLOW_QUERY_MS',
    registers,
  });
  return {
    registry,
    requested: (request, seconds) => requests.observe({ ...request }, seconds),
    called: (system, outcome, seconds) => calls.observe({ system, outcome }, seconds),
    wasSlow: () => slow.inc(),
  };
}
