/** A call of the history, from the user's point of view. */
import type { CallHistoryItem, Contact, TargetState } from '@earth/contracts';
import { daysAgo } from '../../shared/format';

export type Outcome =
  | 'running'
  | 'answered'
  /** Another person answered a call that rang here too. */
  | 'taken'
  /** It rang here, and nobody answered. */
  | 'missed'
  | 'noAnswer'
  | 'declined'
  | 'busy'
  | 'unreachable'
  /** The connection was lost. */
  | 'failed'
  /** The call was full. */
  | 'full'
  /** The caller hung up before anybody answered. */
  | 'left';

interface Again {
  readonly targets: readonly Contact[];
  readonly forHelp: boolean;
}

export interface CallRecord {
  readonly item: CallHistoryItem;
  readonly id: string;
  readonly isOutgoing: boolean;
  /** The people of the call; if nobody answered, the people who were called. Never the user. */
  readonly people: readonly Contact[];
  /** The people to call again: of a group everybody, of a call for help the helper. */
  readonly again: Again;
  readonly outcome: Outcome;
  readonly start: Date;
}

/** Whether a contact is or was in the call. */
export const wasIn = (state: TargetState | undefined): boolean => state === 'joined' || state === 'left';

function outcomeOf(item: CallHistoryItem, meId: string): Outcome {
  const isOutgoing = item.call.callerUniqueId === meId;
  const mine = item.participants.find(({ contact }) => contact.uniqueId === meId)?.state;
  if (!isOutgoing && mine === 'refused') return 'declined';
  // The call was full for the user, even if it went on for the others.
  if (mine === 'full') return 'full';
  // It no longer rings here, and goes on without the user.
  if (item.state === 'open') return !isOutgoing && mine === 'missed' ? 'taken' : 'running';
  const wasAnswered = item.reason === 'answered' || item.reason === 'failed';
  if (!isOutgoing && !wasIn(mine)) return wasAnswered ? 'taken' : 'missed';
  return item.reason === null || item.reason === 'missed' ? 'noAnswer' : item.reason;
}

function peopleOf(item: CallHistoryItem, meId: string): readonly Contact[] {
  if (item.call.callerUniqueId !== meId) return [item.call.caller];
  const others = item.participants.filter(({ contact }) => contact.uniqueId !== meId);
  const present = others.filter(({ state }) => wasIn(state));
  return (present.length > 0 ? present : others).map(({ contact }) => contact);
}

function againOf(item: CallHistoryItem, meId: string): Again {
  const { callerUniqueId, forHelp } = item.call;
  const others = item.participants.filter(({ contact }) => contact.uniqueId !== meId);
  const contactsOf = (people: typeof others) => people.map(({ contact }) => contact);
  const inside = others.filter(({ state }) => wasIn(state));
  const mine = item.participants.find(({ contact }) => contact.uniqueId === meId);
  // A user who did not answer calls back the caller.
  if (!wasIn(mine?.state)) return { targets: peopleOf(item, meId), forHelp: false };
  if (!forHelp) return { targets: contactsOf(others), forHelp: false };
  if (inside.length > 0) return { targets: contactsOf(inside), forHelp: false };
  return { targets: contactsOf(others), forHelp: callerUniqueId === meId };
}

/**
 * Whether a call was between the user and this person alone: nobody else talked in it; or, if the user called and nobody answered, nobody
 * else was called.
 */
export function isBetween({ item, isOutgoing }: CallRecord, meId: string, personId: string): boolean {
  const others = item.participants.filter(({ contact }) => contact.uniqueId !== meId);
  const inside = others.filter(({ contact, state }) => wasIn(state) || contact.uniqueId === item.call.callerUniqueId);
  const people = isOutgoing && inside.length === 0 ? others : inside;
  return people.length === 1 && people[0]?.contact.uniqueId === personId;
}

/** Whether the user talked in the call. */
export const tookPlace = ({ outcome }: CallRecord): boolean => outcome === 'answered' || outcome === 'failed';

export const toRecord = (item: CallHistoryItem, meId: string): CallRecord => ({
  item,
  id: item.call.uniqueId,
  isOutgoing: item.call.callerUniqueId === meId,
  people: peopleOf(item, meId),
  again: againOf(item, meId),
  outcome: outcomeOf(item, meId),
  start: new Date(item.startDate),
});

export interface Day {
  readonly date: Date;
  readonly records: readonly CallRecord[];
}

/** Grouped by calendar day of this device, newest first, like the records. */
export function byDay(records: readonly CallRecord[]): readonly Day[] {
  const days: { date: Date; records: CallRecord[] }[] = [];
  for (const record of records) {
    const last = days.at(-1);
    if (last && daysAgo(record.start, last.date) === 0) last.records.push(record);
    else days.push({ date: record.start, records: [record] });
  }
  return days;
}

/** Missed calls of the last day whose caller the user has not talked to or called since. Newest first, one for each person. */
export function waitingOf(records: readonly CallRecord[], now: Date): readonly CallRecord[] {
  const settled = new Set<string>();
  const waiting: CallRecord[] = [];
  for (const record of records) {
    if (now.getTime() - record.start.getTime() > 24 * 60 * 60 * 1000) break;
    const [person] = record.people;
    if (!person || settled.has(person.uniqueId)) continue;
    if (record.outcome === 'missed') waiting.push(record);
    for (const { uniqueId } of record.people) settled.add(uniqueId);
  }
  return waiting;
}
