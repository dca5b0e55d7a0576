/** What controllers write on a call, during it or afterwards. The server keeps it as it came, sealed. */
import type { CallArguments, CallNotes, writeCallNotes } from '@earth/contracts';
import type { Context } from '../../context';
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
  { id: callId, notes, cryptoSchema }: CallArguments<typeof writeCallNotes>,
): Promise<CallNotes> {
  const state = requireTargetOf(await findCall(db, callId), who.contactId);
  requireMayWriteNotes(who);
  checkSealedText({ field: 'notes', value: notes, scheme: cryptoSchema, people: targetIds(state) });
  await contents.saveNotes(db, { callId, authorId: who.contactId, notes, cryptoSchema, writtenAt: clock.now() });
  const saved = await contents.findNotes(db, callId);
  if (!saved) throw new Error('The notes that were written are not there');
  return notesView(saved);
}
