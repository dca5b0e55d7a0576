import { PRESENCE_TIMEOUT_MS } from '@earth/contracts';
import { expect, test } from 'vitest';
import { createCallWorld, chatOf } from '../testing/call-world';
import { callOf, CALL_ID, giulia, luca, rosterOf } from '../testing/people';
import { settled } from '../testing/promises';
import { Refusal } from '../testing/refusal';

/** Luca's page is lost in a call with Giulia, and he opens another one, which remembers nothing. */
async function lost() {
  const world = createCallWorld();
  const { caller, callee } = await world.talk();
  callee.session.sendMessage('Written before');
  await settled();
  caller.vanish();
  world.server.asked.length = 0;
  const fresh = world.page(luca);
  await fresh.session.resume();
  return { ...world, callee, fresh };
}

test('a starting page offers the call of a lost page, and does not end it', async () => {
  const { server, fresh } = await lost();
  expect(fresh.view('idle').leftOpen).toMatchObject({ uniqueId: CALL_ID });
  expect(server.asked).not.toContain('Luca deleteLockedCalls');
  expect(fresh.liveTracks()).toEqual([]);
});

test('rejoining: both see each other again, and earlier messages are there', async () => {
  const { fresh, callee } = await lost();
  await fresh.session.rejoin();
  await settled();
  expect(fresh.view('inCall')).toMatchObject({ subject: 'Feed pump', people: [{ contact: giulia, link: 'good' }] });
  expect(callee.view('inCall').people).toMatchObject([{ contact: luca, link: 'good', hasVideo: true }]);
  expect(chatOf(fresh)).toEqual(['Giulia: Written before (sent)']);
  fresh.session.hangUp();
  await settled();
  fresh.session.dismiss();
  await settled();
  expect(fresh.view('idle').leftOpen).toBeUndefined();
});

test('a caller whose page was lost during the ring goes on calling', async () => {
  const { page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  caller.vanish();
  const fresh = page(luca);
  await fresh.session.resume();
  await fresh.session.rejoin();
  await settled();
  expect(fresh.view('calling')).toMatchObject({ isRinging: true, targets: [giulia] });
});

test('ending it hangs up', async () => {
  const { fresh, callee, server } = await lost();
  await fresh.session.endLeftOpen();
  expect(fresh.view('idle').leftOpen).toBeUndefined();
  expect(fresh.over).toBe(0);
  await settled();
  expect(callee.view('closed').reason).toBe('left');
  expect(server.isClosed).toBe(true);
});

test('it is still offered if the server does not end it', async () => {
  const { fresh, server } = await lost();
  server.fail('joinCall', new Refusal(500, 'internal'));
  await expect(fresh.session.endLeftOpen()).rejects.toMatchObject({ code: 500 });
  expect(fresh.view('idle').leftOpen).toMatchObject({ uniqueId: CALL_ID });
});

test('a call that is over meanwhile is offered no longer, and the user is told', async () => {
  const { fresh, callee } = await lost();
  callee.session.hangUp();
  await settled();
  expect(fresh.view('idle').leftOpen).toBeUndefined();
  expect(fresh.over).toBe(1);
});

test('a call whose end was missed says so when the user wants to go back into it, or to end it', async () => {
  const { fresh, server } = await lost();
  server.isClosed = true;
  await fresh.session.rejoin();
  await settled();
  expect(fresh.view('closed')).toMatchObject({ reason: 'missed', people: [giulia] });
  const other = await lost();
  other.server.isClosed = true;
  await other.fresh.session.endLeftOpen();
  expect(other.fresh.view('idle').leftOpen).toBeUndefined();
});

test('a call that ended while this page was offline is offered no longer', async () => {
  const { fresh, server } = await lost();
  fresh.socket.close();
  server.isClosed = true;
  fresh.socket.open();
  await settled();
  expect(fresh.view('idle').leftOpen).toBeUndefined();
  expect(fresh.over).toBe(1);
});

test('a page of the same browser that goes back into it takes the offer from the others', async () => {
  const { fresh, page, server } = await lost();
  const second = page(luca);
  await second.session.resume();
  expect(second.view('idle').leftOpen).toMatchObject({ uniqueId: CALL_ID });
  await fresh.session.rejoin();
  // At once: before the server is asked again.
  expect(second.view('idle').leftOpen).toBeUndefined();
  await settled();
  expect(second.view('idle').leftOpen).toBeUndefined();
  expect(second.over).toBe(0);
  await second.session.endLeftOpen();
  expect(server.isClosed).toBe(false);
});

test('a call that this page has just cancelled is not offered, however late the server hears of it', async () => {
  const { server, page, ring } = createCallWorld();
  const [caller, callee] = [page(luca), page(giulia)];
  await ring(caller, callee);
  const release = server.hold('leaveCall', 'asked');
  caller.session.hangUp();
  await settled();
  expect(caller.view('idle').leftOpen).toBeUndefined();
  release();
});

test('after a failed attempt to go back it is offered again', async () => {
  const { fresh, server } = await lost();
  server.fail('joinCall', new Refusal(500, 'internal'));
  await fresh.session.rejoin();
  await settled();
  fresh.session.dismiss();
  await settled();
  expect(fresh.view('idle').leftOpen).toMatchObject({ uniqueId: CALL_ID });
});

/** Luca is in a call on another device, which may only be reconnecting. */
async function elsewhere() {
  const world = createCallWorld();
  world.server.call = callOf(rosterOf([luca, 'joined'], [giulia, 'joined']));
  world.server.isReconnecting = true;
  const fresh = world.page(luca);
  await fresh.session.resume();
  world.server.asked.length = 0;
  return { ...world, fresh };
}

test('a device that may only be reconnecting is asked about again: it may be lost', async () => {
  const { server, pass, fresh } = await elsewhere();
  await pass(20_000);
  expect(fresh.view('idle').leftOpen).toBeUndefined();
  server.isReconnecting = false;
  await pass(10_000);
  expect(fresh.view('idle').leftOpen).toMatchObject({ uniqueId: CALL_ID });
});

test('a device that goes on is not asked about for ever', async () => {
  const { server, pass, fresh } = await elsewhere();
  for (let rounds = 0; rounds < 12; rounds += 1) await pass(10_000);
  expect(server.asked.filter((asked) => asked === 'Luca listOnlineCalls')).toHaveLength(3);
  expect(fresh.view('idle').leftOpen).toBeUndefined();
});

test('it is asked again after a request that failed', async () => {
  const { server, page, pass } = createCallWorld();
  server.call = callOf(rosterOf([luca, 'joined'], [giulia, 'joined']));
  const fresh = page(luca);
  await fresh.session.resume();
  server.fail('listOnlineCalls', new Refusal(500, 'internal'));
  await pass(10_000);
  server.setState(luca, 'left');
  await pass(10_000);
  expect(fresh.view('idle').leftOpen).toBeUndefined();
});

test('a starting page does not leave the call that the user answers meanwhile', async () => {
  const { server, page, ring } = createCallWorld();
  const [caller, callee] = [page(giulia), page(luca)];
  const release = server.hold('listOnlineCalls', 'answered');
  const resumed = callee.session.resume();
  await ring(caller, callee);
  callee.session.accept();
  release();
  await resumed;
  expect(server.asked).not.toContain('Luca deleteLockedCalls');
});

test('a call whose device is back is offered no longer, although nobody tells this page', async () => {
  const { server, page, pass } = createCallWorld();
  server.call = callOf(rosterOf([luca, 'joined'], [giulia, 'joined']));
  const fresh = page(luca);
  await fresh.session.resume();
  expect(fresh.view('idle').leftOpen).toMatchObject({ uniqueId: CALL_ID });
  server.setState(luca, 'left');
  await pass(10_000);
  expect(fresh.view('idle').leftOpen).toBeUndefined();
  expect(fresh.over).toBe(0);
});

test('the call is not offered for ever: nobody would count the user as gone', async () => {
  const { server, page, pass } = createCallWorld();
  server.call = callOf(rosterOf([luca, 'joined'], [giulia, 'joined']));
  const fresh = page(luca);
  await fresh.session.resume();
  await pass(PRESENCE_TIMEOUT_MS - 500);
  expect(fresh.view('idle').leftOpen).toMatchObject({ uniqueId: CALL_ID });
  expect(server.asked).not.toContain('Luca deleteLockedCalls');
  await pass(500);
  expect(fresh.view('idle').leftOpen).toBeUndefined();
  expect(server.asked).toContain('Luca deleteLockedCalls');
});

test('while the user is asked for the camera, the offer does not run out; afterwards its time begins again', async () => {
  const { server, page, pass } = createCallWorld();
  server.call = callOf(rosterOf([luca, 'joined'], [giulia, 'joined']));
  const fresh = page(luca);
  await fresh.session.resume();
  await pass(PRESENCE_TIMEOUT_MS - 500);
  fresh.session.holdLeftOpen(true);
  await pass(PRESENCE_TIMEOUT_MS);
  expect(fresh.view('idle').leftOpen).toMatchObject({ uniqueId: CALL_ID });
  fresh.session.holdLeftOpen(false);
  await pass(PRESENCE_TIMEOUT_MS - 500);
  expect(fresh.view('idle').leftOpen).toMatchObject({ uniqueId: CALL_ID });
  await pass(500);
  expect(fresh.view('idle').leftOpen).toBeUndefined();
  expect(server.asked).toContain('Luca deleteLockedCalls');
});

test('if the person whom the user calls is busy in that very call, it is offered', async () => {
  const { fresh, server, pass } = await lost();
  server.fail('createCall', new Refusal(409, 'targetsBusy', 'Already in another call'));
  fresh.session.call({ targets: [giulia], subject: 'Feed pump' });
  await pass(500);
  expect(fresh.view('closed')).toMatchObject({ reason: 'busy', leftOpen: { uniqueId: CALL_ID } });
  await fresh.session.rejoin();
  await settled();
  expect(fresh.view('inCall').people).toMatchObject([{ contact: giulia, link: 'good' }]);
});
