import type { PicFields, PieceFields } from '@earth/messaging';
import { expect, test } from 'vitest';
import { STORE_AFTER_MS } from '../drawing/archive';
import { RETRY_EVERY_MS } from '@earth/messaging';
import { createCallWorld, snapshotsOf, type TestPage } from '../testing/call-world';
import { inSight, keysOf } from '../testing/fake-cipher';
import { draw, withDrawing } from '../testing/drawing-world';
import type { FakeCallServer } from '../testing/fake-call-server';
import { giulia, luca, paolo } from '../testing/people';
import { deferred, settled } from '../testing/promises';

/** A message, a file and a snapshot. */
async function makeThings({ session }: TestPage) {
  session.sendMessage('Close the valve');
  session.sendFile(new File(['Torque 40 Nm'], 'P-204.pdf'));
  session.takeSnapshot(null);
  await settled();
}
/** A call after which the caller has hung up, with uploads that have not reached the server. */
async function overWithThings() {
  const { server, talk } = createCallWorld();
  const pair = await talk();
  server.goAway();
  await makeThings(pair.caller);
  pair.caller.session.hangUp();
  await settled();
  return { server, ...pair };
}

const storedIn = ({ messages, pics }: FakeCallServer) => [
  ...messages.map(({ fileName }) => fileName ?? 'message'),
  ...pics.map(() => 'snapshot'),
];
const ALL = ['message', 'P-204.pdf', 'snapshot'];

const fileOf = (fields: PicFields | PieceFields) => ('picBase64' in fields ? fields.picBase64 : fields.pieceBase64);

test('uploads that wait at the end of the call are shown as waiting, and stored later, for both', async () => {
  const { server, caller, callee } = await overWithThings();
  const states = () => {
    const { messages, outgoing, snapshots } = caller.view('closed');
    return [...messages, ...outgoing, ...snapshots].map(({ state }) => state);
  };
  expect(states()).toEqual(['waiting', 'waiting', 'saving']);
  server.comeBack();
  await settled();
  await settled();
  expect(states()).toEqual(['stored', 'stored', 'ready']);
  expect(storedIn(server)).toEqual(ALL);
  for (const sealed of [server.messages[0]?.message, ...server.files.values()])
    expect(keysOf(sealed)).toEqual([luca.publicKey, giulia.publicKey]);
  expect([caller.keptUnsent.size, callee.lost]).toEqual([0, 0]);
});

test.each(['Done', 'Call again', 'another call'])(
  '%s dismisses the closed call: waiting uploads are still stored',
  async (how) => {
    const { server, caller, callee } = await overWithThings();
    const { call } = server;
    if (!call) throw new Error('there is no call');
    if (how === 'Done') caller.session.dismiss();
    if (how === 'Call again') caller.session.call({ targets: [giulia], subject: 'Again' });
    const messageContent = { call: { ...call, uniqueId: paolo.uniqueId, caller: paolo }, caller: paolo };
    caller.socket.open();
    if (how === 'another call') caller.socket.deliver({ type: 'push', messageType: 'IncomingCall', messageContent });
    expect(caller.session.getView().phase).toBe(
      { Done: 'idle', 'Call again': 'calling', 'another call': 'incoming' }[how],
    );
    server.comeBack();
    await settled();
    await settled();
    expect(storedIn(server)).toEqual(ALL);
    caller.session.hangUp();
    expect([caller.urls.size, caller.keptUnsent.size, caller.lost]).toEqual([0, 0, 0]);
    callee.session.dispose();
  },
);

test('uploads refused after the call is dismissed are reported; earlier failures were seen', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  const refused = { code: 410, error: 'callClosed', message: '' };
  server.fail('addCallPic', refused);
  caller.session.takeSnapshot(null);
  await settled();
  caller.session.hangUp();
  await settled();
  caller.session.retryPic(caller.view('closed').snapshots[0]?.pic.uniqueId ?? '');
  await settled();
  expect(server.pics).toHaveLength(1);
  server.goAway();
  caller.session.dismiss();
  expect(caller.lost).toBe(0);
  server.comeBack();
  const again = await talk(caller);
  server.goAway();
  await makeThings(again.caller);
  again.caller.session.hangUp();
  again.caller.session.dismiss();
  server.fail('addCallPic', refused);
  server.comeBack();
  await pass(RETRY_EVERY_MS);
  expect([caller.lost, caller.urls.size, caller.keptUnsent.size]).toEqual([1, 0, 0]);
});

test('a file refused after its call is dismissed is reported to the user', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  server.goAway();
  caller.session.sendFile(new File(['Torque 40 Nm'], 'P-204.pdf'));
  await settled();
  caller.session.hangUp();
  caller.session.dismiss();
  expect(caller.lost).toBe(0);
  server.fail('sendCallMessage', { code: 410, error: 'callClosed', message: '' });
  server.comeBack();
  await pass(RETRY_EVERY_MS);
  expect([caller.lost, caller.keptUnsent.size, server.messages]).toEqual([1, 0, []]);
});

test('waiting uploads are stored sealed on the device, and sent by the next page', async () => {
  const { server, page, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  server.goAway();
  await makeThings(caller);
  const kept = [...caller.keptUnsent.values()].map(({ fields }) =>
    'message' in fields ? fields.message : inSight(fileOf(fields)),
  );
  expect(kept.map(keysOf)).toEqual(kept.map(() => [luca.publicKey, giulia.publicKey]));
  const reloaded = page(luca, { kept: caller.vanish() });
  server.comeBack();
  await reloaded.session.resume();
  await pass(500);
  expect(storedIn(server)).toEqual(ALL);
  for (const { view } of [reloaded, callee])
    expect(view('inCall')).toMatchObject({
      messages: [{ state: 'stored' }, { state: 'stored' }],
      snapshots: [{ state: 'ready' }],
    });
  expect(caller.keptUnsent.size).toBe(0);
  const third = page(luca, { kept: reloaded.vanish() });
  await third.session.resume();
  await pass(500);
  expect(storedIn(server)).toEqual(ALL);
});

test('uploads made while the user decides about keys are stored for the user alone, and sealed for all by the next page', async () => {
  const { server, page, talk, pass } = createCallWorld();
  const { caller, callee } = await talk();
  // The user never answers: the page is closed first.
  caller.mustAsk = async (recipients) => recipients.length > 1;
  caller.beforeSealing = async (recipients) => {
    if (recipients.length > 1) await new Promise(() => {});
  };
  await makeThings(caller);
  await settled();
  const kept = [...caller.keptUnsent.values()].flatMap(({ fields }) =>
    'message' in fields ? [fields.message, fields.base64File ?? []].flat() : fileOf(fields),
  );
  expect(kept.map((one) => keysOf(inSight(one)))).toEqual(kept.map(() => [luca.publicKey]));
  expect([kept.length, storedIn(server)]).toEqual([4, []]);

  const reloaded = page(luca, { kept: caller.vanish() });
  await reloaded.session.resume();
  await pass(500);
  expect(storedIn(server)).toEqual(ALL);
  for (const sealed of [...server.messages.map(({ message }) => message), ...server.files.values()])
    expect(keysOf(sealed)).toEqual([luca.publicKey, giulia.publicKey]);
  expect(callee.view('inCall')).toMatchObject({
    messages: [{ text: 'Close the valve' }, { text: 'P-204.pdf' }],
    snapshots: [{ state: 'ready' }],
  });
  expect(caller.keptUnsent.size).toBe(0);
});

test('a withdrawn file is not stored on the device', async () => {
  const { server, talk } = createCallWorld();
  const { caller } = await talk();
  server.goAway();
  caller.session.sendFile(new File(['Torque 40 Nm'], 'P-204.pdf'));
  await settled();
  expect(caller.keptUnsent.size).toBe(1);
  caller.session.withdrawMessage(caller.view('inCall').outgoing[0]?.clientId ?? '');
  expect(caller.keptUnsent.size).toBe(0);
});

test('after sign-out nothing is sent', async () => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  server.goAway();
  await makeThings(caller);
  caller.session.hangUp();
  caller.session.dismiss();
  caller.session.dispose();
  server.comeBack();
  await pass(RETRY_EVERY_MS);
  expect([storedIn(server), caller.urls.size]).toEqual([[], 0]);
});

test('uploads that are being sealed at sign-out are neither sent nor stored, nor are drawings', async () => {
  const { server, caller, callee, picId, pass } = await withDrawing();
  const asked = server.asked.length;
  const sealing = deferred<void>();
  callee.beforeSealing = () => sealing.promise;
  draw(callee, picId, 20);
  await makeThings(callee);
  await pass(STORE_AFTER_MS);
  callee.session.dispose();
  sealing.resolve();
  await pass(RETRY_EVERY_MS);
  const posts = server.asked.slice(asked).filter((one) => /Giulia (send|add|save)/.test(one));
  expect([posts, callee.keptUnsent.size]).toEqual([[], 0]);
  caller.session.dispose();
});

test.each([
  ['the token could not be renewed for just now', { code: 401, error: 'tokenExpired', message: '' }],
  ['stood still on the way', { code: 408, error: 'tooSlow', message: '' }],
])('an upload that %s is retried, and stored a moment later', async (_, failure) => {
  const { server, talk, pass } = createCallWorld();
  const { caller } = await talk();
  for (const call of ['sendCallMessage', 'addCallPic'] as const) server.fail(call, failure);
  caller.session.sendMessage('Close the valve');
  caller.session.takeSnapshot(null);
  await settled();
  expect(caller.view('inCall').outgoing.map(({ state }) => state)).toEqual(['waiting']);
  expect(snapshotsOf(caller)).toEqual(['1 saving']);
  await pass(RETRY_EVERY_MS);
  expect(storedIn(server)).toEqual(['message', 'snapshot']);
  expect(caller.keptUnsent.size).toBe(0);
});

test.each([
  ['internal', 500],
  ['tooMuchToday', 429],
  ['diskFull', 507],
])('after a server error (%s) an upload stays on the device, and the next page sends it', async (error, code) => {
  const { server, page, talk, pass } = createCallWorld();
  const { caller } = await talk();
  for (const call of ['sendCallMessage', 'addCallPic'] as const) server.fail(call, { code, error, message: '' });
  caller.session.sendMessage('Close the valve');
  caller.session.takeSnapshot(null);
  await settled();
  const { outgoing, snapshots } = caller.view('inCall');
  expect([...outgoing, ...snapshots].map(({ state }) => state)).toEqual(['failed', 'failed']);
  const reloaded = page(luca, { kept: caller.vanish() });
  await reloaded.session.resume();
  await pass(500);
  expect(storedIn(server)).toEqual(['message', 'snapshot']);
  expect(caller.keptUnsent.size).toBe(0);
});
