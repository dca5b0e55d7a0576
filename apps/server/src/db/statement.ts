import type { Queries } from './database';

/**
 * A prepared statement that is built once for each session: building one takes longer than sending it. Its values are placeholders. The
 * transactions of a connection have one session.
 */
export function createStatement<Statement extends object>(
  build: (db: Queries) => Statement,
): (db: Queries) => Statement {
  const built = new WeakMap<Queries['_']['session'], Statement>();
  return (db) => {
    const known = built.get(db._.session);
    if (known) return known;
    const statement = build(db);
    built.set(db._.session, statement);
    return statement;
  };
}
