import type { Duplex } from 'node:stream';
import pg from 'pg';

/** The answer to every `begin`. */
const BEGUN: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/** Called with each statement; returns what is called with its outcome. `name`: of a prepared statement. */
export type WatchQuery = (statement: {
  readonly text: string;
  readonly name: string | undefined;
}) => (outcome: { readonly rows: number | null; readonly error?: unknown }) => void;

type Send = (...query: readonly unknown[]) => Promise<pg.QueryResult> | undefined;
type Callback = (error: Error | undefined, result: pg.QueryResult) => void;

function statementOf(query: unknown): { readonly text: string; readonly name: string | undefined } | undefined {
  if (typeof query === 'string') return { text: query, name: undefined };
  // A stream of COPY has a text, too, and answers otherwise.
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined;
  if (!('text' in query) || typeof query.text !== 'string') return undefined;
  return { text: query.text, name: 'name' in query && typeof query.name === 'string' ? query.name : undefined };
}

/** @returns `send`, watched: of calls with a callback, as the pool makes them, and of those with a promise */
function watched(send: Send, watch: WatchQuery): Send {
  return (...query) => {
    const statement = statementOf(query[0]);
    if (!statement) return send(...query);
    const end = watch(statement);
    const callback = query.at(-1);
    if (typeof callback === 'function') {
      const done: Callback = (error, result) => {
        end(error ? { rows: null, error } : { rows: result.rowCount });
        (callback as Callback)(error, result);
      };
      return send(...query.slice(0, -1), done);
    }
    const sent = send(...query);
    sent?.then(
      ({ rowCount: rows }) => end({ rows }),
      (error: unknown) => end({ rows: null, error }),
    );
    return sent;
  };
}

/** What is written until the running callbacks have ended goes to the database at once. */
function corkUntilNextTick(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * The class of the pool's connections. One sends a query without waiting for the answers before it; PostgreSQL keeps their order. Queries
 * that need no answer of each other, sent together, take one packet and one round trip, and `begin` is answered at once, so that it takes
 * none. Should it fail nevertheless, what comes after it would be stored without a transaction: the connection is closed.
 */
export const pipelinedClient = (watch?: WatchQuery) =>
  class PipelinedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, pipeline: true });
      const sendNow = this.query.bind(this) as Send;
      const send = watch ? watched(sendNow, watch) : sendNow;
      const begin = (...query: readonly unknown[]) => {
        sendNow(...query)?.catch(() => this.end());
        return Promise.resolve(BEGUN);
      };
      const query: Send = (...given) => {
        corkUntilNextTick(this.connection.stream);
        return (statementOf(given[0])?.text === 'begin' ? begin : send)(...given);
      };
      this.query = query as typeof this.query;
    }
  };
