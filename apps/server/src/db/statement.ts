import type { Queries } from './database';

/**
 * A prepared statement that is built once for each database: building one takes longer than sending it. Its values are placeholders.
 * In a transaction, which is a database of its own, it is built each time.
 */
export function createStatement<Statement>(build: (db: Queries) => Statement): (db: Queries) => Statement {
  const built = new WeakMap<Queries, Statement>();
  return (db) => {
    const statement = built.get(db) ?? build(db);
    built.set(db, statement);
    return statement;
  };
}
