import pg from 'pg';

/** The answer to every `begin`. */
const BEGUN: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

const textOf = (query: unknown) =>
  typeof query === 'object' && query !== null && 'text' in query ? query.text : query;

/**
 * A connection that sends a query without waiting for the answers before it; PostgreSQL keeps their order. Queries that need no answer of
 * each other, sent together, take one round trip, and `begin` is answered at once, so that it takes none. Should it fail nevertheless, what
 * comes after it would be stored without a transaction: the connection is closed.
 */
export class PipelinedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true });
    const send = this.query.bind(this) as (...query: readonly unknown[]) => Promise<pg.QueryResult>;
    const begin = (...query: readonly unknown[]) => {
      send(...query).catch(() => this.end());
      return Promise.resolve(BEGUN);
    };
    const query = (...given: readonly unknown[]) => (textOf(given[0]) === 'begin' ? begin : send)(...given);
    this.query = query as typeof this.query;
  }
}
