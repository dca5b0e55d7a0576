/** All SQL of the queue of views to process. */
import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { views } from '../../../../db/schema';

/** Takes the views of a model that wait, or are being processed, out of the queue. */
export async function dequeueModel(db: Queries, modelId: string): Promise<void> {
  await db
    .update(views)
    .set({ queuedAt: null, claimedBy: null })
    .where(and(eq(views.modelId, modelId), sql`${views.queuedAt} is not null`));
}
