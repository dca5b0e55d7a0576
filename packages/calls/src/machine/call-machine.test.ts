import type { CallTarget } from '@earth/contracts';
import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { callMachine } from './call-machine';
import { BUSY_TONE_MS, type CallEvent, type Entered, REJOIN_GRACE_MS } from './call-machine-types';
import { callOf, CALL_ID, giulia, luca, marco, participantOf, rosterOf } from '../testing/people';
import { deferred, settled } from '../testing/promises';

const RING_MS = 30_000;
const me = luca.uniqueId;
const refusal = (code: number, error: string, message = '') => ({ code, error, message });
/** The machine on a simulated clock; `done` records its actions. */
function start({ unavailableAudioUrl = null as string | null } = {}) {
  const clock = new SimulatedClock();
  const done: string[] = [];
  const writeDown = (name: string) => () => void done.push(name);
  const answers = { create: deferred<Entered>(), join: deferred<Entered>() };
  const machine = callMachine.provide({
    actors: {
      createCall: fromPromise(() => answers.create.promise),
      joinCall: fromPromise(() => answers.join.promise),
    },
    actions: {
      begin: writeDown('begin'),
      connect: writeDown('connect'),
      leave: writeDown('leave'),
      decline: writeDown('decline'),
      remember: writeDown('remember'),
      recordClosed: writeDown('recordClosed'),
      release: writeDown('release'),
      discard: writeDown('discard'),
      stopTone: writeDown('stopTone'),
      play: (_, { tone }) => void done.push(`play ${typeof tone === 'string' ? tone : tone.url}`),
    },
  });
  const actor = createActor(machine, {
    clock,
    input: {
      me,
      callTimeoutSeconds: RING_MS / 1000,
      unavailableAudioUrl: () => unavailableAudioUrl,
      now: () => clock.now(),
    },
  });
  actor.start();
  done.length = 0;
  const takeActions = () => done.splice(0);
  return {
    clock,
    answers,
    /** The actions since the last call. */
    takeActions,
    send: (event: CallEvent) => actor.send(event),
    get state() {
      return JSON.stringify(actor.getSnapshot().value).replaceAll('"', '');
    },
    get context() {
      return actor.getSnapshot().context;
    },
  };
}

const toGiulia = rosterOf([luca, 'joined'], [giulia, 'ringing']);
const toBoth = rosterOf([luca, 'joined'], [giulia, 'ringing'], [marco, 'ringing']);
const fromGiulia = rosterOf([giulia, 'joined'], [luca, 'ringing']);
const RINGING = '{calling:{ringing:{transport:waiting,tone:calling}}}';

/** A caller whose call rings. */
async function calling(targets: CallTarget[] = toGiulia) {
  const machine = start();
  machine.send({ type: 'call', request: { targets: targets.slice(1).map(({ contact }) => contact), subject: 'Pump' } });
  machine.answers.create.resolve({ call: callOf(targets), participant: participantOf(targets) });
  await settled();
  machine.send({ type: 'connected' });
  return machine;
}

async function inCall(targets: CallTarget[] = toGiulia) {
  const machine = await calling(targets);
  machine.clock.increment(5_000);
  machine.send({ type: 'peerJoined', contactId: giulia.uniqueId });
  expect(machine.state).toBe('{inCall:together}');
  machine.takeActions();
  return machine;
}

/** A contact whom Giulia calls. */
function incoming() {
  const machine = start();
  machine.send({ type: 'incoming', call: callOf(fromGiulia) });
  expect(machine.state).toBe('{incoming:heard}');
  return machine;
}

test('a guest with a link into a call joins it without a ring', async () => {
  const running = rosterOf([giulia, 'joined'], [marco, 'joined'], [luca, 'joined']);
  const machine = start();
  machine.send({ type: 'call', request: { targets: [giulia], subject: 'By guest link' } });
  machine.answers.create.resolve({ call: callOf(running), participant: participantOf(running) });
  await settled();
  expect(machine.state).toBe('{inCall:together}');
  expect(machine.takeActions()).toContain('connect');
});

test('a call opens the camera at once, rings when the server has created it, and is answered', async () => {
  const machine = start();
  machine.send({ type: 'call', request: { targets: [giulia], subject: 'Pump' } });
  expect(machine.state).toBe('{calling:creating}');
  expect(machine.takeActions()).toEqual(['begin']);
  machine.answers.create.resolve({ call: callOf(toGiulia), participant: participantOf(toGiulia) });
  await settled();
  expect(machine.takeActions()).toEqual(['remember', 'connect', 'play calling']);
  machine.send({ type: 'connected' });
  machine.clock.increment(4_000);
  machine.send({ type: 'peerJoined', contactId: giulia.uniqueId });
  expect(machine.state).toBe('{inCall:together}');
  expect(machine.context.answeredAt).toBe(4_000);
  expect(machine.takeActions()).toEqual(['stopTone', 'remember']);
});

test('the ring stops after 30 seconds, counted from the moment the caller’s transport is connected', async () => {
  const machine = start();
  machine.send({ type: 'call', request: { targets: [giulia], subject: 'Pump' } });
  machine.answers.create.resolve({ call: callOf(toGiulia), participant: participantOf(toGiulia) });
  await settled();
  machine.clock.increment(RING_MS);
  expect(machine.state).toBe('{calling:{ringing:{transport:connecting,tone:calling}}}');
  machine.send({ type: 'connected' });
  machine.clock.increment(RING_MS - 1);
  expect(machine.state).toBe(RINGING);
  machine.takeActions();
  machine.clock.increment(1);
  expect(machine.state).toBe('closed');
  expect(machine.context.reason).toBe('missed');
  expect(machine.takeActions()).toEqual(['stopTone', 'leave', 'recordClosed', 'release']);
});

test('busy: 409 closes with the busy tone and the server’s words', async () => {
  const machine = start();
  machine.send({ type: 'call', request: { targets: [giulia], subject: 'Pump' } });
  machine.answers.create.reject(refusal(409, 'targetsBusy', 'Already in another call'));
  await settled();
  expect(machine.state).toBe('closed');
  expect(machine.context).toMatchObject({ reason: 'busy', message: 'Already in another call' });
  expect(machine.takeActions()).toEqual(['begin', 'stopTone', 'play busy', 'recordClosed', 'release']);
});

test.each([
  { people: [giulia], audio: '/unavailable.mp3', heard: 'play /unavailable.mp3' },
  { people: [giulia], audio: null, heard: 'play unavailable' },
  { people: [giulia, marco], audio: '/unavailable.mp3', heard: 'play unavailable' },
])('unreachable: 404 to $people.length with company audio $audio says «$heard»', async ({ people, audio, ...said }) => {
  const machine = start({ unavailableAudioUrl: audio });
  machine.send({ type: 'call', request: { targets: people, subject: 'Pump' } });
  machine.answers.create.reject(refusal(404, 'noTargetReachable', 'No one can be reached'));
  await settled();
  expect(machine.context.reason).toBe('unreachable');
  expect(machine.takeActions()).toContain(said.heard);
});

test('a call that the server refuses otherwise is closed without a tone, with its words', async () => {
  const machine = start();
  machine.send({ type: 'call', request: { targets: [giulia], subject: 'Pump' } });
  machine.answers.create.reject(refusal(403, 'callsOff', 'Calls are turned off'));
  await settled();
  expect(machine.context).toMatchObject({ reason: 'failed', message: 'Calls are turned off' });
  expect(machine.takeActions()).toEqual(['begin', 'stopTone', 'recordClosed', 'release']);
});

test('the only target refuses: busy tone, closed', async () => {
  const machine = await calling();
  machine.takeActions();
  machine.send({ type: 'targetRefused', contactId: giulia.uniqueId });
  expect(machine.state).toBe('closed');
  expect(machine.context.reason).toBe('declined');
  expect(machine.takeActions()).toEqual(['stopTone', 'play busy', 'leave', 'recordClosed', 'release']);
});

test('one of two refuses: busy tone, then the call goes on, without more time to answer', async () => {
  const machine = await calling(toBoth);
  machine.clock.increment(20_000);
  machine.takeActions();
  machine.send({ type: 'targetRefused', contactId: giulia.uniqueId });
  expect(machine.takeActions()).toEqual(['play busy']);
  machine.clock.increment(BUSY_TONE_MS);
  expect(machine.takeActions()).toEqual(['play calling']);
  machine.clock.increment(10_000 - BUSY_TONE_MS);
  expect(machine.state).toBe('closed');
  expect(machine.context.reason).toBe('missed');
});

test('both of two refuse: declined', async () => {
  const machine = await calling(toBoth);
  machine.send({ type: 'targetRefused', contactId: giulia.uniqueId });
  machine.send({ type: 'targetRefused', contactId: marco.uniqueId });
  expect(machine.context.reason).toBe('declined');
});

test('the caller who hangs up leaves and is idle again', async () => {
  const machine = await calling();
  machine.takeActions();
  machine.send({ type: 'hangUp' });
  expect(machine.state).toBe('idle');
  expect(machine.takeActions()).toEqual(['stopTone', 'leave', 'recordClosed', 'discard']);
});

test('the list of participants makes up for events missed while calling', async () => {
  const answered = await calling();
  answered.send({ type: 'participants', targets: rosterOf([luca, 'joined'], [giulia, 'joined']) });
  expect(answered.state).toBe('{inCall:together}');
  const missed = await calling();
  missed.send({ type: 'participants', targets: rosterOf([luca, 'joined'], [giulia, 'missed']) });
  expect(missed.context.reason).toBe('missed');
  const refused = await calling();
  refused.send({ type: 'participants', targets: rosterOf([luca, 'joined'], [giulia, 'refused']) });
  expect(refused.context.reason).toBe('declined');
});

test('the server ends a call that rings: missed', async () => {
  const machine = await calling();
  machine.send({ type: 'ended' });
  expect(machine.state).toBe('closed');
  expect(machine.context.reason).toBe('missed');
});

test('an incoming call rings, is accepted and joined', async () => {
  const machine = incoming();
  expect(machine.takeActions()).toEqual(['play ring']);
  machine.clock.increment(3_000);
  machine.send({ type: 'accept' });
  expect(machine.state).toBe('joining');
  expect(machine.takeActions()).toEqual(['stopTone', 'begin']);
  const targets = rosterOf([giulia, 'joined'], [luca, 'joined']);
  machine.answers.join.resolve({ call: callOf(targets), participant: participantOf(targets) });
  await settled();
  expect(machine.state).toBe('{inCall:together}');
  expect(machine.context.answeredAt).toBe(3_000);
  expect(machine.takeActions()).toEqual(['connect', 'remember']);
});

test('an incoming call is declined', () => {
  const machine = incoming();
  machine.takeActions();
  machine.send({ type: 'decline' });
  expect(machine.state).toBe('idle');
  expect(machine.takeActions()).toEqual(['stopTone', 'decline', 'recordClosed', 'discard']);
});

test('accepting a call for help after another helper returns to idle', async () => {
  const machine = start();
  machine.send({ type: 'incoming', call: callOf(fromGiulia, { forHelp: true }) });
  machine.send({ type: 'accept' });
  machine.takeActions();
  machine.answers.join.reject(refusal(409, 'callTaken', 'The call was answered by someone else'));
  await settled();
  expect(machine.state).toBe('idle');
  expect(machine.takeActions()).toEqual(['recordClosed', 'discard']);
});

test.each(['ended', 'handled'] as const)('an incoming call is %s: it stops ringing', (type) => {
  const machine = incoming();
  machine.takeActions();
  machine.send({ type });
  expect(machine.state).toBe('idle');
  expect(machine.takeActions()).toEqual(['stopTone', 'recordClosed', 'discard']);
});

test('an incoming call stops ringing by itself when its time is over', () => {
  const machine = incoming();
  machine.clock.increment(RING_MS - 1);
  expect(machine.state).toBe('{incoming:heard}');
  machine.clock.increment(1);
  expect(machine.state).toBe('idle');
});

test('the page that answered or declined ignores CallHandledByGroup', async () => {
  const machine = incoming();
  machine.send({ type: 'accept' });
  machine.send({ type: 'handled' });
  expect(machine.state).toBe('joining');
  const talking = await inCall();
  talking.takeActions();
  talking.send({ type: 'handled' });
  expect(talking.state).toBe('{inCall:together}');
  const declined = incoming();
  declined.send({ type: 'decline' });
  declined.takeActions();
  declined.send({ type: 'handled' });
  expect(declined.state).toBe('idle');
  expect([talking.takeActions(), declined.takeActions()]).toEqual([[], []]);
});

test.each([
  { failure: refusal(403, 'callFull', 'Reached the maximum number of participants'), reason: 'full' },
  { failure: refusal(410, 'callClosed', 'Call already closed'), reason: 'missed' },
  { failure: refusal(403, 'callsOff', 'Calls are turned off'), reason: 'failed' },
  { failure: refusal(0, '', 'No net'), reason: 'failed' },
])('accepting is refused: $failure.message', async ({ failure, reason }) => {
  const machine = incoming();
  machine.send({ type: 'accept' });
  machine.answers.join.reject(failure);
  await settled();
  expect(machine.state).toBe('closed');
  expect(machine.context).toMatchObject({ reason, message: failure.message });
});

test('the user can hang up, and the call can end, while joining', () => {
  const hungUp = incoming();
  hungUp.send({ type: 'accept' });
  hungUp.takeActions();
  hungUp.send({ type: 'hangUp' });
  expect(hungUp.state).toBe('idle');
  expect(hungUp.takeActions()).toEqual(['leave', 'recordClosed', 'discard']);
  const ended = incoming();
  ended.send({ type: 'accept' });
  ended.send({ type: 'ended' });
  expect(ended.context.reason).toBe('missed');
});

test.each([
  { reason: undefined, closed: 'left' },
  { reason: 'failed' as const, closed: 'failed' },
])('the server ends the call (the connection of the other: $reason): closed as $closed', async ({ reason, closed }) => {
  const machine = await inCall();
  machine.send({ type: 'ended', reason });
  expect(machine.context.reason).toBe(closed);
});

test('hanging up ends a call', async () => {
  const machine = await inCall();
  machine.send({ type: 'hangUp' });
  expect(machine.context).toMatchObject({ reason: 'answered', answeredAt: 5_000, endedAt: 5_000 });
  expect(machine.takeActions()).toEqual(['leave', 'recordClosed', 'release']);
});

test('the server ends a call: the other left', async () => {
  const machine = await inCall();
  machine.send({ type: 'ended' });
  expect(machine.context.reason).toBe('left');
});

test.each([
  { isLost: false, reason: 'left' },
  { isLost: true, reason: 'failed' },
])(
  'the last other participant leaves (link lost: $isLost): closed as $reason after the grace period',
  async ({ isLost, reason }) => {
    const machine = await inCall();
    machine.send({ type: 'peerLeft', contactId: giulia.uniqueId, isLost });
    machine.clock.increment(REJOIN_GRACE_MS - 1);
    expect(machine.state).toBe('{inCall:alone}');
    machine.clock.increment(1);
    expect(machine.context.reason).toBe(reason);
    expect(machine.takeActions()).toEqual(['leave', 'recordClosed', 'release']);
  },
);

test('a participant who reloads leaves and rejoins, and the call goes on', async () => {
  const machine = await inCall();
  machine.send({ type: 'peerLeft', contactId: giulia.uniqueId, isLost: false });
  machine.send({ type: 'peerJoined', contactId: giulia.uniqueId });
  machine.clock.increment(RING_MS);
  expect(machine.state).toBe('{inCall:together}');
});

test('a participant alone in the call waits for those who still ring, until their time is over', async () => {
  const machine = await inCall(toBoth);
  machine.send({ type: 'peerLeft', contactId: giulia.uniqueId, isLost: false });
  machine.clock.increment(RING_MS - 1);
  expect(machine.state).toBe('{inCall:together}');
  machine.clock.increment(1);
  machine.clock.increment(REJOIN_GRACE_MS);
  expect(machine.context.reason).toBe('left');
});

test('a refusal in a call plays the busy tone and changes nothing else', async () => {
  const machine = await inCall(toBoth);
  machine.send({ type: 'targetRefused', contactId: marco.uniqueId });
  expect(machine.takeActions()).toEqual(['play busy']);
  machine.clock.increment(RING_MS);
  expect(machine.state).toBe('{inCall:together}');
});

test('an incoming call during a call does not ring', async () => {
  const machine = await inCall();
  machine.send({ type: 'incoming', call: callOf(fromGiulia) });
  expect(machine.state).toBe('{inCall:together}');
  expect(machine.takeActions()).toEqual([]);
});

test('a call that moved to another page of the user is released without leaving it', async () => {
  const machine = await inCall();
  machine.send({ type: 'moved' });
  expect(machine.state).toBe('idle');
  expect(machine.takeActions()).toEqual(['recordClosed', 'discard']);
});

test('a reloaded page returns to its call, with its former start', async () => {
  const machine = start();
  machine.clock.increment(60_000);
  machine.send({ type: 'resume', callId: CALL_ID, answeredAt: 12_000 });
  expect(machine.takeActions()).toEqual(['begin']);
  const targets = rosterOf([luca, 'joined'], [giulia, 'joined']);
  machine.answers.join.resolve({ call: callOf(targets), participant: participantOf(targets) });
  await settled();
  expect(machine.state).toBe('{inCall:together}');
  expect(machine.context.answeredAt).toBe(12_000);
  expect(machine.takeActions()).toEqual(['connect', 'remember']);
});

test('a page that is reloaded while calling goes on calling', async () => {
  const machine = start();
  machine.send({ type: 'resume', callId: CALL_ID, answeredAt: null });
  machine.answers.join.resolve({ call: callOf(toGiulia), participant: participantOf(toGiulia) });
  await settled();
  machine.send({ type: 'connected' });
  expect(machine.state).toBe(RINGING);
});

test('a reloaded page whose call is over is idle', async () => {
  const machine = start();
  machine.send({ type: 'resume', callId: CALL_ID, answeredAt: 12_000 });
  machine.answers.join.reject(refusal(410, 'callClosed', 'Call already closed'));
  await settled();
  expect(machine.state).toBe('idle');
  expect(machine.takeActions()).toEqual(['begin', 'recordClosed', 'discard']);
});

test('a closed call is dismissed, called again, or replaced by an incoming one', async () => {
  const closed = async () => {
    const machine = await inCall();
    machine.send({ type: 'hangUp' });
    machine.takeActions();
    return machine;
  };
  const dismissed = await closed();
  dismissed.send({ type: 'dismiss' });
  expect(dismissed.state).toBe('idle');
  expect(dismissed.takeActions()).toEqual(['stopTone', 'discard']);
  const again = await closed();
  again.send({ type: 'call', request: { targets: [giulia], subject: 'Pump' } });
  expect(again.state).toBe('{calling:creating}');
  expect(again.context).toMatchObject({ call: null, answeredAt: null, reason: null });
  const another = await closed();
  another.send({ type: 'incoming', call: callOf(fromGiulia) });
  expect(another.state).toBe('{incoming:heard}');
});
