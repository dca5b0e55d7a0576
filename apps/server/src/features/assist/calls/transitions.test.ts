import type { CallReason, TargetState } from '@earth/contracts';
import { expect, test } from 'vitest';
import {
  type CallState,
  decline,
  endRings,
  type Invited,
  invite,
  join,
  leave,
  open,
  peopleIn,
  type Step,
  talkSeconds,
  vanish,
} from './transitions';

const start = new Date('2026-03-01T10:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const on = (contactId: string, deviceId = `${contactId}-phone`) => ({ contactId, deviceId });
const reachable = (contactId: string): Invited => ({ contactId, isReachable: true, isBusy: false });

function callOf(invited: readonly Invited[], instant = true, forHelp = false): CallState {
  const made = { id: 'call', companyId: 'demo', subject: 's', productCode: null, instant, forHelp };
  return open({ ...made, cryptoSchema: 0, startedAt: start, ringsUntil: after(30) }, on('luca'), invited);
}

const lucaCalls = (...contactIds: string[]) => callOf(contactIds.map(reachable));
const joining = { now: after(5), maxUsers: -1, isPresent: () => true };

const statesOf = ({ targets }: CallState): Record<string, TargetState> =>
  Object.fromEntries(targets.map((target) => [target.contactId, target.state]));
const reasonOf = ({ call }: CallState): CallReason | null => call.reason;
/** `giulia EndedCall`, `giulia CallHandledByGroup`. */
const notificationsOf = ({ notifications }: Step) =>
  notifications.flatMap(({ contactIds, event }) => contactIds.map((id) => `${id} ${event.messageType}`));

test('the caller joins at once; reachable targets ring', () => {
  const state = callOf([
    reachable('giulia'),
    { contactId: 'marco', isReachable: true, isBusy: true },
    { contactId: 'sara', isReachable: false, isBusy: true },
  ]);
  expect(statesOf(state)).toEqual({ luca: 'joined', giulia: 'ringing', marco: 'busy', sara: 'unreachable' });
  expect(state.call.closedAt).toBeNull();
  expect(peopleIn(state)).toEqual(['luca']);
});

test.each<[string, Invited[], CallReason]>([
  ['unreachable', [{ contactId: 'giulia', isReachable: false, isBusy: false }], 'unreachable'],
  ['busy', [{ contactId: 'giulia', isReachable: true, isBusy: true }], 'busy'],
  [
    'busy, as far as they can be reached',
    [
      { contactId: 'giulia', isReachable: true, isBusy: true },
      { contactId: 'sara', isReachable: false, isBusy: false },
    ],
    'busy',
  ],
])('closes a call at once if all targets are %s', (_, invited, reason) => {
  const state = callOf(invited);
  expect(state.call).toMatchObject({ closedAt: start, reason });
  expect(statesOf(state).luca).toBe('left');
  expect(peopleIn(state)).toEqual([]);
});

test('a call that is not instant rings nobody, and stays open', () => {
  const state = callOf([reachable('giulia'), { contactId: 'sara', isReachable: false, isBusy: false }], false);
  expect(statesOf(state)).toEqual({ luca: 'joined', giulia: 'missed', sara: 'missed' });
  expect(state.call.closedAt).toBeNull();

  const joined = join(state, on('sara'), joining);
  expect(statesOf(joined)).toEqual({ luca: 'joined', giulia: 'missed', sara: 'joined' });
  expect(reasonOf(leave(state, on('luca'), after(9)))).toBe('left');
});

test('gives each person a colour of their own, for any number of people', () => {
  const { targets } = lucaCalls(...Array.from({ length: 50 }, (_, index) => `person-${index}`));
  expect(new Set(targets.map((target) => target.annotationsColor)).size).toBe(51);
  expect(targets.every((target) => /^#[0-9a-f]{6}$/.test(target.annotationsColor))).toBe(true);
});

test('the first answer starts the talk; the other devices of the person stop ringing', () => {
  const joined = join(lucaCalls('giulia', 'marco'), on('giulia'), joining);
  expect(statesOf(joined)).toEqual({ luca: 'joined', giulia: 'joined', marco: 'ringing' });
  expect(joined.call.answeredAt).toEqual(after(5));
  expect(notificationsOf(joined)).toEqual(['giulia CallHandledByGroup']);

  const second = join(joined, on('marco'), { ...joining, now: after(8) });
  expect(second.call.answeredAt).toEqual(after(5));
});

test('when the call is full the others stop ringing, and are refused', () => {
  const full = join(lucaCalls('giulia', 'marco'), on('giulia'), { ...joining, maxUsers: 2 });
  expect(statesOf(full)).toEqual({ luca: 'joined', giulia: 'joined', marco: 'missed' });
  expect(notificationsOf(full)).toEqual([
    'giulia CallHandledByGroup',
    'marco CallHandledByGroup',
    'luca TargetsChanged',
    'giulia TargetsChanged',
  ]);
  expect(full.notifications[1]?.event.messageContent).toEqual({
    callUniqueId: 'call',
    contactUniqueId: 'giulia',
    deviceId: 'giulia-phone',
  });
  const late = join(full, on('marco'), { ...joining, maxUsers: 2 });
  expect(late.refused).toBe('callFull');
  expect(statesOf(late)).toEqual({ luca: 'joined', giulia: 'joined', marco: 'full' });
  expect(notificationsOf(late)).toEqual([]);
});

test('a call for help belongs to the first helper: later ones are refused, unless they are invited', () => {
  const helped = join(callOf(['giulia', 'marco'].map(reachable), true, true), on('giulia'), joining);
  expect(statesOf(helped)).toEqual({ luca: 'joined', giulia: 'joined', marco: 'missed' });
  for (const maxUsers of [-1, 2])
    expect(() => join(helped, on('marco'), { ...joining, maxUsers })).toThrow('callTaken');

  const inviting = { maxUsers: -1, ringsUntil: after(60), subject: 's' };
  const added = join(invite(helped, [reachable('marco')], inviting), on('marco'), joining);
  expect(peopleIn(added)).toEqual(['luca', 'giulia', 'marco']);
  // A participant who was in the call before comes back.
  expect(peopleIn(join(leave(added, on('marco'), after(9)), on('marco'), joining))).toContain('marco');
});

test('coming back counts nobody twice and notifies nobody', () => {
  const full = join(lucaCalls('giulia'), on('giulia'), { ...joining, maxUsers: 2 });
  const back = join(full, on('giulia'), { ...joining, maxUsers: 2, now: after(60) });
  expect(back.targets).toBe(full.targets);
  expect(notificationsOf(back)).toEqual([]);
});

test('the answering device is the one in the call; when it is gone another one replaces it', () => {
  const joined = join(lucaCalls('giulia'), on('giulia'), joining);
  const desk = on('giulia', 'giulia-desk');
  expect(() => join(joined, desk, joining)).toThrow('callFull');
  expect(leave(joined, desk, after(9)).targets).toBe(joined.targets);

  const moved = join(joined, desk, { ...joining, maxUsers: 2, isPresent: () => false });
  expect(moved.targets.find((target) => target.contactId === 'giulia')?.deviceId).toBe('giulia-desk');
  expect(notificationsOf(moved)).toEqual(['giulia CallHandledByGroup']);
});

test('refuses to join a closed call', () => {
  const over = leave(lucaCalls('giulia'), on('luca'), after(3));
  expect(() => join(over, on('giulia'), joining)).toThrow('callClosed');
});

test('the last decline ends the call of a caller who is alone', () => {
  const first = decline(lucaCalls('giulia', 'marco'), on('giulia'), after(3));
  expect(statesOf(first)).toEqual({ luca: 'joined', giulia: 'refused', marco: 'ringing' });
  expect(notificationsOf(first)).toEqual(['luca TargetRefused', 'giulia CallHandledByGroup']);
  expect(first.call.closedAt).toBeNull();

  const last = decline(first, on('marco'), after(4));
  expect(last.call).toMatchObject({ closedAt: after(4), reason: 'declined' });
  expect(notificationsOf(last)).toEqual(['luca TargetRefused', 'marco CallHandledByGroup', 'luca EndedCall']);
});

test('declining does not end the talk of others, and has no effect a second time', () => {
  const talking = join(lucaCalls('giulia', 'marco'), on('giulia'), joining);
  const declined = decline(talking, on('marco'), after(9));
  expect(declined.call.closedAt).toBeNull();
  expect(notificationsOf(declined)).toEqual(['luca TargetRefused', 'giulia TargetRefused', 'marco CallHandledByGroup']);
  expect(notificationsOf(decline(declined, on('marco'), after(10)))).toEqual([]);
  expect(notificationsOf(decline(talking, on('giulia'), after(10)))).toEqual([]);
});

test('ends the call as missed if nobody answers the ring', () => {
  const ended = endRings(lucaCalls('giulia', 'marco'), after(30));
  expect(ended.call).toMatchObject({ closedAt: after(30), reason: 'missed' });
  expect(statesOf(ended)).toEqual({ luca: 'left', giulia: 'missed', marco: 'missed' });
  expect(notificationsOf(ended)).toEqual(['giulia EndedCall', 'marco EndedCall', 'luca EndedCall']);
  expect(notificationsOf(endRings(ended, after(31)))).toEqual([]);
});

test('if others talk, the call goes on without the targets who did not answer', () => {
  const ended = endRings(join(lucaCalls('giulia', 'marco'), on('giulia'), joining), after(30));
  expect(ended.call.closedAt).toBeNull();
  expect(statesOf(ended)).toEqual({ luca: 'joined', giulia: 'joined', marco: 'missed' });
  expect(notificationsOf(ended)).toEqual(['marco CallHandledByGroup', 'luca TargetsChanged', 'giulia TargetsChanged']);
});

test.each<[string, () => CallState]>([
  ['nobody could be reached', () => callOf([{ contactId: 'giulia', isReachable: false, isBusy: false }])],
  ['nobody answered', () => endRings(lucaCalls('giulia', 'marco'), after(30))],
  ['all declined', () => decline(lucaCalls('giulia'), on('giulia'), after(9))],
  ['the caller hung up', () => leave(lucaCalls('giulia', 'marco'), on('luca'), after(3))],
  ['one of two left', () => leave(join(lucaCalls('giulia'), on('giulia'), joining), on('giulia'), after(9))],
  ['one of two was lost', () => vanish(join(lucaCalls('giulia'), on('giulia'), joining), on('luca'), after(9))],
])('nobody stays in a call that closes: %s', (_, close) => {
  const { call, targets } = close();
  expect(call.closedAt).not.toBeNull();
  expect(targets.filter(({ state }) => state === 'joined' || state === 'ringing')).toEqual([]);
});

test('a caller who hangs up cancels the call, and the targets have missed it', () => {
  const ended = leave(lucaCalls('giulia', 'marco'), on('luca'), after(3));
  expect(ended.call).toMatchObject({ closedAt: after(3), reason: 'left' });
  expect(statesOf(ended)).toEqual({ luca: 'left', giulia: 'missed', marco: 'missed' });
  expect(notificationsOf(ended)).toEqual(['giulia EndedCall', 'marco EndedCall']);
});

test('a talk of two ends when one leaves', () => {
  const talking = join(lucaCalls('giulia'), on('giulia'), joining);
  const ended = leave(talking, on('giulia'), after(65));
  expect(ended.call).toMatchObject({ closedAt: after(65), reason: 'answered' });
  expect(notificationsOf(ended)).toEqual(['luca EndedCall']);
  expect(talkSeconds(ended.call, after(999))).toBe(60);
  expect(talkSeconds(talking.call, after(15))).toBe(10);
  expect(talkSeconds(lucaCalls('giulia').call, after(15))).toBe(0);
});

test('if the caller leaves after the ring is over, the call counts as missed, not as cancelled', () => {
  expect(reasonOf(leave(lucaCalls('giulia'), on('luca'), after(30)))).toBe('missed');
});

test('a talk that ends because the connection was lost has that reason, in the history and for the remaining participant', () => {
  const talking = join(lucaCalls('giulia', 'marco'), on('giulia'), joining);
  const three = join(talking, on('marco'), joining);
  const two = leave(three, on('marco'), after(20), 'failed');
  expect(two.call.reason).toBeNull();
  const lost = leave(two, on('giulia'), after(65), 'failed');
  expect(lost.call).toMatchObject({ closedAt: after(65), reason: 'failed' });
  expect(talkSeconds(lost.call, after(999))).toBe(60);
  const content = { callUniqueId: 'call', reason: 'failed' };
  expect(lost.notifications).toMatchObject([{ contactIds: ['luca'], event: { messageContent: content } }]);
});

test('a device that vanished left when it was last seen, but not before the talk began', () => {
  const talking = join(lucaCalls('giulia'), on('giulia'), joining);
  const gone = vanish(talking, on('giulia'), after(65));
  expect(gone.call).toMatchObject({ closedAt: after(65), reason: 'failed' });
  expect(gone.targets.find(({ contactId }) => contactId === 'giulia')?.leftAt).toEqual(after(65));
  expect(talkSeconds(vanish(talking, on('luca'), after(-300)).call, after(999))).toBe(0);
});

test('a talk of three goes on with two, and the third may come back', () => {
  const two = join(lucaCalls('giulia', 'marco'), on('giulia'), joining);
  const three = join(two, on('marco'), joining);
  const left = leave(three, on('luca'), after(20));
  expect(left.call.closedAt).toBeNull();
  expect(notificationsOf(left)).toEqual([]);
  expect(left.left).toBe('luca');
  expect(peopleIn(join(left, on('luca'), joining))).toEqual(['luca', 'giulia', 'marco']);
});

test('a single participant stays while a target still rings', () => {
  const talking = join(lucaCalls('giulia', 'marco'), on('giulia'), joining);
  const alone = leave(talking, on('luca'), after(10));
  expect(alone.call.closedAt).toBeNull();

  const ended = endRings(alone, after(30));
  expect(ended.call).toMatchObject({ closedAt: after(30), reason: 'answered' });
  expect(notificationsOf(ended)).toEqual(['marco EndedCall', 'giulia EndedCall']);
});

test('leaving has no effect for a person who is not in the call', () => {
  const ringing = lucaCalls('giulia');
  expect(leave(ringing, on('giulia'), after(3)).targets).toBe(ringing.targets);
  const over = leave(ringing, on('luca'), after(3));
  expect(leave(over, on('luca'), after(4)).call).toBe(over.call);
});
