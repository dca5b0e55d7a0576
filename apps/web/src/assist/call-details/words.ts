/** Maps the outcome for each person of a call to keys of the texts. */
import type { CallHistoryItem, TargetState } from '@earth/contracts';
import { wasIn } from '../history';
import type { PageText } from './texts';

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
