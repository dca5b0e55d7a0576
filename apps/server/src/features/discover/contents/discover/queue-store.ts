/** All SQL of the queue of views to process. */
import type { ViewReason } from '@earth/contracts';
import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { contentFiles, nodes, views } from '../../../../db/schema';
import type { OtherView } from './process-view';

/** They depend on other views, on the load of the machine, or on a file that was away: the next attempt may succeed. */
const PASSING_REASONS: readonly ViewReason[] = ['twice', 'alike', 'failed', 'unreadable'];

/** Of an older format. A newer one was stored by a newer server, which shares the database. */
const isOutdated = (format: number) => lt(views.format, format);

/** The views of a model, or the markers of a scene. */
export type QueuedViews = { readonly modelId: string } | { readonly sceneId: number };

const isOf = (of: QueuedViews) =>
  'modelId' in of
    ? eq(views.modelId, of.modelId)
    : sql`${views.fileId} in (select file_id from triggers where scene_id = ${of.sceneId})`;

/** Queues the new and changed views of a model or a scene, those of an older format, and those whose problem may have passed. */
export async function enqueueViews(db: Queries, of: QueuedViews, format: number): Promise<void> {
  const mayPass = inArray(views.reason, [...PASSING_REASONS]);
  const isDue = or(isNull(views.format), isOutdated(format), views.isChanged, mayPass);
  await db
    .update(views)
    .set({ queuedAt: sql`now()`, tries: 0 })
    .where(and(isOf(of), isNull(views.queuedAt), isDue));
}

/** Takes the views of a model that wait, or are being processed, out of the queue. */
export async function dequeueModel(db: Queries, modelId: string): Promise<void> {
  await db
    .update(views)
    .set({ queuedAt: null, claimedBy: null })
    .where(and(eq(views.modelId, modelId), isNotNull(views.queuedAt)));
}

/** Queues everything that was processed in an older format. */
export async function enqueueOutdated(db: Queries, format: number): Promise<void> {
  await db
    .update(views)
    .set({ queuedAt: sql`now()`, tries: 0 })
    .where(and(isNull(views.queuedAt), isOutdated(format)));
}

export const areQueued = async (db: Queries, of: QueuedViews): Promise<boolean> =>
  (await db.$count(views, and(isOf(of), isNotNull(views.queuedAt)))) > 0;

/** Claimed by no server, or by one that is gone. */
const isFree = or(isNull(views.claimedBy), sql`${views.claimedBy} not in (select ${nodes.id} from ${nodes})`);

/**
 * Claims the view that has waited longest. No other server gets it while this one is alive. What this server has claimed is free for it:
 * it processes one view at a time, and asks for the next one when it has lost the last, as with the connection to the database.
 */
export async function claimNext(db: Queries, nodeId: string) {
  const next = db
    .select({ id: views.id })
    .from(views)
    .where(and(isNotNull(views.queuedAt), or(isFree, eq(views.claimedBy, nodeId))))
    .orderBy(views.queuedAt, views.position, views.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(views)
    .set({ claimedBy: nodeId, tries: sql`${views.tries} + 1` })
    .where(eq(views.id, sql`(${next})`))
    .returning({
      id: views.id,
      fileId: views.fileId,
      maskId: views.maskId,
      modelId: views.modelId,
      tries: views.tries,
    });
  return claimed;
}
export type ClaimedView = NonNullable<Awaited<ReturnType<typeof claimNext>>>;

export async function findEnding(db: Queries, fileId: string): Promise<string | null> {
  const [row] = await db.select({ ending: contentFiles.ending }).from(contentFiles).where(eq(contentFiles.id, fileId));
  return row?.ending ?? null;
}

const isClaim = (nodeId: string, { id }: ClaimedView) => and(eq(views.id, id), eq(views.claimedBy, nodeId));

/** Gives a view back to the queue, after the others that wait. */
export async function retry(db: Queries, nodeId: string, claimed: ClaimedView): Promise<void> {
  await db.update(views).set({ claimedBy: null, queuedAt: sql`now()` }).where(isClaim(nodeId, claimed));
}

/** Gives a view back to the queue as it was. */
export async function release(db: Queries, nodeId: string, claimed: ClaimedView): Promise<void> {
  await db
    .update(views)
    .set({ claimedBy: null, tries: sql`greatest(0, ${views.tries} - 1)` })
    .where(isClaim(nodeId, claimed));
}

type Result = Pick<
  typeof views.$inferInsert,
  'digest' | 'evw' | 'format' | 'indexRecord' | 'rating' | 'reason' | 'thumbnail'
>;

/** Stores the result, unless the view was cancelled. If its mask has changed meanwhile, it stays in the queue. */
export async function finish(db: Queries, nodeId: string, claimed: ClaimedView, result: Result): Promise<void> {
  const hasSameMask = sql`${views.maskId} is not distinct from ${claimed.maskId}::uuid`;
  const done = await db
    .update(views)
    .set({ ...result, isChanged: false, queuedAt: null, claimedBy: null, tries: 0 })
    .where(and(isClaim(nodeId, claimed), hasSameMask))
    .returning({ id: views.id });
  if (done.length === 0) await release(db, nodeId, claimed);
}

/** The views before this one, of the same model or scene: thumbnails, and records if they are of this format. */
export async function findOthers(db: Queries, { id, fileId }: ClaimedView, format: number): Promise<OtherView[]> {
  const { rows } = await db.execute<{ thumbnail: Buffer; record: Buffer | null }>(sql`
    select views.thumbnail, case when views.format = ${format}::integer then views.index_record end as record from views join content_files as files on files.id = views.file_id
    join content_files as own_files on own_files.id = ${fileId} join views as own on own.id = ${id}
    where files.content_id = own_files.content_id and files.kind = own_files.kind
      and views.thumbnail is not null and (views.position, views.id) < (own.position, own.id)`);
  return rows;
}

export async function findViewFiles(db: Queries, ids: readonly string[]): Promise<Buffer[]> {
  const rows = await db
    .select({ evw: views.evw })
    .from(views)
    .where(and(inArray(views.id, [...ids]), isNotNull(views.evw)));
  return rows.flatMap(({ evw }) => evw ?? []);
}
