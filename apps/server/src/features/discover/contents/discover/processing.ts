/** Processing of models: `?process` (D7.15). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessedView } from '@earth/contracts';
import { VIEW_FORMAT } from '@earth/vision';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import type { Caller } from '../../../../http/principal';
import { previewerOf, requireEditor } from '../policy';
import { findOwn } from '../writing-store';
import type { ViewProcessor } from './processor';
import * as queue from './queue-store';
import { resultOf } from './scenes';
import { findModelContent, findModelViews } from './store';

/** Poll interval while views are processed, here or by another server. */
const WAIT_MS = 200;

/** @throws ApiError `notAllowed`, `notFound` */
async function requireOwnModel({ pool, db }: Context, principal: Caller, id: string): Promise<void> {
  requireEditor(principal);
  const contentId = await findModelContent(pool, id);
  if (contentId === null || !(await findOwn(db, principal.companyId, contentId))) throw new ApiError('notFound');
}

interface Waiting {
  /** Whether the client still waits. */
  readonly isAwaited: () => boolean;
}

interface Processing extends Waiting {
  readonly principal: Caller;
  readonly id: string;
}

/** Queues views, and waits until they are processed. @throws ApiError `processingFailed` if no server processes, `starting` */
export async function processViews(
  { db, settings }: Context,
  processor: ViewProcessor,
  { of, isAwaited }: Waiting & { readonly of: queue.QueuedViews },
): Promise<void> {
  const canProcess = settings.processViews || settings.redisUrl !== undefined;
  if (!canProcess) throw new ApiError('processingFailed');
  await queue.enqueueViews(db, of, VIEW_FORMAT);
  processor.wake();
  while (isAwaited() && !processor.isStopped && (await queue.areQueued(db, of))) await sleep(WAIT_MS);
  if (processor.isStopped) throw new ApiError('starting');
}

/**
 * Processes the new and changed views of a model. A client that goes away does not stop it.
 * @throws ApiError `notAllowed`, `notFound`, `noViews`, `starting`, or `processingFailed` with a reason for each view if none can be recognized
 */
export async function processModel(
  context: Context,
  processor: ViewProcessor,
  { principal, id, isAwaited }: Processing,
): Promise<ProcessedView[]> {
  await requireOwnModel(context, principal, id);
  await processViews(context, processor, { of: { modelId: id }, isAwaited });
  const rows = await findModelViews(context.pool, previewerOf(principal), { modelId: id });
  if (rows.length === 0) throw new ApiError('noViews');
  const results = rows.map((row) => ({ uniqueId: row.id, keyPointsCount: row.keyPointsCount, ...resultOf(row) }));
  if (results.every(({ rating }) => rating === 0)) {
    const reasons = results.map(({ uniqueId, reason }) => [uniqueId, reason ?? 'failed'] as const);
    throw new ApiError('processingFailed', undefined, { fields: Object.fromEntries(reasons) });
  }
  return results;
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function cancelProcessing(context: Context, principal: Caller, id: string): Promise<void> {
  await requireOwnModel(context, principal, id);
  await queue.dequeueModel(context.db, id);
}
