import { vi } from 'vitest';
import type { Context } from '../src/context';

/** The next transaction is committed, and its caller gets an error. */
export function loseNextAnswer({ db }: Pick<Context, 'db'>): void {
  const transaction = db.transaction.bind(db);
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (...given) => {
    await transaction(...given);
    throw new Error('Connection terminated unexpectedly');
  });
}
