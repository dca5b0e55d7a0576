import { LINK_RETRY_MS } from '@earth/contracts';
import { expect, test } from 'vitest';
import { RESUME_EVERY_MS } from './call-requests';
import { SETTLE_AT_MOST_MS, SETTLE_MS } from './first-poll';
import { REJOIN_GRACE_MS } from '../machine/call-machine-types';
import { RETRY_EVERY_MS } from '@earth/messaging';
import { createCallWorld } from '../testing/call-world';
import { CALL_ID, giulia, luca, marco } from '../testing/people';
import { settled } from '../testing/promises';

test('a server restart during a call: media go on, and missed events are fetched', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.goAway();
  await pass(5_000);
  expect(caller.view('inCall')).toMatchObject({ isServerAway: true, people: [{ link: 'good', hasVideo: true }] });
  server.comeBack();
  await pass(500);
  for (const one of [caller, callee])
    expect(one.view('inCall')).toMatchObject({ isServerAway: false, people: [{ link: 'good', hasVideo: true }] });
});

test('a call that ended while offline is closed after reconnecting', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  server.goAway();
  server.isClosed = true;
  server.setState(luca, 'left');
  server.setState(giulia, 'left');
  server.comeBack();
  await pass(500);
  expect(caller.view('closed').reason).toBe('left');
});

test('missed rings and missed ends are found after reconnecting', async () => {
  const { server, page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  callee.socket.close();
  await ring(caller, callee);
  expect(callee.view('idle')).toBeDefined();
  callee.socket.open();
  await settled();
  expect(callee.view('incoming').subject).toBe('Feed pump');
  callee.socket.close();
  caller.session.hangUp();
  await settled();
  expect(callee.view('incoming')).toBeDefined();
  callee.socket.open();
  await settled();
  expect(callee.view('idle')).toBeDefined();
  expect(server.isClosed).toBe(true);
});

test('a missed answer is found after reconnecting', async () => {
  const { page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  caller.socket.close();
  callee.session.accept();
  await settled();
  expect(caller.view('calling').isRinging).toBe(true);
  caller.socket.open();
  await settled();
  expect(caller.view('inCall').people).toMatchObject([{ contact: giulia, link: 'good' }]);
});

test('a reloaded page returns to its call', async () => {
  const { clock, server, page, talk } = createCallWorld();
  const { caller, callee } = await talk();
  clock.increment(20_000);
  const kept = caller.vanish();
  expect(callee.view('inCall').people).toMatchObject([{ contact: luca, link: 'reconnecting' }]);
  server.asked.length = 0;
  const reloaded = page(luca, { kept });
  await reloaded.session.resume();
  await settled();
  expect(reloaded.view('inCall')).toMatchObject({ subject: 'Feed pump', since: 0, people: [{ link: 'good' }] });
  expect(callee.view('inCall').people).toMatchObject([{ contact: luca, link: 'good', hasVideo: true }]);
  // The server removes a contact who joins a call from all other calls.
  expect(server.asked).not.toContain('Luca deleteLockedCalls');
});

test('a starting page does not end the call of another page of the browser, even without its socket', async () => {
  const { server, page, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  caller.socket.close();
  await page(luca).session.resume();
  expect(server.asked).not.toContain('Luca deleteLockedCalls');
  caller.socket.open();
  await settled();
  expect(callee.view('inCall').people).toMatchObject([{ contact: luca, link: 'good' }]);

  caller.session.hangUp();
  await pass(2_000);
  await page(luca).session.resume();
  expect(server.asked).toContain('Luca deleteLockedCalls');
});

test('a page that is reloaded during a server restart returns to its call when the server answers', async () => {
  const { server, page, talk, pass } = createCallWorld();
  const { caller } = await talk();
  const kept = caller.vanish();
  server.goAway();
  const reloaded = page(luca, { kept });
  const resumed = reloaded.session.resume();
  await pass(2 * RESUME_EVERY_MS);
  server.comeBack();
  await pass(RESUME_EVERY_MS);
  await resumed;
  await settled();
  expect(reloaded.view('inCall').people).toMatchObject([{ link: 'good' }]);
});

test('a page that is reloaded while calling goes on calling', async () => {
  const { page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  const reloaded = page(luca, { kept: caller.vanish() });
  await reloaded.session.resume();
  await settled();
  expect(reloaded.view('calling')).toMatchObject({ isRinging: true, targets: [giulia] });
  callee.session.accept();
  await settled();
  expect(reloaded.view('inCall').people).toMatchObject([{ link: 'good' }]);
});

test('a call that was over before the page was reloaded is forgotten', async () => {
  const { server, page, talk } = createCallWorld();
  const { caller } = await talk();
  const kept = caller.vanish();
  server.isClosed = true;
  const reloaded = page(luca, { kept });
  await reloaded.session.resume();
  expect(reloaded.view('idle')).toBeDefined();
  expect(reloaded.liveTracks()).toEqual([]);
  expect(server.asked).toContain('Luca deleteLockedCalls');
  expect(reloaded.vanish().active).toBeNull();
});

test('a starting page rings for an open call, unless it has closed that call', async () => {
  const { page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  const fresh = page(giulia, { kept: callee.vanish() });
  await fresh.session.resume();
  expect(fresh.view('incoming')).toBeDefined();
  const closed = page(giulia, { kept: { active: null, closedCalls: [{ callId: CALL_ID, ringsUntil: null }] } });
  await closed.session.resume();
  expect(closed.view('idle')).toBeDefined();
});

test('a call that was left or missed does not ring after a reload', async () => {
  const { server, page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  server.setState(giulia, 'left');
  const fresh = page(giulia, { kept: callee.vanish() });
  await fresh.session.resume();
  expect(fresh.view('idle')).toBeDefined();
});

test('a call that begins to ring during the poll goes on ringing', async () => {
  const { server, page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  const release = server.hold('listOnlineCalls', 'answered');
  const asked = callee.session.resume();
  await settled();
  await ring(caller, callee);
  release();
  await asked;
  expect(callee.view('incoming')).toBeDefined();
});

test('a call that is not instant does not ring after a reload', async () => {
  const { server, page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  if (server.call) server.call = { ...server.call, isInstantCall: false };
  const fresh = page(giulia, { kept: callee.vanish() });
  await fresh.session.resume();
  expect(fresh.view('idle')).toBeDefined();
});

test('a link breaks for good: «reconnecting» for 30 seconds, then the call is over', async () => {
  const { net, server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  net.cut('failed');
  await pass(LINK_RETRY_MS - 500);
  expect(caller.view('inCall').people).toMatchObject([{ link: 'reconnecting' }]);
  await pass(500 + REJOIN_GRACE_MS);
  expect(caller.view('closed')).toMatchObject({ reason: 'failed', isBlocked: false });
  expect(server.asked).toContain('Luca leaveCall');
});

test('two networks between which there is no way: both sides say that, and not that a connection was lost', async () => {
  const { net, talk, pass } = createCallWorld();
  net.cut('failed');
  const { caller, callee } = await talk();
  await pass(LINK_RETRY_MS + REJOIN_GRACE_MS);
  for (const one of [caller, callee]) expect(one.view('closed')).toMatchObject({ reason: 'failed', isBlocked: true });
});

/** The server lists Giulia as joined, but her page is closed, so there is no link to her. */
async function missGiulia() {
  const world = createCallWorld();
  const { server, page, ring } = world;
  const [caller, callee] = [page(luca, { timeout: 60 }), page(giulia)];
  await ring(caller, callee);
  callee.vanish();
  server.setState(giulia, 'joined');
  caller.socket.close();
  caller.socket.open();
  return { ...world, caller };
}

test('a participant without a link counts as left after 30 seconds', async () => {
  const { caller, pass } = await missGiulia();
  await settled();
  expect(caller.view('inCall').people).toMatchObject([{ contact: giulia, link: 'connecting', stream: null }]);
  await pass(LINK_RETRY_MS + REJOIN_GRACE_MS);
  expect(caller.view('closed')).toMatchObject({ reason: 'failed', isBlocked: false });
});

test('a participant missing in one call is not given up in the next', async () => {
  const { caller, page, ring, pass } = await missGiulia();
  await pass(LINK_RETRY_MS / 2);
  caller.session.hangUp();
  const again = page(giulia);
  await ring(caller, again);
  await pass(LINK_RETRY_MS);
  expect(caller.view('calling').isRinging).toBe(true);
});

test('a participant who left unnoticed is dropped at the next poll', async () => {
  const { net, server, page, ring, pass } = createCallWorld();
  const [caller, callee, other] = [page(luca), page(giulia), page(marco)];
  await ring(caller, callee, other);
  callee.session.accept();
  other.session.accept();
  await settled();
  await pass(SETTLE_MS);
  expect(caller.view('inCall').people.map(({ link }) => link)).toEqual(['good', 'good']);
  other.vanish();
  server.setState(marco, 'left');
  expect(caller.view('inCall').people.map(({ link }) => link)).toEqual(['good', 'reconnecting']);
  caller.socket.close();
  caller.socket.open();
  await settled();
  await pass(SETTLE_AT_MOST_MS);
  expect(caller.view('inCall').people).toMatchObject([{ contact: giulia, link: 'good' }]);
  // One link is left, with two ends.
  expect(net.open()).toHaveLength(2);
});

test('an expired token is replaced, and the call goes on', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  caller.socket.isDead = true;
  caller.socket.close();
  server.asked.length = 0;
  caller.socket.open();
  caller.socket.deliver({ type: 'error', code: 401, error: 'tokenExpired', message: '' });
  await pass(500);
  expect(server.asked).toContain('Luca joinCall');
  expect(caller.view('inCall').people).toMatchObject([{ link: 'good' }]);
});

test('a page that the server no longer lists rejoins', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  server.setState(luca, 'left');
  server.asked.length = 0;
  caller.socket.close();
  caller.socket.open();
  await pass(500);
  expect(server.asked.filter((asked) => asked === 'Luca joinCall')).toHaveLength(1);
  expect(caller.view('inCall').people).toMatchObject([{ link: 'good' }]);
});

test('leaving is sent when the server is back', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  server.goAway();
  caller.session.hangUp();
  await settled();
  expect(server.asked).not.toContain('Luca leaveCall');
  server.isAway = false;
  await pass(RETRY_EVERY_MS);
  expect(server.asked).toContain('Luca leaveCall');
});

test('when the user goes on in another page, this one releases the call without ending it', async () => {
  const { server, page, talk } = createCallWorld();
  const { callee } = await talk();
  const session = callee.socket.sent.flatMap((frame) => (frame.type === 'join' ? [frame.session] : [])).at(-1) ?? '';
  callee.socket.deliver({ type: 'peerLeft', callUniqueId: CALL_ID, contactUniqueId: giulia.uniqueId, session });
  await settled();
  expect(callee.view('idle')).toBeDefined();
  expect(callee.liveTracks()).toEqual([]);
  expect(server.asked).not.toContain('Giulia leaveCall');
  expect(page(giulia).session.getView()).toEqual({ phase: 'idle' });
});
