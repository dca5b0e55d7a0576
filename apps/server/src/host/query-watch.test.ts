import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { createLog } from './log';
import { noMetrics } from './metrics';
import { createQueryWatch } from './query-watch';
import { noTrace, type TraceIds } from './trace';
import { noWatch } from './watch';

test('the line of a slow query names the trace in which it was sent, not that of the request that opened the connection', () => {
  const running = new AsyncLocalStorage<TraceIds>();
  const trace = { ...noTrace, isOn: true, current: () => running.getStore() };
  const lines: string[] = [];
  const log = createLog('warn', { destination: { write: (line) => lines.push(line) }, trace });
  // Each is slow.
  const watchQuery = createQueryWatch({ watch: noWatch, trace, metrics: noMetrics, log, slowQueryMs: -1 });
  const answerOf = (sender: TraceIds | undefined) => {
    const begin = () => watchQuery({ text: 'select 1 from calls', name: undefined });
    const end = sender ? running.run(sender, begin) : begin();
    running.run({ traceId: 'of the connection', spanId: 'of the connection' }, () => end({ rows: 1 }));
    return JSON.parse(lines.at(-1) ?? '{}') as Partial<TraceIds>;
  };
  expect(answerOf({ traceId: 'a', spanId: 'b' })).toMatchObject({ query: 'select calls', traceId: 'a', spanId: 'b' });
  watchQuery({ text: 'select pg_advisory_xact_lock($1)', name: undefined })({ rows: 1 });
  expect(lines).toHaveLength(1);
  expect(answerOf(undefined)).not.toHaveProperty('traceId');
});
