import type { Queries } from './database';

/**
 * A prepared statement that is built once for each database: building one takes longer than sending it. Its values are placeholders.
 * A transaction is a database of its own.
 */
export function createStatement<Statement extends object>(
  build: (db: Queries) => Statement,
): (db: Queries) => Statement {
  const built = new WeakMap<Queries, Statement>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const statement = build(db);
    built.set(db, statement);
    return statement;
  };
}
