/** What people draw on the snapshots of a call. The server keeps each author's log as it came, sealed. */
import type { CallArguments, PicDrawing, saveDrawing } from '@earth/contracts';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import { checkSealedText } from '../../http/sealed-input';
import type { Who } from '../../http/who';
import { findPic } from './contents-store';
import { targetIds } from './course';
import * as store from './drawings-store';
import { requireMayDraw, requireMayStillStore, requireWasInside } from './policy';
import { findCall } from './store';
import { drawingView } from './views';

/** The author is whoever stores it. */
export async function keepDrawing(
  { clock, db, settings }: Context,
  who: Who,
  { id: callId, picId, ...written }: CallArguments<typeof saveDrawing>,
): Promise<void> {
  const state = requireMayStillStore(await findCall(db, callId), who.contactId, clock.now());
  requireMayDraw(who, settings.fieldUsersDraw);
  const { drawing, cryptoSchema } = written;
  checkSealedText({ field: 'drawing', value: drawing, scheme: cryptoSchema, people: targetIds(state) });
  if (!(await findPic(db, callId, picId))) throw new ApiError('notFound');
  await store.saveDrawing(db, { picId, authorId: who.contactId, ...written });
}

export async function listDrawings(
  { db }: Context,
  who: Who,
  { id: callId, picId }: { readonly id: string; readonly picId: string },
): Promise<PicDrawing[]> {
  requireWasInside(await findCall(db, callId), who.contactId);
  if (!(await findPic(db, callId, picId))) throw new ApiError('notFound');
  return (await store.findDrawings(db, picId)).map(drawingView);
}
