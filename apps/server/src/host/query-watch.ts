/** Watches the statements of the database: spans, durations, and a line in the log for slow ones. Never their values. */
import type { FastifyBaseLogger } from 'fastify';
import { queryFailure } from '../db/query-error';
import type { WatchQuery } from '../db/pipelined-client';
import type { Metrics } from './metrics';
import type { Trace } from './trace';
import type { Watch } from './watch';

interface Deps {
  readonly watch: Watch;
  readonly trace: Pick<Trace, 'current'>;
  readonly metrics: Pick<Metrics, 'wasSlow'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** 0: none is slow. */
  readonly slowQueryMs: number;
}

/** Waits for others on purpose, as long as they take. */
const LOCK = /\bpg_advisory_(?:xact_)?lock\b/;
const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update)\s+"?(\w+)"?/i;

/** `select calls`: what is done, and to which table first. */
const nameOf = (text: string) =>
  [VERB.exec(text)?.[1]?.toLowerCase() ?? 'query', TABLE.exec(text)?.[1]].filter(Boolean).join(' ');

export function createQueryWatch({ watch, trace, metrics, log, slowQueryMs }: Deps): WatchQuery {
  return ({ text, name }) => {
    const at = performance.now();
    // The answer comes in an event of the connection, which may belong to the request that opened it.
    const { traceId, spanId } = trace.current() ?? {};
    const end = watch.begin('database', nameOf(text), { 'db.system.name': 'postgresql', 'db.query.text': text });
    return ({ rows, error }) => {
      const ms = Math.round(performance.now() - at);
      const code = error === undefined ? undefined : queryFailure(error)?.code;
      end(error !== undefined, {
        ...(rows !== null && { 'db.response.returned_rows': rows }),
        ...(code !== undefined && { 'db.response.status_code': code }),
      });
      if (slowQueryMs === 0 || ms < slowQueryMs || LOCK.test(text)) return;
      metrics.wasSlow();
      const query = name ?? nameOf(text);
      log.warn({ query, text, ms, rows, ...(code && { code }), traceId, spanId }, 'A query was slow');
    };
  };
}
