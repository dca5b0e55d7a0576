import type { TestServer } from './start-test-server';

/** Whoever has left that call has left it so much longer ago, in ms. A clock that goes on ends the tokens too. */
export async function leftAgo({ context }: TestServer, callId: string, ms: number): Promise<void> {
  const by = `${ms} ms`;
  await context.pool.query('update call_targets set left_at = left_at - $1::interval where call_id = $2', [by, callId]);
}
