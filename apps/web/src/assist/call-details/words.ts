/** Maps the outcome of a call, and of each person, to keys of the texts. */
import type { CallHistoryItem, CallReason, TargetState } from '@earth/contracts';
import { wasIn } from '../history';
import type { PageText } from './texts';

const reasons: Readonly<Record<CallReason, PageText>> = {
  answered: 'reasonAnswered',
  declined: 'reasonDeclined',
  busy: 'reasonBusy',
  missed: 'reasonMissed',
  unreachable: 'reasonUnreachable',
  failed: 'reasonFailed',
  left: 'reasonLeft',
  full: 'reasonFull',
};

export const endWord = ({ reason }: CallHistoryItem): PageText => (reason ? reasons[reason] : 'running');

const fates: Readonly<Record<TargetState, PageText>> = {
  ringing: 'ringing',
  joined: 'inCall',
  left: 'tookPart',
  refused: 'refused',
  missed: 'missed',
  unreachable: 'unreachable',
  busy: 'busy',
  full: 'full',
};

type Participant = CallHistoryItem['participants'][number];

export const fateWord = ({ call }: CallHistoryItem, { contact, state }: Participant): PageText =>
  contact.uniqueId === call.callerUniqueId ? 'caller' : fates[state];

/** Whether a contact is or was in the call, and so may see its messages and snapshots. */
export const wasInside = ({ participants }: CallHistoryItem, contactId: string): boolean =>
  participants.some(({ contact, state }) => contact.uniqueId === contactId && wasIn(state));
