/** Private notes about contacts: stored as their authors sealed them for themselves, and given to nobody else. */
import { type CallArguments, type ContactNote, CryptoSchema, type setContactNote } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { checkSealedText } from '../../../http/sealed-input';
import * as store from './notes-store';

const viewOf = ({ note, writtenAt }: store.NoteRow): ContactNote => ({ note, date: writtenAt.toISOString() });

/** @throws ApiError `notFound` for people whom the user does not see */
export async function noteAbout({ db }: Context, principal: Principal, id: string): Promise<ContactNote | null> {
  if (!(await store.isSeen(db, principal, id))) throw new ApiError('notFound');
  const row = await store.findNote(db, { ownerId: principal.contactId, contactId: id });
  return row ? viewOf(row) : null;
}

/**
 * @param note empty: deletes it
 * @throws ApiError `conflict` if another device has changed it; `notFound`, `envelopeInvalid`, `recipientUnknown`
 */
export async function writeNote(
  { clock, db }: Context,
  principal: Principal,
  { id: contactId, note, basedOn }: CallArguments<typeof setContactNote>,
): Promise<ContactNote | null> {
  const { contactId: ownerId } = principal;
  if (!(await store.isSeen(db, principal, contactId))) throw new ApiError('notFound');
  if (note !== '') checkSealedText({ field: 'note', value: note, scheme: CryptoSchema.v2, people: new Set([ownerId]) });
  const over = basedOn === undefined ? null : new Date(basedOn);
  // Always later than the note that it replaces: the date is its version.
  const writtenAt = new Date(Math.max(clock.now().getTime(), (over?.getTime() ?? 0) + 1));
  const there = await db.transaction(async (transaction) => {
    if (!(await store.holdBoth(transaction, { ownerId, contactId }))) throw new ApiError('notFound');
    if (note !== '') await store.saveNote(transaction, { ownerId, contactId, note, writtenAt }, over);
    else if (over) await store.deleteNote(transaction, { ownerId, contactId }, over);
    return await store.findNote(transaction, { ownerId, contactId });
  });
  // What is stored already is a retry whose first answer was lost.
  if ((there?.note ?? '') !== note) throw new ApiError('conflict');
  return there ? viewOf(there) : null;
}
