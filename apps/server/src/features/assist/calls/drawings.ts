/** Drawings on the snapshots of a call. The server stores each author's log sealed, as it came. */
import type { CallArguments, PicDrawing, saveDrawing } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { addKeys, checkSealedText } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import { findPic } from './contents-store';
import { targetIds } from './transitions';
import * as store from './drawings-store';
import { findAddedKeys, insertKeys } from './keys-store';
import { requireMayDraw, requireMayStillStore, requireWasInside } from './policy';
import { findCall } from './store';
import { drawingView } from './views';

/** Stores the log of the principal, who is its author. */
export async function storeDrawing(
  { clock, db, random, settings }: Context,
  principal: Principal,
  { id: callId, picId, ...written }: CallArguments<typeof saveDrawing>,
): Promise<void> {
  const state = requireMayStillStore(await findCall(db, callId), principal.contactId, clock.now());
  requireMayDraw(principal, settings.fieldUsersDraw);
  const { drawing, cryptoSchema } = written;
  const recipientKeys = checkSealedText({
    field: 'drawing',
    value: drawing,
    scheme: cryptoSchema,
    people: targetIds(state),
  });
  if (!(await findPic(db, callId, picId))) throw new ApiError('notFound');
  const id = random.id();
  await db.transaction(async (transaction) => {
    if (!(await store.saveDrawing(transaction, { picId, authorId: principal.contactId, id, ...written }))) return;
    await insertKeys(
      transaction,
      callId,
      [{ kind: 'drawing', uniqueId: id, recipientKeys: [...recipientKeys] }],
      false,
    );
    await store.deleteOldDrawingKeys(transaction, callId);
  });
}

/** Returns each drawing, with the reader's own key if one was added later. */
export async function listDrawings(
  { db }: Context,
  principal: Principal,
  { id: callId, picId }: { readonly id: string; readonly picId: string },
): Promise<PicDrawing[]> {
  requireWasInside(await findCall(db, callId), principal.contactId);
  if (!(await findPic(db, callId, picId))) throw new ApiError('notFound');
  const added = await findAddedKeys(db, { callId, kind: 'drawing' }, principal.contactId);
  return (await store.findDrawings(db, picId)).map((row) => {
    const key = added.get(row.id);
    return drawingView(key ? { ...row, drawing: addKeys(row.drawing, [key]) } : row);
  });
}
