/** Notes of controllers on a call, during it or afterwards. The server stores them sealed, as they came. */
import type { CallArguments, CallNotes, writeCallNotes } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { addKeys, checkSealedText } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import * as contents from './contents-store';
import { targetIds } from './transitions';
import { deleteKeys, findAddedKeys, insertKeys } from './keys-store';
import { requireMayWriteNotes, requireTargetOf } from './policy';
import { findCall } from './store';
import { notesView } from './views';

export async function writeNotes(
  { clock, db, random }: Context,
  principal: Principal,
  { id: callId, notes, cryptoSchema, basedOn }: CallArguments<typeof writeCallNotes>,
): Promise<CallNotes> {
  const state = requireTargetOf(await findCall(db, callId), principal.contactId);
  requireMayWriteNotes(principal);
  const people = targetIds(state);
  const recipientKeys = checkSealedText({ field: 'notes', value: notes, scheme: cryptoSchema, people });
  const over = basedOn === undefined ? null : new Date(basedOn);
  // Always later than the notes that it replaces: the date is their version.
  const writtenAt = new Date(Math.max(clock.now().getTime(), (over?.getTime() ?? 0) + 1));
  const row = { id: random.id(), callId, authorId: principal.contactId, notes, cryptoSchema, writtenAt };
  const isSaved = await db.transaction(async (transaction) => {
    const isNew = await contents.saveNotes(transaction, row, over);
    if (!isNew) return false;
    await deleteKeys(transaction, { callId, kind: 'notes' });
    const keys = [{ kind: 'notes' as const, uniqueId: row.id, recipientKeys: [...recipientKeys] }];
    await insertKeys(transaction, callId, keys, false);
    return true;
  });
  const there = await contents.findNotes(db, callId);
  // The same notes again are a retry whose first answer was lost.
  if (!there || (!isSaved && (there.notes !== notes || there.authorId !== principal.contactId)))
    throw new ApiError('notesChanged');
  return notesView(there);
}

/** Returns the notes, with the reader's own key if one was added later; null if there are none. */
export async function readNotes({ db }: Context, principal: Principal, callId: string): Promise<CallNotes | null> {
  const row = await contents.findNotes(db, callId);
  if (!row) return null;
  const item = { callId, kind: 'notes' as const, itemId: row.id };
  const key = (await findAddedKeys(db, item, principal.contactId)).get(row.id);
  return notesView(key ? { ...row, notes: addKeys(row.notes, [key]) } : row);
}
