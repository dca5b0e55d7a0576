/** What controllers write on a call, during it or afterwards. The server keeps it as it came, sealed. */
import type { CallArguments, CallNotes, writeCallNotes } from '@earth/contracts';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import { checkSealedText } from '../../http/sealed-input';
import type { Who } from '../../http/who';
import * as contents from './contents-store';
import { targetIds } from './course';
import { requireMayWriteNotes, requireTargetOf } from './policy';
import { findCall } from './store';
import { notesView } from './views';

export async function writeNotes(
  { clock, db }: Context,
  who: Who,
  { id: callId, notes, cryptoSchema, basedOn }: CallArguments<typeof writeCallNotes>,
): Promise<CallNotes> {
  const state = requireTargetOf(await findCall(db, callId), who.contactId);
  requireMayWriteNotes(who);
  checkSealedText({ field: 'notes', value: notes, scheme: cryptoSchema, people: targetIds(state) });
  const over = basedOn === undefined ? null : new Date(basedOn);
  // Later than those that they replace in any case: by their date they are told apart.
  const writtenAt = new Date(Math.max(clock.now().getTime(), (over?.getTime() ?? 0) + 1));
  const row = { callId, authorId: who.contactId, notes, cryptoSchema, writtenAt };
  const isSaved = await contents.saveNotes(db, row, over);
  const there = await contents.findNotes(db, callId);
  // Whoever sends the same again had no answer to the first.
  if (!there || (!isSaved && (there.notes !== notes || there.authorId !== who.contactId)))
    throw new ApiError('notesChanged');
  return notesView(there);
}
