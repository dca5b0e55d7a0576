import { expect, test } from 'vitest';
import { SETTLE_AT_MOST_MS, SETTLE_MS } from './first-poll';
import { createCallWorld } from '../testing/call-world';
import { keysOf } from '../testing/fake-cipher';
import { CALL_ID, callOf, giulia, luca, marco, OTHER_CALL_ID, paolo, rosterOf } from '../testing/people';
import { settled } from '../testing/promises';

const RING_MS = 30_000;

test('a whole call: rings, is accepted, connects both sides, and is hung up', async () => {
  const { clock, server, page, ring, pass } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  caller.session.call({ targets: [giulia], subject: 'Feed pump', productCode: 'P-204' });
  expect(caller.view('calling')).toMatchObject({ isRinging: false, targets: [giulia] });
  await settled();
  expect(caller.view('calling')).toMatchObject({ isRinging: true, local: { videoOn: true, facing: 'environment' } });
  expect(caller.view('calling').local.stream?.getTracks()).toHaveLength(2);
  expect(callee.view('incoming')).toMatchObject({ subject: 'Feed pump', timeoutSeconds: 30, call: { caller: luca } });
  expect([caller.tones, callee.tones]).toEqual([['calling'], ['ring']]);
  expect(callee.tracks).toEqual([]);

  await pass(2_000);
  callee.session.accept();
  await settled();
  for (const [one, other] of [[caller, giulia] as const, [callee, luca] as const]) {
    const view = one.view('inCall');
    expect(view).toMatchObject({ subject: 'Feed pump', since: 2_000, isServerAway: false, mode: 'GUIMODE_LIVECAMERA' });
    expect(view.people).toMatchObject([
      { contact: other, state: 'joined', link: 'good', hasAudio: true, hasVideo: true },
    ]);
    expect(one.tones.at(-1)).toBe('stop');
  }
  expect(callee.view('inCall')).toMatchObject({ me: { isController: true }, local: { facing: 'user' } });
  expect(caller.view('inCall').me.isController).toBe(false);

  clock.increment(60_000);
  caller.session.hangUp();
  await settled();
  expect(caller.view('closed')).toMatchObject({ reason: 'answered', durationSeconds: 60, productCode: 'P-204' });
  expect(callee.view('closed')).toMatchObject({
    callId: CALL_ID,
    reason: 'left',
    people: [luca],
    subject: 'Feed pump',
  });
  expect([caller.liveTracks(), callee.liveTracks()]).toEqual([[], []]);
  expect(server.isClosed).toBe(true);
  callee.session.dismiss();
  expect(callee.view('idle')).toEqual({ phase: 'idle' });
  await ring(caller, callee);
  expect(callee.view('incoming').call.uniqueId).toBe(CALL_ID);
});

test('media are opened and the call is created at the same time', async () => {
  const { server, page } = createCallWorld();
  const caller = page(luca);
  caller.session.call({ targets: [giulia], subject: 'Feed pump' });
  server.isAway = true;
  await settled();
  expect(caller.tracks).toHaveLength(2);
});

test('the caller’s camera may wait for the ring; the accepting user’s may not', async () => {
  const { page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  callee.session.accept();
  await settled();
  expect(caller.wanted.map(({ mayWait }) => mayWait)).toEqual([true]);
  expect(callee.wanted.map(({ mayWait }) => mayWait)).toEqual([undefined]);
});

test('the first picture has priority: messages and snapshots are polled a moment later', async () => {
  const { server, page, ring, pass } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  callee.session.accept();
  await settled();
  const later = ['listParticipants', 'listCallMessages', 'listCallPics'].map((asked) => `Giulia ${asked}`);
  expect(callee.view('inCall').people).toMatchObject([{ link: 'good' }]);
  expect(server.asked.filter((asked) => later.includes(asked))).toEqual([]);
  await pass(SETTLE_MS);
  expect(server.asked.filter((asked) => later.includes(asked))).toEqual(later);
});

test('without a connection they are polled after some seconds', async () => {
  const { net, server, page, ring, pass } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  net.cut('failed');
  callee.session.accept();
  await settled();
  await pass(SETTLE_AT_MOST_MS - 500);
  expect(server.asked).not.toContain('Giulia listCallMessages');
  await pass(500);
  expect(server.asked).toContain('Giulia listCallMessages');
});

test('the ring stops after 30 seconds on both sides, and the caller leaves', async () => {
  const { server, page, ring, pass } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  await pass(RING_MS);
  expect(caller.view('closed')).toMatchObject({ reason: 'missed', durationSeconds: 0 });
  expect(callee.view('idle')).toBeDefined();
  expect(server.asked).toContain('Luca leaveCall');
  expect([caller.tones.at(-1), callee.tones.at(-1)]).toEqual(['stop', 'stop']);
});

test('the time to answer follows callTimeoutSeconds', async () => {
  const { page, ring, pass } = createCallWorld();
  const [caller, callee] = [page(luca, { timeout: 5 }), page(giulia)];
  await ring(caller, callee);
  await pass(5_000);
  expect(caller.view('closed').reason).toBe('missed');
});

test('declined: busy tone and a closed call for the caller, idle for the other', async () => {
  const { server, page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  callee.session.decline();
  await settled();
  expect(callee.view('idle')).toBeDefined();
  expect(caller.view('closed').reason).toBe('declined');
  expect(caller.tones).toEqual(['calling', 'stop', 'busy']);
  expect(server.asked).toContain('Giulia declineCall');
});

test('the company’s audio plays if nobody can be reached', async () => {
  const { server, page, ring } = createCallWorld();
  const company = { unavailableAudioUrl: '/before.mp3' };
  const caller = page(luca, company);
  // An admin replaces it while the page is open.
  company.unavailableAudioUrl = '/away.mp3';
  server.fail('createCall', { code: 404, error: 'noTargetReachable', message: 'No one can be reached' });
  await ring(caller, page(giulia));
  expect(caller.view('closed')).toMatchObject({
    callId: null,
    reason: 'unreachable',
    message: 'No one can be reached',
  });
  expect(caller.tones).toEqual(['stop', '/away.mp3']);
  expect(caller.liveTracks()).toEqual([]);
});

test('hanging up while the subject is being sealed creates no call', async () => {
  const { server, page } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  caller.session.call({ targets: [giulia], subject: 'Feed pump' });
  caller.session.hangUp();
  expect(caller.view('idle')).toBeDefined();
  await settled();
  await settled();
  expect(server.asked).not.toContain('Luca createCall');
  expect(callee.view('idle')).toBeDefined();
  expect(caller.liveTracks()).toEqual([]);
});

test('hanging up before the server has created the call leaves it as soon as it exists', async () => {
  const { server, page } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  caller.session.call({ targets: [giulia], subject: 'Feed pump' });
  while (!server.asked.includes('Luca createCall')) await Promise.resolve();
  caller.session.hangUp();
  expect(caller.view('idle')).toBeDefined();
  await settled();
  await settled();
  expect(server.asked).toContain('Luca leaveCall');
  expect(callee.view('idle')).toBeDefined();
  expect(caller.liveTracks()).toEqual([]);
});

test('a second device of the user stops ringing, and the one that answered is not disturbed', async () => {
  const { page, ring } = createCallWorld();
  const [caller, phone, desk] = [page(luca), page(giulia), page(giulia)];
  await ring(caller, phone);
  expect(desk.view('incoming')).toBeDefined();
  phone.session.accept();
  await settled();
  expect(phone.view('inCall').people).toHaveLength(1);
  expect(desk.view('idle')).toBeDefined();
  expect(desk.tones.at(-1)).toBe('stop');
});

test.each([
  { failure: { code: 403, error: 'callFull', message: 'Reached the maximum number of participants' }, reason: 'full' },
  { failure: { code: 410, error: 'callClosed', message: 'Call already closed' }, reason: 'missed' },
])('accepting fails: $failure.message', async ({ failure, reason }) => {
  const { server, page, ring } = createCallWorld();
  const callee = page(giulia);
  await ring(page(luca), callee);
  server.fail('joinCall', failure);
  callee.session.accept();
  await settled();
  expect(callee.view('closed')).toMatchObject({ reason, message: failure.message });
  expect(callee.liveTracks()).toEqual([]);
});

test('hanging up while joining leaves again as soon as the server has let the user in', async () => {
  const { server, page, ring } = createCallWorld();
  const callee = page(giulia);
  await ring(page(luca), callee, page(marco));
  const release = server.hold('joinCall', 'asked');
  callee.session.accept();
  await settled();
  callee.session.hangUp();
  await settled();
  release();
  await settled();
  expect(server.asked.slice(-2)).toEqual(['Giulia joinCall', 'Giulia leaveCall']);
  expect(callee.view('idle')).toBeDefined();
});

test('a second ringing call is shown when the first is declined', async () => {
  const { server, page, ring } = createCallWorld();
  const callee = page(giulia);
  await ring(page(luca), callee);
  const { call } = server;
  if (!call) throw new Error('there is no call');
  server.otherCalls.push({ ...call, uniqueId: OTHER_CALL_ID });
  callee.session.decline();
  await settled();
  expect(callee.view('incoming').call.uniqueId).toBe(OTHER_CALL_ID);
});

test('the end of another call changes nothing', async () => {
  const { server, talk } = createCallWorld();
  const { caller } = await talk();
  server.push([luca.uniqueId], { messageType: 'EndedCall', messageContent: { callUniqueId: OTHER_CALL_ID } });
  expect(caller.view('inCall').people).toHaveLength(1);
});

test('a user who is muted before the other joins is shown as muted', async () => {
  const { page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  caller.session.setAudio(false);
  callee.session.accept();
  await settled();
  expect(callee.view('inCall').people).toMatchObject([{ hasAudio: false, hasVideo: true }]);
});

test('an incoming call during a call is ignored', async () => {
  const { server, talk } = createCallWorld();
  const { callee } = await talk();
  const { call } = server;
  if (!call) throw new Error('there is no call');
  const another = { ...call, uniqueId: OTHER_CALL_ID };
  server.push([giulia.uniqueId], { messageType: 'IncomingCall', messageContent: { call: another, caller: marco } });
  expect(callee.view('inCall').call.uniqueId).toBe(CALL_ID);
});

test('without camera or microphone the call goes on, and both sides see that', async () => {
  const { page, talk } = createCallWorld();
  const caller = page(luca);
  caller.problems = { cameraProblem: 'refused', microphoneProblem: 'missing' };
  const { callee } = await talk(caller);
  expect(caller.view('inCall').local).toMatchObject({
    cameraProblem: 'refused',
    microphoneProblem: 'missing',
    stream: null,
  });
  expect(callee.view('inCall').people).toMatchObject([{ hasAudio: false, hasVideo: false, link: 'good' }]);
  caller.problems = {};
  caller.session.setVideo(true);
  caller.session.setAudio(true);
  await settled();
  expect(callee.view('inCall').people).toMatchObject([{ hasAudio: true, hasVideo: true }]);
});

test('mute, camera off and flip reach the other side', async () => {
  const { talk } = createCallWorld();
  const { caller, callee } = await talk();
  caller.session.setAudio(false);
  caller.session.setVideo(false);
  await settled();
  expect(callee.view('inCall').people).toMatchObject([{ hasAudio: false, hasVideo: false }]);
  expect(caller.liveTracks()).toEqual(['audio']);
  caller.session.setVideo(true);
  await settled();
  caller.session.flipCamera();
  await settled();
  expect(caller.view('inCall').local).toMatchObject({ facing: 'user', audioOn: false, videoOn: true });
  expect(callee.view('inCall').people).toMatchObject([{ hasAudio: false, hasVideo: true }]);
  expect(caller.liveTracks()).toEqual(['audio', 'video']);
});

test('after unplugging or choosing devices, picture and sound go on', async () => {
  const { talk } = createCallWorld();
  const { caller, callee } = await talk();
  for (const track of caller.tracks) track.unplug();
  await settled();
  expect(caller.liveTracks()).toEqual(['audio', 'video']);
  expect(callee.view('inCall').people).toMatchObject([{ hasAudio: true, hasVideo: true }]);
  caller.session.changeDevice('camera');
  caller.session.changeDevice('microphone');
  await settled();
  expect(caller.tracks).toHaveLength(6);
  expect(caller.liveTracks()).toEqual(['audio', 'video']);
  expect(callee.view('inCall').people).toMatchObject([{ hasAudio: true, hasVideo: true }]);
});

test('signing out in a call leaves it and releases everything', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  caller.session.dispose();
  await pass(500);
  expect(caller.liveTracks()).toEqual([]);
  expect(server.asked).toContain('Luca leaveCall');
  caller.session.call({ targets: [giulia], subject: 'Again' });
  expect(caller.session.getView().phase).not.toBe('calling');
});

test('signing out stops the ring without declining', async () => {
  const { server, page, ring } = createCallWorld();
  const callee = page(giulia);
  await ring(page(luca), callee);
  callee.session.dispose();
  await settled();
  expect(callee.tones.at(-1)).toBe('stop');
  expect(server.asked).not.toContain('Giulia declineCall');
});

test('listeners are notified of each change, and the view is the same object until then', async () => {
  const { page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  let changes = 0;
  const stop = callee.session.subscribe(() => (changes += 1));
  const idle = callee.session.getView();
  expect(callee.session.getView()).toBe(idle);
  await ring(caller, callee);
  expect(changes).toBeGreaterThan(0);
  expect(callee.session.getView()).toBe(callee.session.getView());
  stop();
  changes = 0;
  callee.session.decline();
  expect(changes).toBe(0);
});

test('a call for help rings and shows the people whom the server chooses', async () => {
  const { server, page } = createCallWorld();
  const caller = page(luca);
  const busy = { ...marco, inCall: true };
  server.helpers = [busy, giulia, paolo];
  caller.session.call({ targets: [busy, giulia], subject: 'Feed pump', forHelp: true });
  expect(caller.view('calling').targets).toEqual([giulia]);
  await settled();
  expect(caller.view('calling')).toMatchObject({ isRinging: true, targets: [giulia, paolo] });
  // All helpers can read the subject, also when they become free later.
  expect(JSON.parse(server.call?.subject ?? '')).toMatchObject({
    keys: [busy, giulia, paolo, luca].map((one) => one.publicKey),
  });
});

test('an unanswered call for help is repeated as one, with its product, for the present helpers', async () => {
  const { server, page, pass } = createCallWorld();
  const caller = page(luca);
  server.helpers = [giulia];
  caller.session.call({ targets: [giulia], subject: 'Feed pump', productCode: 'P-204', forHelp: true });
  await settled();
  await pass(31_000);
  const { people, subject, productCode, forHelp } = caller.view('closed');
  expect([people, subject, productCode, forHelp]).toEqual([[giulia], 'Feed pump', 'P-204', true]);
  server.helpers = [marco, paolo];
  caller.session.call({ targets: people, subject: 'Feed pump', productCode: productCode ?? '', forHelp });
  await settled();
  expect(caller.view('calling')).toMatchObject({ isRinging: true, targets: [marco, paolo] });
  expect(server.call?.productCode).toBe('P-204');
  expect(keysOf(server.call?.subject)).toEqual([marco, paolo, luca].map((one) => one.publicKey));
});

test.each([
  { happens: 'declines', reason: 'declined', tones: ['busy'] },
  { happens: 'is told that it is over', reason: 'missed', tones: [] },
])('a target who $happens before the caller has the call’s id is handled as soon as it is known', async (row) => {
  const { server, page } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  const answer = server.hold('createCall', 'answered');
  caller.session.call({ targets: [giulia], subject: 'Feed pump' });
  await settled();
  if (row.happens === 'declines') callee.session.decline();
  else server.push([luca.uniqueId], { messageType: 'EndedCall', messageContent: { callUniqueId: CALL_ID } });
  await settled();
  expect(caller.view('calling').isRinging).toBe(false);
  answer();
  await settled();
  expect(caller.view('closed').reason).toBe(row.reason);
  expect(caller.tones.filter((tone) => tone === 'busy')).toEqual(row.tones);
});

test('when two people call each other, the one who gets «busy» is rung by the other', async () => {
  const { server, page } = createCallWorld();
  const caller = page(luca);
  const answer = server.hold('createCall', 'asked');
  server.fail('createCall', { code: 409, error: 'targetsBusy', message: 'Already in another call' });
  caller.session.call({ targets: [giulia], subject: 'Feed pump' });
  await settled();
  const call = callOf(rosterOf([giulia, 'joined'], [luca, 'ringing']));
  server.push([luca.uniqueId], { messageType: 'IncomingCall', messageContent: { call, caller: giulia } });
  await settled();
  expect(caller.view('calling').isRinging).toBe(false);
  answer();
  await settled();
  expect(caller.view('incoming').call.caller).toEqual(giulia);
});
