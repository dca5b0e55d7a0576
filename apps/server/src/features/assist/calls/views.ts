/** Views: calls as the API returns them. */
import type {
  Call,
  CallHistoryItem,
  CallLabels,
  CallMessageProgress,
  CallNotes,
  CallPic,
  CallRating,
  CallTarget,
  Contact,
  PicDrawing,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { contactViews } from '../../identity/contacts';
import type { PicRow, SignedNotes } from './contents-store';
import type { SignedLabels } from './labels-store';
import type { Contacts } from './readers';
import type { SignedRating } from './ratings-store';
import type { CallMember } from './store';
import { type CallState, talkSeconds } from './transitions';
import type { DrawingRow } from './drawings-store';

/** All people of these calls, each once. */
export const peopleOf = (states: readonly CallState[]): string[] => [
  ...new Set(states.flatMap(({ targets }) => targets.map((target) => target.contactId))),
];

/** Their contacts, with their present state. */
export const contactsOf = (context: Context, states: readonly CallState[]): Promise<Contacts> =>
  contactViews(context, peopleOf(states));

function contactIn(contacts: Contacts, contactId: string): Contact {
  const contact = contacts.get(contactId);
  if (!contact) throw new Error(`The contact ${contactId} of a call was not read`);
  return contact;
}

/** The caller first. */
export function targetViews({ call, targets }: CallState, contacts: Contacts): CallTarget[] {
  const isCaller = (target: { readonly contactId: string }) => Number(target.contactId === call.callerId);
  return targets
    .toSorted((one, other) => isCaller(other) - isCaller(one))
    .map(({ contactId, state, annotationsColor }) => ({
      contact: contactIn(contacts, contactId),
      state,
      annotationsColor,
    }));
}

export function callView(state: CallState, contacts: Contacts): Call {
  const { call } = state;
  return {
    uniqueId: call.id,
    callerUniqueId: call.callerId,
    subject: call.subject,
    cryptoSchema: call.cryptoSchema,
    productCode: call.productCode,
    startDate: call.startedAt.toISOString(),
    ringsUntil: call.ringsUntil.toISOString(),
    forHelp: call.forHelp,
    targets: targetViews(state, contacts),
    caller: contactIn(contacts, call.callerId),
    isInstantCall: call.instant,
  };
}

interface Around {
  readonly contacts: Contacts;
  readonly counts: { readonly messages: ReadonlyMap<string, number>; readonly pics: ReadonlyMap<string, number> };
  readonly labels: ReadonlyMap<string, SignedLabels>;
  readonly now: Date;
}

/** @param around what was read for all calls of the list together */
export function historyView(state: CallState, { contacts, counts, labels, now }: Around): CallHistoryItem {
  const { call } = state;
  const view = callView(state, contacts);
  const written = labels.get(call.id);
  return {
    call: view,
    state: call.closedAt ? 'closed' : 'open',
    reason: call.reason,
    startDate: view.startDate,
    endDate: call.closedAt?.toISOString() ?? null,
    durationSeconds: talkSeconds(call, now),
    picsCount: counts.pics.get(call.id) ?? 0,
    messagesCount: counts.messages.get(call.id) ?? 0,
    participants: view.targets.map(({ contact, state }) => ({ contact, state })),
    ...(written && { labels: labelsView(written) }),
  };
}

export const labelsView = (row: SignedLabels): CallLabels => ({
  labels: row.labels,
  cryptoSchema: row.cryptoSchema,
  date: row.writtenAt.toISOString(),
  author: { uniqueId: row.authorId, name: row.authorName },
});

export const progressView = (member: CallMember): CallMessageProgress => ({
  contactUniqueId: member.contactId,
  leftPosition: member.leftPosition,
  deliveredPosition: member.deliveredPosition,
  readPosition: member.readPosition,
});

export const picView = (row: PicRow): CallPic => ({
  uniqueId: row.id,
  callUniqueId: row.callId,
  imageFileName: row.fileName,
  contactUniqueId: row.contactId,
  date: row.createdAt.toISOString(),
  cryptoSchema: row.cryptoSchema,
  clientId: row.clientId,
  ...(row.takenById !== null && { takenByUniqueId: row.takenById }),
});

export const drawingView = (row: DrawingRow): PicDrawing => ({
  uniqueId: row.id,
  picUniqueId: row.picId,
  contactUniqueId: row.authorId,
  drawing: row.drawing,
  cryptoSchema: row.cryptoSchema,
  edition: row.edition,
  entries: row.entries,
});

export const notesView = (row: SignedNotes): CallNotes => ({
  uniqueId: row.id,
  notes: row.notes,
  cryptoSchema: row.cryptoSchema,
  date: row.writtenAt.toISOString(),
  author: { uniqueId: row.authorId, name: row.authorName },
});

export const ratingView = (row: SignedRating): CallRating => ({
  stars: row.stars,
  comment: row.comment,
  cryptoSchema: row.cryptoSchema,
  date: row.ratedAt.toISOString(),
  author: { uniqueId: row.contactId, name: row.authorName, ...(row.authorIsGuest && { isGuest: true }) },
});
