/**
 * Transitions of a call: pure functions that return the new state and the notifications. Nothing here reads or writes. The coordinator
 * locks the call's row for a transition, so that of two people who act at the same moment one comes first.
 */
import type { CallReason, ErrorName, LeaveReason, PushEvent, Scheme, TargetState } from '@earth/contracts';
import { ApiError } from '../../../http/api-error';
import { annotationColor } from './colors';

/** A stored call. It is open while `closedAt` is null. */
export interface CallRow {
  readonly id: string;
  readonly companyId: string;
  readonly callerId: string;
  readonly subject: string;
  readonly cryptoSchema: Scheme;
  readonly productCode: string | null;
  readonly instant: boolean;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly closedAt: Date | null;
  readonly reason: CallReason | null;
  readonly ringsUntil: Date;
  /** The first who answers has the call: the others stop ringing. */
  readonly forHelp: boolean;
}

/** A person of a call. `joinedAt` null: never in it. `deviceId` is the device that is in it, or was last. */
export interface TargetRow {
  readonly callId: string;
  readonly contactId: string;
  readonly state: TargetState;
  readonly annotationsColor: string;
  readonly deviceId: string | null;
  readonly joinedAt: Date | null;
  readonly leftAt: Date | null;
}

export interface CallState {
  readonly call: CallRow;
  readonly targets: readonly TargetRow[];
}

/** A push event and its recipients: it is sent to all their sockets. */
export interface Notification {
  readonly contactIds: readonly string[];
  readonly event: PushEvent;
}

/** The result of a transition. */
export interface Step extends CallState {
  readonly notifications: readonly Notification[];
  /** The contact who left by it. */
  readonly left?: string;
  /** The error for the caller of the transition, which is stored nevertheless. */
  readonly refused?: ErrorName;
}

/** A contact on one of its devices. */
export interface Device {
  readonly contactId: string;
  readonly deviceId: string;
}

/** A person to be called. */
export interface Invited {
  readonly contactId: string;
  readonly isReachable: boolean;
  /** In another call. */
  readonly isBusy: boolean;
}

type NewCall = Pick<
  CallRow,
  'id' | 'companyId' | 'subject' | 'cryptoSchema' | 'productCode' | 'instant' | 'startedAt' | 'ringsUntil' | 'forHelp'
>;

const idsIn = (targets: readonly TargetRow[], state: TargetState) =>
  targets.filter((target) => target.state === state).map((target) => target.contactId);

export const targetIds = ({ targets }: CallState): Set<string> => new Set(targets.map((target) => target.contactId));
export const joinedIds = ({ targets }: CallState): string[] => idsIn(targets, 'joined');
export const ringingIds = ({ targets }: CallState): string[] => idsIn(targets, 'ringing');

/** The contacts who are in the call while it is open: others see them as «in a call». */
export const peopleIn = (state: CallState): string[] => (state.call.closedAt ? [] : joinedIds(state));

/** Changes every target in the state `from`. */
const move = (targets: readonly TargetRow[], from: TargetState, change: Partial<TargetRow>) =>
  targets.map((target) => (target.state === from ? { ...target, ...change } : target));

const replace = (targets: readonly TargetRow[], contactId: string, change: Partial<TargetRow>) =>
  targets.map((target) => (target.contactId === contactId ? { ...target, ...change } : target));

export const unchanged = (state: CallState): Step => ({ ...state, notifications: [] });

const endedCall = (callUniqueId: string, reason?: CallReason): PushEvent => ({
  messageType: 'EndedCall',
  messageContent: { callUniqueId, ...(reason === 'failed' ? { reason } : {}) },
});

/** For the people in the call: other people are called now, or some are not called any more. */
const targetsChanged = (state: CallState): Notification => ({
  contactIds: joinedIds(state),
  event: { messageType: 'TargetsChanged', messageContent: { callUniqueId: state.call.id } },
});

/** Tells its recipients to stop ringing: the call goes on, with one of them (on another device) or with another person. */
const handled = (callUniqueId: string, by: Device | null): PushEvent => ({
  messageType: 'CallHandledByGroup',
  messageContent: { callUniqueId, contactUniqueId: by?.contactId ?? null, deviceId: by?.deviceId ?? null },
});

const canRing = ({ isReachable, isBusy }: Invited) => isReachable && !isBusy;

/** A target who has not been in the call: person number `position` of it, from 0. */
const newTarget = (callId: string, contactId: string, state: TargetState, position: number): TargetRow => ({
  callId,
  contactId,
  state,
  annotationsColor: annotationColor(position),
  deviceId: null,
  joinedAt: null,
  leftAt: null,
});

function initialState({ isReachable, isBusy }: Invited, instant: boolean): TargetState {
  // Nobody rings in a call that is not instant: its people hear of it by other means and join by themselves.
  if (!instant) return 'missed';
  if (!isReachable) return 'unreachable';
  return isBusy ? 'busy' : 'ringing';
}

/**
 * A new call with the caller in it. An instant call is closed at once if nobody can be rung (`unreachable` if nobody can be reached, else
 * `busy`): it is stored for the history.
 */
export function open(made: NewCall, caller: Device, invited: readonly Invited[]): CallState {
  const others = invited.map((one, index) =>
    newTarget(made.id, one.contactId, initialState(one, made.instant), index + 1),
  );
  const call: CallRow = { ...made, callerId: caller.contactId, answeredAt: null, closedAt: null, reason: null };
  const { contactId, deviceId } = caller;
  const first: TargetRow = { ...newTarget(made.id, contactId, 'joined', 0), deviceId, joinedAt: made.startedAt };
  if (!made.instant || others.some((one) => one.state === 'ringing')) return { call, targets: [first, ...others] };
  const reason = others.some((one) => one.state === 'busy') ? 'busy' : 'unreachable';
  return {
    call: { ...call, closedAt: made.startedAt, reason },
    targets: [{ ...first, state: 'left', leftAt: made.startedAt }, ...others],
  };
}

interface Joining {
  readonly now: Date;
  /** MAX_USERS_IN_CALL: negative for no limit. */
  readonly maxUsers: number;
  /** Whether the device with which the contact is already in the call is still present: if not, the new device replaces it. */
  readonly isPresent: (target: TargetRow) => boolean;
}

/**
 * A device joins, or comes back. When that fills the call, the people who still ring are notified that it is taken. The contact's own other
 * pages are notified in any case: more than one page of the answering device may ring. A target who finds the call full gets the state
 * `full` for their history, and is refused as `callFull`.
 * @throws ApiError `callClosed`; `callTaken` if another person helps; `callFull`, also if another device of the contact is in the call
 */
export function join(state: CallState, device: Device, joining: Joining): Step {
  const { call } = state;
  if (call.closedAt) throw new ApiError('callClosed');
  const me = state.targets.find((target) => target.contactId === device.contactId);
  if (me?.state === 'joined') {
    if (me.deviceId === device.deviceId) return unchanged(state);
    if (joining.isPresent(me)) throw new ApiError('callFull');
    return addParticipant(state, device, joining);
  }
  const hasMissed = me?.state === 'missed' && me.joinedAt === null;
  if (call.forHelp && call.answeredAt && hasMissed) throw new ApiError('callTaken');
  if (!isFull(state, joining.maxUsers)) return addParticipant(state, device, joining);
  // The state of the caller and of former participants stays as it is.
  if (!hasMissed) throw new ApiError('callFull');
  const targets = replace(state.targets, device.contactId, { state: 'full' });
  return { ...unchanged({ call, targets }), refused: 'callFull' };
}

const isFull = (state: CallState, maxUsers: number) => maxUsers >= 0 && joinedIds(state).length >= maxUsers;

function addParticipant({ call, targets }: CallState, device: Device, { now, maxUsers }: Joining): Step {
  const { contactId, deviceId } = device;
  const here = replace(targets, contactId, { state: 'joined', deviceId, joinedAt: now, leftAt: null });
  const isTalk = joinedIds({ call, targets: here }).length > 1;
  const answered = { ...call, answeredAt: call.answeredAt ?? (isTalk ? now : null) };
  const notifications: Notification[] = [{ contactIds: [contactId], event: handled(call.id, device) }];
  const isHelped = call.forHelp && call.answeredAt === null && isTalk;
  const tooLate = idsIn(here, 'ringing');
  if (tooLate.length === 0 || !(isHelped || isFull({ call, targets: here }, maxUsers)))
    return { call: answered, targets: here, notifications };
  notifications.push({ contactIds: tooLate, event: handled(call.id, device) });
  const after = { call: answered, targets: move(here, 'ringing', { state: 'missed' }) };
  return { ...after, notifications: [...notifications, targetsChanged(after)] };
}

interface Inviting {
  readonly maxUsers: number;
  /** When the people who are called now stop ringing. */
  readonly ringsUntil: Date;
  /** The call's subject, sealed for the invited people too. */
  readonly subject: string;
}

/**
 * Invites more people into a running call. People who are in it or ring stay as they are; those who declined, missed or left it are called
 * again. Any number may ring: a target who joins when the call is full is refused then.
 * @throws ApiError `callClosed`, `callFull`; `targetsBusy` or `noTargetReachable` if nobody new can be rung
 */
export function invite(state: CallState, invited: readonly Invited[], { maxUsers, ...change }: Inviting): Step {
  if (state.call.closedAt) throw new ApiError('callClosed');
  const present = new Set([...joinedIds(state), ...ringingIds(state)]);
  const called = invited.filter(({ contactId }) => !present.has(contactId));
  if (called.length === 0) return unchanged(state);
  if (isFull(state, maxUsers)) throw new ApiError('callFull');
  if (!called.some(canRing))
    throw new ApiError(called.some(({ isBusy }) => isBusy) ? 'targetsBusy' : 'noTargetReachable');
  const before = new Map(state.targets.map((target) => [target.contactId, target]));
  const again = called.filter(({ contactId }) => before.has(contactId));
  const fresh = called.filter(({ contactId }) => !before.has(contactId));
  const stay = again.reduce(
    (targets, one) => replace(targets, one.contactId, { state: initialState(one, true) }),
    state.targets,
  );
  const targets = [
    ...stay,
    ...fresh.map((one, index) => newTarget(state.call.id, one.contactId, initialState(one, true), stay.length + index)),
  ];
  const after = { call: { ...state.call, ...change }, targets };
  return { ...after, notifications: [targetsChanged(after)] };
}

/**
 * A device leaves. Nothing happens if it is not the device in the call: another device of the contact may be.
 * @param because the reason, if the device did not want to leave: stored if it ends a call in which people talked
 */
export function leave(state: CallState, { contactId, deviceId }: Device, now: Date, because?: LeaveReason): Step {
  const me = state.targets.find((target) => target.contactId === contactId);
  if (state.call.closedAt || me?.state !== 'joined' || me.deviceId !== deviceId) return unchanged(state);
  const targets = replace(state.targets, contactId, { state: 'left', leftAt: now });
  const { instant, ringsUntil } = state.call;
  const reason = { unanswered: instant && now >= ringsUntil ? 'missed' : 'left', answered: because } as const;
  return closeIfOver({ ...state, targets, notifications: [], left: contactId }, reason, now);
}

/**
 * A device disappeared without leaving. It left when its person was last seen, not when that was noticed: the time in between may be a
 * night in which no server ran, and is no part of the call. But it leaves no earlier than the last join.
 */
export function vanish(state: CallState, device: Device, seenAt: Date): Step {
  const moments = [seenAt, ...state.targets.flatMap(({ joinedAt }) => joinedAt ?? [])];
  return leave(state, device, new Date(Math.max(...moments.map((moment) => moment.getTime()))), 'failed');
}

/** A target declines: all its pages stop ringing, and the people in the call are notified. */
export function decline(state: CallState, device: Device, now: Date): Step {
  const { call } = state;
  const { contactId } = device;
  if (call.closedAt || !ringingIds(state).includes(contactId)) return unchanged(state);
  const notifications: Notification[] = [
    {
      contactIds: joinedIds(state),
      event: { messageType: 'TargetRefused', messageContent: { callUniqueId: call.id, contactUniqueId: contactId } },
    },
    { contactIds: [contactId], event: handled(call.id, device) },
  ];
  const targets = replace(state.targets, contactId, { state: 'refused' });
  return closeIfOver({ call, targets, notifications }, { unanswered: 'declined' }, now);
}

/** Ends the ring: targets who still ring have missed the call. Does nothing if the ring was restarted meanwhile. */
export function endRings(state: CallState, now: Date): Step {
  const ringing = ringingIds(state);
  if (state.call.closedAt || ringing.length === 0 || state.call.ringsUntil > now) return unchanged(state);
  const targets = move(state.targets, 'ringing', { state: 'missed' });
  const goesOn = joinedIds(state).length > 1;
  const event = goesOn ? handled(state.call.id, null) : endedCall(state.call.id);
  const after = { call: state.call, targets };
  const notifications: Notification[] = [{ contactIds: ringing, event }, ...(goesOn ? [targetsChanged(after)] : [])];
  return closeIfOver({ ...after, notifications }, { unanswered: 'missed' }, now);
}

/** The reason of the end: if nobody had answered, and if people talked (default `answered`). */
interface Ending {
  readonly unanswered: CallReason;
  readonly answered?: CallReason | undefined;
}

/** Closes the call if nobody is in it any more, or one participant alone and nobody rings; the others are notified. */
function closeIfOver(step: Step, { unanswered, answered = 'answered' }: Ending, now: Date): Step {
  const inside = joinedIds(step);
  const ringing = ringingIds(step);
  if (inside.length > 1 || (inside.length === 1 && ringing.length > 0)) return step;
  const targets = move(move(step.targets, 'joined', { state: 'left', leftAt: now }), 'ringing', { state: 'missed' });
  const reason = step.call.answeredAt ? answered : unanswered;
  return {
    ...step,
    call: { ...step.call, closedAt: now, reason },
    targets,
    notifications: [
      ...step.notifications,
      { contactIds: [...inside, ...ringing], event: endedCall(step.call.id, reason) },
    ],
  };
}

/** Talk time in seconds: from the answer to the end, or to now. */
export function talkSeconds({ answeredAt, closedAt }: CallRow, now: Date): number {
  if (!answeredAt) return 0;
  return Math.max(0, ((closedAt ?? now).getTime() - answeredAt.getTime()) / 1000);
}
