/**
 * The requirements of the states of a call (parts A4, A8 and A9), a test for each. Where all of them are
 * proved stands in `docs/requirements.md`.
 */
import { expect, test } from 'vitest';
import { chatOf, createCallWorld, snapshotsOf, type TestPage, withSnapshot } from '../testing/call-world';
import { giulia, luca, marco, OTHER_CALL_ID, CALL_ID } from '../testing/people';
import { settled } from '../testing/promises';

const RING_MS = 30_000;
const refusal = (code: number, error: string, message: string) => ({ code, error, message });
const phaseOf = (page: TestPage) => page.session.getView().phase;
const handledBy = (contactUniqueId: string, deviceId: string) =>
  ({
    messageType: 'CallHandledByGroup',
    messageContent: { callUniqueId: CALL_ID, contactUniqueId, deviceId },
  }) as const;

async function ringing(more: { unavailableAudioUrl?: string } = {}) {
  const world = createCallWorld();
  const [caller, callee, other] = [world.page(luca, more), world.page(giulia), world.page(marco)];
  return { ...world, caller, callee, other };
}

test('A4.1: Calling: starting a call sets calling, at once', async () => {
  const { caller } = await ringing();
  caller.session.call({ targets: [giulia], subject: 'Feed pump' });
  expect(phaseOf(caller)).toBe('calling');
});

test('A4.2: Calling clears when a target connects', async () => {
  const { caller, callee, ring } = await ringing();
  await ring(caller, callee);
  callee.session.accept();
  await settled();
  expect(phaseOf(caller)).toBe('inCall');
});

test('A4.3: Calling clears when a target declines', async () => {
  const { caller, callee, ring } = await ringing();
  await ring(caller, callee);
  callee.session.decline();
  await settled();
  expect(phaseOf(caller)).toBe('closed');
});

test('A4.4: Calling clears when the call disconnects', async () => {
  const { caller, callee, ring, server } = await ringing();
  await ring(caller, callee);
  server.end();
  await settled();
  expect(caller.view('closed').reason).toBe('missed');
});

test('A4.5, A8.10: Calling clears when the connection fails: before the server has the call, it is closed', async () => {
  const { caller, callee, ring, server } = await ringing();
  server.fail('createCall', refusal(0, '', ''));
  await ring(caller, callee);
  expect(caller.view('closed').reason).toBe('failed');
  expect(caller.liveTracks()).toEqual([]);
});

test('A4.5, A8.10: Calling clears when the connection fails: whoever answers and is not reached leaves the caller alone', async () => {
  const { caller, callee, ring, net, pass } = await ringing();
  net.cut('failed');
  await ring(caller, callee);
  callee.session.accept();
  await pass(RING_MS / 2);
  expect(phaseOf(caller)).toBe('inCall');
  await pass(RING_MS);
  for (const one of [caller, callee]) {
    expect(one.view('closed').reason).toBe('failed');
    expect(one.liveTracks()).toEqual([]);
  }
});

test('A8.10: Media or connection failure: whoever answers and does not get in is not in the call, whose camera goes off', async () => {
  const { caller, callee, ring, server } = await ringing();
  await ring(caller, callee);
  server.fail('joinCall', refusal(0, '', ''));
  callee.session.accept();
  await settled();
  expect(callee.view('closed').reason).toBe('failed');
  expect(callee.liveTracks()).toEqual([]);
});

test('A8.10: Media failure: a camera and a microphone that do not open cost picture and sound, and not the call', async () => {
  const { caller, callee, ring } = await ringing();
  caller.problems = { cameraProblem: 'failed', microphoneProblem: 'failed' };
  await ring(caller, callee);
  expect(caller.view('calling').local).toMatchObject({ cameraProblem: 'failed', microphoneProblem: 'failed' });
  callee.session.accept();
  await settled();
  expect(caller.view('inCall').people).toMatchObject([{ hasAudio: true, hasVideo: true }]);
});

test('A8.10: Media or connection failure: closed where one is left alone, and not before', async () => {
  const { caller, callee, third, net, pass, server } = await withThird();
  net.cut('failed');
  await pass(1_000);
  for (const one of [caller, callee, third]) expect(phaseOf(one)).toBe('inCall');
  await pass(40_000);
  for (const one of [caller, callee, third]) expect(one.view('closed').reason).toBe('failed');
  expect(server.lost).toHaveLength(3);
});

async function withThird() {
  const world = createCallWorld();
  return { ...world, ...(await world.talkOfThree()) };
}

test('A4.6, A4.8, A9.2: Caller timer: 30 s exceeded, the ring audio stops and the call is closed; calling clears when it expires', async () => {
  const { caller, callee, ring, pass } = await ringing();
  await ring(caller, callee);
  await pass(RING_MS - 500);
  expect(phaseOf(caller)).toBe('calling');
  await pass(500);
  expect(caller.view('closed').reason).toBe('missed');
  expect(caller.tones.at(-1)).toBe('stop');
});

test('A4.7: Caller timer: it starts once the caller is connected to the call room, however long that takes', async () => {
  const { caller, callee, ring, pass } = await ringing();
  caller.socket.close();
  await ring(caller, callee);
  await pass(10_000);
  caller.socket.open();
  await settled();
  await pass(RING_MS - 500);
  expect(phaseOf(caller)).toBe('calling');
  await pass(500);
  expect(caller.view('closed').reason).toBe('missed');
});

test('A4.9: Incoming call: set by a push event; ring audio plays', async () => {
  const { caller, callee, ring } = await ringing();
  await ring(caller, callee);
  expect(phaseOf(callee)).toBe('incoming');
  expect(callee.tones).toEqual(['ring']);
});

test('A4.10: Incoming call: set when the current online call is instant and not in the session’s closed-call list', async () => {
  const { caller, callee, page, ring } = await ringing();
  await ring(caller, callee);
  const kept = callee.vanish();
  const late = page(giulia, { kept });
  await late.session.resume();
  expect(phaseOf(late)).toBe('incoming');
  const closedCalls = [{ callId: CALL_ID, ringsUntil: late.view('incoming').call.ringsUntil }];
  const closed = page(giulia, { kept: { active: null, closedCalls } });
  await closed.session.resume();
  expect(phaseOf(closed)).toBe('idle');
});

test('A4.10: Incoming call: a call that was closed here never rings again, not from a push that comes late either', async () => {
  const { caller, callee, ring, server } = await ringing();
  await ring(caller, callee);
  const { call } = callee.view('incoming');
  callee.session.decline();
  await settled();
  server.push([giulia.uniqueId], { messageType: 'IncomingCall', messageContent: { call, caller: luca } });
  await settled();
  expect(phaseOf(callee)).toBe('idle');
});

test.each<[string, (page: TestPage, server: ReturnType<typeof createCallWorld>['server']) => void]>([
  ['decline', (page) => page.session.decline()],
  ['the EndedCall event', (_, server) => server.end()],
  ['CallHandledByGroup, call full', (_, server) => server.push([giulia.uniqueId], handledBy(marco.uniqueId, 'his'))],
  [
    'CallHandledByGroup, taken on the person’s other device',
    (_, server) => server.push([giulia.uniqueId], handledBy(giulia.uniqueId, 'her other device')),
  ],
])('A4.12: Incoming call is cleared on %s, and does not ring again', async (_, happens) => {
  const { caller, callee, other, ring, server } = await ringing();
  await ring(caller, callee, other);
  const { call } = callee.view('incoming');
  happens(callee, server);
  await settled();
  expect(phaseOf(callee)).toBe('idle');
  expect(callee.tones.at(-1)).toBe('stop');
  server.push([giulia.uniqueId], { messageType: 'IncomingCall', messageContent: { call, caller: luca } });
  await settled();
  expect(phaseOf(callee)).toBe('idle');
});

test('A4.11, A4.15: Incoming call is cleared on accept: the device that answered is the one in the call', async () => {
  const { caller, callee, page, ring } = await ringing();
  const desk = page(giulia);
  await ring(caller, callee);
  desk.session.accept();
  await settled();
  expect([phaseOf(desk), phaseOf(callee)]).toEqual(['inCall', 'idle']);
});

test('A4.12: Incoming call on a device that slept: past its end on waking, it does not ring', async () => {
  const { caller, callee, ring, advanceWallClock, pass } = await ringing();
  await ring(caller, callee);
  advanceWallClock(RING_MS);
  await pass(1_000);
  expect(phaseOf(callee)).toBe('idle');
  expect(callee.tones.at(-1)).toBe('stop');
});

test('A4.12: Incoming call on a device that slept: one that still rings, rings for the rest', async () => {
  const { caller, callee, ring, advanceWallClock, pass } = await ringing();
  await ring(caller, callee);
  advanceWallClock(20_000);
  await pass(5_000);
  expect(phaseOf(callee)).toBe('incoming');
  expect(callee.tones).toEqual(['ring']);
  await pass(5_000);
  expect(phaseOf(callee)).toBe('idle');
});

test.each([
  [
    'Reached the maximum number of participants',
    refusal(403, 'callFull', 'Reached the maximum number of participants'),
    'full',
  ],
  ['Call already closed', refusal(410, 'callClosed', 'Call already closed'), 'missed'],
])('A4.14, A8.4, A8.5: Accept is refused with «%s»', async (message, failure, reason) => {
  const { caller, callee, ring, server } = await ringing();
  await ring(caller, callee);
  server.fail('joinCall', failure);
  callee.session.accept();
  await settled();
  expect(callee.view('closed')).toMatchObject({ message, reason });
});

test('A4.16: Closing a call stops participation and the audio, disconnects from the room, and records the id as closed', async () => {
  const { caller, callee, server, net } = await withSnapshot();
  caller.session.hangUp();
  await settled();
  expect(server.asked).toContain('Luca leaveCall');
  expect(caller.socket.sent.at(-1)).toEqual({ type: 'leave', callUniqueId: CALL_ID });
  expect(net.open()).toEqual([]);
  for (const one of [caller, callee]) {
    expect(one.liveTracks()).toEqual([]);
    expect(one.tones.at(-1)).toBe('stop');
    one.session.dismiss();
    expect(one.urls.size).toBe(0);
    expect(phaseOf(one)).toBe('idle');
  }
  expect(caller.vanish().closedCalls.map(({ callId }) => callId)).toEqual([CALL_ID]);
});

test('A4.17: Closing a call stops the timer: nothing comes of it when its time is up', async () => {
  const { caller, callee, ring, server, pass } = await ringing();
  await ring(caller, callee);
  await pass(RING_MS - 1_000);
  caller.session.hangUp();
  await ring(caller, callee);
  const tones = [...caller.tones];
  await pass(RING_MS - 1_000);
  expect(phaseOf(caller)).toBe('calling');
  expect(caller.tones).toEqual(tones);
  expect(server.asked.filter((asked) => asked === 'Luca leaveCall')).toHaveLength(1);
});

test('A4.18: Closing a call clears snapshots, selected snapshot and unread messages, and resets the screen to live camera', async () => {
  const { caller, callee, picId, server, talk } = await withSnapshot();
  callee.session.selectPic(picId);
  callee.session.sendMessage('Close valve 2');
  await settled();
  const before = { mode: 'GUIMODE_ANNOTATIONS', selectedPicId: picId, unreadMessages: 1 };
  expect(caller.view('inCall')).toMatchObject(before);
  caller.session.hangUp();
  await settled();
  // The next call is another one: nothing was said or taken in it.
  server.messages.length = 0;
  server.pics.length = 0;
  await talk(caller, callee);
  const cleared = { mode: 'GUIMODE_LIVECAMERA', selectedPicId: null, unreadMessages: 0 };
  for (const one of [caller, callee])
    expect(one.view('inCall')).toMatchObject({ ...cleared, snapshots: [], messages: [] });
});

test('A4.20: When the last participant disconnects, the call is closed', async () => {
  const { caller, callee, third, pass } = await withThird();
  callee.session.hangUp();
  await pass(2_000);
  expect([phaseOf(caller), phaseOf(third)]).toEqual(['inCall', 'inCall']);
  caller.session.hangUp();
  await pass(2_000);
  expect(third.view('closed').reason).toBe('left');
});

test('A4.46: At startup the product deletes locked calls', async () => {
  const { page, server } = createCallWorld();
  await page(luca).session.resume();
  expect(server.asked).toContain('Luca deleteLockedCalls');
});

test('A8.1: Call creation result code 409: busy tone', async () => {
  const { caller, callee, ring, server } = await ringing();
  server.fail('createCall', refusal(409, 'targetsBusy', 'Already in another call'));
  await ring(caller, callee);
  expect(caller.tones.at(-1)).toBe('busy');
  expect(caller.view('closed')).toMatchObject({ reason: 'busy', message: 'Already in another call' });
});

test('the company’s minutes or its date have run out: 403, and the server’s words are there to be said', async () => {
  const { caller, callee, ring, server } = await ringing();
  const message = 'The service minutes are used up or the service has expired';
  server.fail('createCall', refusal(403, 'serviceUsedUp', message));
  await ring(caller, callee);
  expect(caller.view('closed')).toMatchObject({ reason: 'failed', message });
  expect(phaseOf(callee)).toBe('idle');
});

const away = refusal(404, 'noTargetReachable', 'Nobody can be reached');
test.each([
  ['exactly one target and the company has an audio', ['/away.mp3', 1], '/away.mp3'],
  ['one target and no audio', [undefined, 1], 'unavailable'],
  ['two targets, though there is an audio', ['/away.mp3', 2], 'unavailable'],
] as const)('A8.2: Call creation result code 404 with %s', async (_, [unavailableAudioUrl, count], tone) => {
  const { caller, callee, other, ring, server } = await ringing(unavailableAudioUrl ? { unavailableAudioUrl } : {});
  server.fail('createCall', away);
  // The caller is always among the targets, and is not counted.
  await ring(caller, ...[callee, other].slice(0, count));
  expect(caller.tones.at(-1)).toBe(tone);
});

test('A8.3: Push event TargetRefused: busy tone; the call is closed if nobody is left', async () => {
  const { caller, callee, other, ring } = await ringing();
  await ring(caller, callee, other);
  callee.session.decline();
  await settled();
  expect([phaseOf(caller), caller.tones.at(-1)]).toEqual(['calling', 'busy']);
  other.session.decline();
  await settled();
  expect(caller.view('closed').reason).toBe('declined');
  expect(caller.tones.at(-1)).toBe('busy');
});

test('group calls: refused by some and taken by others', async () => {
  const { caller, callee, other, ring } = await ringing();
  await ring(caller, callee, other);
  callee.session.decline();
  other.session.accept();
  await settled();
  expect(caller.view('inCall').people.map(({ contact }) => contact.name)).toEqual(['Marco Bassi']);
  expect(phaseOf(callee)).toBe('idle');
});

test('the end of another call, or its full house, changes nothing here', async () => {
  const { caller, callee, ring, server } = await ringing();
  await ring(caller, callee);
  const elsewhere = { ...handledBy(marco.uniqueId, 'his').messageContent, callUniqueId: OTHER_CALL_ID };
  server.push([giulia.uniqueId], { messageType: 'CallHandledByGroup', messageContent: elsewhere });
  server.push([giulia.uniqueId], { messageType: 'EndedCall', messageContent: { callUniqueId: OTHER_CALL_ID } });
  await settled();
  expect(phaseOf(callee)).toBe('incoming');
});

test('what was said and shown is there until the closed call is put away', async () => {
  const { caller, callee } = await withSnapshot();
  caller.session.sendMessage('Thank you');
  await settled();
  await settled();
  expect([chatOf(callee).length, snapshotsOf(callee).length]).toEqual([1, 1]);
  callee.session.hangUp();
  expect(callee.view('closed')).toMatchObject({ messages: [{ state: 'sent' }], snapshots: [{ number: 1 }] });
});
