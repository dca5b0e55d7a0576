import { expect, test } from 'vitest';
import { type CallState, decline, endRings, type Invited, invite, join, leave, open, type Step } from './transitions';

const start = new Date('2026-03-01T10:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const on = (contactId: string) => ({ contactId, deviceId: `${contactId}-phone` });
const reachable = (contactId: string): Invited => ({ contactId, isReachable: true, isBusy: false });
const busy = (contactId: string): Invited => ({ contactId, isReachable: true, isBusy: true });
const away = (contactId: string): Invited => ({ contactId, isReachable: false, isBusy: false });
const joining = { now: after(5), maxUsers: 3, isPresent: () => true };
const inviting = { maxUsers: 3, ringsUntil: after(90), subject: 'for three' };

function callOf(forHelp: boolean, ...contactIds: string[]): CallState {
  const made = {
    id: 'call',
    companyId: 'demo',
    subject: 's',
    cryptoSchema: 0 as const,
    productCode: null,
    instant: true,
    forHelp,
  };
  return open({ ...made, startedAt: start, ringsUntil: after(30) }, on('luca'), contactIds.map(reachable));
}
const talking = () => join(callOf(false, 'giulia'), on('giulia'), joining);
const statesOf = ({ targets }: CallState) => Object.fromEntries(targets.map((one) => [one.contactId, one.state]));
const notificationsOf = ({ notifications }: Step) =>
  notifications.flatMap(({ contactIds, event }) => contactIds.map((id) => `${id} ${event.messageType}`));

test('an invited person rings as long as all others, in a colour of their own, and the participants are notified', () => {
  const added = invite(talking(), [reachable('marco')], inviting);
  expect(statesOf(added)).toEqual({ luca: 'joined', giulia: 'joined', marco: 'ringing' });
  expect(added.call).toMatchObject({ ringsUntil: after(90), subject: 'for three', closedAt: null });
  expect(new Set(added.targets.map((one) => one.annotationsColor)).size).toBe(3);
  expect(notificationsOf(added)).toEqual(['luca TargetsChanged', 'giulia TargetsChanged']);
  expect(statesOf(join(added, on('marco'), joining)).marco).toBe('joined');
});

test('does not call people again who are in the call or ring, and changes nothing', () => {
  const ringing = invite(talking(), [reachable('marco')], inviting);
  const again = invite(ringing, [reachable('giulia'), reachable('marco')], { ...inviting, subject: 'other' });
  expect(again).toEqual({ call: ringing.call, targets: ringing.targets, notifications: [] });
});

test('calls people again who declined, missed or left it, with the same colour', () => {
  const three = join(invite(talking(), [reachable('marco')], inviting), on('marco'), joining);
  const left = leave(three, on('marco'), after(40));
  const back = invite(left, [reachable('marco')], inviting);
  expect(statesOf(back).marco).toBe('ringing');
  expect(back.targets).toHaveLength(3);
  expect(back.targets[2]?.annotationsColor).toBe(three.targets[2]?.annotationsColor);
  const refused = decline(back, on('marco'), after(50));
  expect(statesOf(invite(refused, [reachable('marco')], inviting)).marco).toBe('ringing');
});

test('maxUsersInCall 2: refuses invitations into a call of two', () => {
  expect(() => invite(talking(), [reachable('marco')], { ...inviting, maxUsers: 2 })).toThrow('callFull');
});

test('maxUsersInCall 3: more may ring than there are places; a target who comes too late is refused', () => {
  const added = invite(talking(), [reachable('marco'), reachable('paolo')], inviting);
  const full = join(added, on('marco'), joining);
  expect(statesOf(full)).toEqual({ luca: 'joined', giulia: 'joined', marco: 'joined', paolo: 'missed' });
  expect(notificationsOf(full)).toContain('paolo CallHandledByGroup');
  expect(join(full, on('paolo'), joining).refused).toBe('callFull');
});

test('maxUsersInCall negative: there is no limit', () => {
  const unlimited = { ...joining, maxUsers: -1 };
  let state: CallState = talking();
  for (const id of ['marco', 'paolo', 'sara', 'anna']) {
    const added = invite(state, [reachable(id)], { ...inviting, maxUsers: -1 });
    state = join(added, on(id), unlimited);
  }
  expect(Object.values(statesOf(state))).toEqual(Array.from({ length: 6 }, () => 'joined'));
});

test('if nobody new can be rung, the error says why and nothing changes; one reachable person is enough', () => {
  expect(() => invite(talking(), [busy('marco'), away('sara')], inviting)).toThrow('targetsBusy');
  expect(() => invite(talking(), [away('sara')], inviting)).toThrow('noTargetReachable');
  const some = invite(talking(), [busy('marco'), away('sara'), reachable('paolo')], inviting);
  expect(statesOf(some)).toMatchObject({ marco: 'busy', sara: 'unreachable', paolo: 'ringing' });
});

test('refuses invitations into a closed call', () => {
  const over = leave(talking(), on('giulia'), after(9));
  expect(() => invite(over, [reachable('marco')], inviting)).toThrow('callClosed');
});

test('an invited person who does not answer has missed the call; the others go on, and are notified', () => {
  const ended = endRings(invite(talking(), [reachable('marco')], inviting), after(90));
  expect(ended.call.closedAt).toBeNull();
  expect(statesOf(ended).marco).toBe('missed');
  expect(notificationsOf(ended)).toEqual(['marco CallHandledByGroup', 'luca TargetsChanged', 'giulia TargetsChanged']);
});

test('a person who is invited just as a ring ends rings anew: the old ring ends nothing', () => {
  const alone = callOf(false, 'giulia');
  const added = invite(alone, [reachable('marco')], inviting);
  expect(endRings(added, alone.call.ringsUntil)).toEqual({
    call: added.call,
    targets: added.targets,
    notifications: [],
  });
});

test('a call for help: the first who answers has it, whatever maxUsersInCall says', () => {
  const helped = join(callOf(true, 'giulia', 'marco'), on('giulia'), { ...joining, maxUsers: -1 });
  expect(statesOf(helped)).toEqual({ luca: 'joined', giulia: 'joined', marco: 'missed' });
  expect(notificationsOf(helped)).toEqual([
    'giulia CallHandledByGroup',
    'marco CallHandledByGroup',
    'luca TargetsChanged',
    'giulia TargetsChanged',
  ]);
  // A colleague who is invited later is not affected by who answered the call for help.
  const added = invite(helped, [reachable('paolo'), reachable('sara')], inviting);
  expect(statesOf(join(added, on('paolo'), { ...joining, maxUsers: -1 })).sara).toBe('ringing');
});
