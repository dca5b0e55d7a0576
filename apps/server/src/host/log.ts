/** The log: JSON lines on the standard error. It never contains user data, not even that of a failed query. */
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { queryFailure } from '../db/query-error';
import { noTrace, type Trace } from './trace';

/** The lines of a stack without the message at its head. */
const placesIn = (stack = '') => stack.split('\n').filter((line) => /^\s+at /.test(line));

/** Serialises an error. The message and the details of a database error repeat the query's values. */
function errorWithoutValues(error: unknown): unknown {
  const failure = queryFailure(error);
  if (!failure) return error instanceof Error ? stdSerializers.err(error) : error;
  return { type: 'QueryFailure', ...failure, stack: placesIn((error as Error).stack).join('\n') };
}

interface LogOptions {
  readonly destination?: DestinationStream;
  /** Lines that are written in a trace name it. */
  readonly trace?: Pick<Trace, 'isOn' | 'current'>;
}

export function createLog(
  level: NonNullable<LoggerOptions['level']>,
  { destination = pino.destination({ dest: 2, sync: true }), trace = noTrace }: LogOptions = {},
): Logger {
  const mixin = () => trace.current() ?? {};
  return pino(
    { level, base: null, serializers: { err: errorWithoutValues }, ...(trace.isOn && { mixin }) },
    destination,
  );
}
