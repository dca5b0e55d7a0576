import type { TestServer } from './start-test-server';

/** Moves the time at which people left a call so many ms into the past. Advancing the clock would expire the tokens too. */
export async function leftAgo({ context }: TestServer, callId: string, ms: number): Promise<void> {
  const by = `${ms} ms`;
  await context.pool.query('update call_targets set left_at = left_at - $1::interval where call_id = $2', [by, callId]);
}
