/** Processing of models: `?process` (D7.15). */
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import type { Principal } from '../../../../http/principal';
import { requireEditor } from '../policy';
import { findOwn } from '../writing-store';
import * as queue from './queue-store';
import { findModelContent } from './store';

/** @throws ApiError `notAllowed`, `notFound` */
async function requireOwnModel({ pool, db }: Context, principal: Principal, id: string): Promise<void> {
  requireEditor(principal);
  const contentId = await findModelContent(pool, id);
  if (contentId === null || !(await findOwn(db, principal.companyId, contentId))) throw new ApiError('notFound');
}

/** @throws ApiError `notAllowed`, `notFound`, `processingFailed` */
export async function processModel(context: Context, principal: Principal, id: string): Promise<never> {
  await requireOwnModel(context, principal, id);
  throw new ApiError('processingFailed');
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function cancelProcessing(context: Context, principal: Principal, id: string): Promise<void> {
  await requireOwnModel(context, principal, id);
  await queue.dequeueModel(context.db, id);
}
