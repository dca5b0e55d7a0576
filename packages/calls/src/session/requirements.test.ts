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

test('A4.1: starting a call sets calling at once', async () => {
  const { caller } = await ringing();
  caller.session.call({ targets: [giulia], subject: 'Feed pump' });
  expect(phaseOf(caller)).toBe('calling');
});

test('A4.2: calling ends when a target connects', async () => {
  const { caller, callee, ring } = await ringing();
  await ring(caller, callee);
  callee.session.accept();
  await settled();
  expect(phaseOf(caller)).toBe('inCall');
});

test('A4.3: calling ends when a target declines', async () => {
  const { caller, callee, ring } = await ringing();
  await ring(caller, callee);
  callee.session.decline();
  await settled();
  expect(phaseOf(caller)).toBe('closed');
});

test('A4.4: calling ends when the call disconnects', async () => {
  const { caller, callee, ring, server } = await ringing();
  await ring(caller, callee);
  server.end();
  await settled();
  expect(caller.view('closed').reason).toBe('missed');
});

test('A4.5, A8.10: calling ends when the request fails, and the call is closed', async () => {
  const { caller, callee, ring, server } = await ringing();
  server.fail('createCall', refusal(0, '', ''));
  await ring(caller, callee);
  expect(caller.view('closed').reason).toBe('failed');
  expect(caller.liveTracks()).toEqual([]);
});

test('A4.5, A8.10: calling ends when the connection to the answering target fails, and the caller is alone', async () => {
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

test('A8.10: a target whose connection fails on accepting is not in the call, and the camera is released', async () => {
  const { caller, callee, ring, server } = await ringing();
  await ring(caller, callee);
  server.fail('joinCall', refusal(0, '', ''));
  callee.session.accept();
  await settled();
  expect(callee.view('closed').reason).toBe('failed');
  expect(callee.liveTracks()).toEqual([]);
});

test('A8.10: a failing camera and microphone cost picture and sound, not the call', async () => {
  const { caller, callee, ring } = await ringing();
  caller.problems = { cameraProblem: 'failed', microphoneProblem: 'failed' };
  await ring(caller, callee);
  expect(caller.view('calling').local).toMatchObject({ cameraProblem: 'failed', microphoneProblem: 'failed' });
  callee.session.accept();
  await settled();
  expect(caller.view('inCall').people).toMatchObject([{ hasAudio: true, hasVideo: true }]);
});

test('A8.10: a call closes when one person is left alone, and not before', async () => {
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

test('A4.6, A4.8, A9.2: after 30 s the ring stops, the call closes and calling ends', async () => {
  const { caller, callee, ring, pass } = await ringing();
  await ring(caller, callee);
  await pass(RING_MS - 500);
  expect(phaseOf(caller)).toBe('calling');
  await pass(500);
  expect(caller.view('closed').reason).toBe('missed');
  expect(caller.tones.at(-1)).toBe('stop');
});

test('A4.7: the caller’s timer starts when the caller is connected, however long that takes', async () => {
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

test('A4.9: a push starts an incoming call, and the ring plays', async () => {
  const { caller, callee, ring } = await ringing();
  await ring(caller, callee);
  expect(phaseOf(callee)).toBe('incoming');
  expect(callee.tones).toEqual(['ring']);
});

test('A4.10: an online call rings if it is instant and not closed in this session', async () => {
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

test('A4.10: a call closed here never rings again, even by a late push', async () => {
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
])('A4.12: an incoming call ends on %s, and does not ring again', async (_, happens) => {
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

test('A4.11, A4.15: an incoming call ends on accept, and this device joins the call', async () => {
  const { caller, callee, page, ring } = await ringing();
  const desk = page(giulia);
  await ring(caller, callee);
  desk.session.accept();
  await settled();
  expect([phaseOf(desk), phaseOf(callee)]).toEqual(['inCall', 'idle']);
});

test('A4.12: a ring that ended while the device slept does not ring', async () => {
  const { caller, callee, ring, advanceWallClock, pass } = await ringing();
  await ring(caller, callee);
  advanceWallClock(RING_MS);
  await pass(1_000);
  expect(phaseOf(callee)).toBe('idle');
  expect(callee.tones.at(-1)).toBe('stop');
});

test('A4.12: a ring that lasts while the device slept rings for the rest', async () => {
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
])('A4.14, A8.4, A8.5: accepting is refused with «%s»', async (message, failure, reason) => {
  const { caller, callee, ring, server } = await ringing();
  await ring(caller, callee);
  server.fail('joinCall', failure);
  callee.session.accept();
  await settled();
  expect(callee.view('closed')).toMatchObject({ message, reason });
});

test('A4.16: closing a call leaves it, stops the audio, disconnects, and records its id', async () => {
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

test('A4.17: closing a call stops its timer', async () => {
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

test('A4.18: closing a call clears snapshots, selection and unread messages, and returns to the live cameras', async () => {
  const { caller, callee, picId, server, talk } = await withSnapshot();
  callee.session.selectPic(picId);
  callee.session.sendMessage('Close valve 2');
  await settled();
  const before = { mode: 'GUIMODE_ANNOTATIONS', selectedPicId: picId, unreadMessages: 1 };
  expect(caller.view('inCall')).toMatchObject(before);
  caller.session.hangUp();
  await settled();
  // The next call is a new one, without messages and snapshots.
  server.messages.length = 0;
  server.pics.length = 0;
  await talk(caller, callee);
  const cleared = { mode: 'GUIMODE_LIVECAMERA', selectedPicId: null, unreadMessages: 0 };
  for (const one of [caller, callee])
    expect(one.view('inCall')).toMatchObject({ ...cleared, snapshots: [], messages: [] });
});

test('A4.20: the call closes when the last other participant disconnects', async () => {
  const { caller, callee, third, pass } = await withThird();
  callee.session.hangUp();
  await pass(2_000);
  expect([phaseOf(caller), phaseOf(third)]).toEqual(['inCall', 'inCall']);
  caller.session.hangUp();
  await pass(2_000);
  expect(third.view('closed').reason).toBe('left');
});

test('A4.46: deletes locked calls at start-up', async () => {
  const { page, server } = createCallWorld();
  await page(luca).session.resume();
  expect(server.asked).toContain('Luca deleteLockedCalls');
});

test('A8.1: plays the busy tone on 409', async () => {
  const { caller, callee, ring, server } = await ringing();
  server.fail('createCall', refusal(409, 'targetsBusy', 'Already in another call'));
  await ring(caller, callee);
  expect(caller.tones.at(-1)).toBe('busy');
  expect(caller.view('closed')).toMatchObject({ reason: 'busy', message: 'Already in another call' });
});

test('without paid minutes, or after the expiration date: 403 with the server’s message', async () => {
  const { caller, callee, ring, server } = await ringing();
  const message = 'The service minutes are used up or the service has expired';
  server.fail('createCall', refusal(403, 'serviceUsedUp', message));
  await ring(caller, callee);
  expect(caller.view('closed')).toMatchObject({ reason: 'failed', message });
  expect(phaseOf(callee)).toBe('idle');
});

const away = refusal(404, 'noTargetReachable', 'No one can be reached');
test.each([
  ['exactly one target and the company has an audio', ['/away.mp3', 1], '/away.mp3'],
  ['one target and no audio', [undefined, 1], 'unavailable'],
  ['two targets, though there is an audio', ['/away.mp3', 2], 'unavailable'],
] as const)('A8.2: plays the right audio on 404 with %s', async (_, [unavailableAudioUrl, count], tone) => {
  const { caller, callee, other, ring, server } = await ringing(unavailableAudioUrl ? { unavailableAudioUrl } : {});
  server.fail('createCall', away);
  // The caller is always among the targets, and does not count.
  await ring(caller, ...[callee, other].slice(0, count));
  expect(caller.tones.at(-1)).toBe(tone);
});

test('A8.3: TargetRefused plays the busy tone, and the call closes if nobody is left', async () => {
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

test('group calls: refused by some and answered by others', async () => {
  const { caller, callee, other, ring } = await ringing();
  await ring(caller, callee, other);
  callee.session.decline();
  other.session.accept();
  await settled();
  expect(caller.view('inCall').people.map(({ contact }) => contact.name)).toEqual(['Marco Bassi']);
  expect(phaseOf(callee)).toBe('idle');
});

test('the end of another call, or a full one, changes nothing here', async () => {
  const { caller, callee, ring, server } = await ringing();
  await ring(caller, callee);
  const elsewhere = { ...handledBy(marco.uniqueId, 'his').messageContent, callUniqueId: OTHER_CALL_ID };
  server.push([giulia.uniqueId], { messageType: 'CallHandledByGroup', messageContent: elsewhere });
  server.push([giulia.uniqueId], { messageType: 'EndedCall', messageContent: { callUniqueId: OTHER_CALL_ID } });
  await settled();
  expect(phaseOf(callee)).toBe('incoming');
});

test('messages and snapshots stay until the closed call is dismissed', async () => {
  const { caller, callee } = await withSnapshot();
  caller.session.sendMessage('Thank you');
  await settled();
  await settled();
  expect([chatOf(callee).length, snapshotsOf(callee).length]).toEqual([1, 1]);
  callee.session.hangUp();
  expect(callee.view('closed')).toMatchObject({ messages: [{ state: 'stored' }], snapshots: [{ number: 1 }] });
});
