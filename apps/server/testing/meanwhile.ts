/** Concurrent writes in the middle of a test. */
import type pg from 'pg';
import { onTestFinished } from 'vitest';

/** Whether a transaction waits for the lock of another one. */
export async function isWaiting(pool: pg.Pool): Promise<boolean> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await pool.query(waiting)).rows.length > 0;
}

/**
 * A concurrent transaction that begins with `sql`. It is rolled back if the test fails before its end.
 * @returns a function that runs `more` and commits
 */
export async function meanwhile(pool: pg.Pool, sql: string): Promise<(more?: string) => Promise<void>> {
  const client = await pool.connect();
  let isOver = false;
  onTestFinished(() => {
    if (!isOver) client.release(true);
  });
  await client.query(`begin; ${sql}`);
  return async (more = '') => {
    await client.query(`${more}; commit`);
    isOver = true;
    client.release();
  };
}
