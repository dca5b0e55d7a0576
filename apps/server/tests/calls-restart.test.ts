/** The server restarts in the middle of calls: nothing that was accepted is lost, and the call goes on. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFrame, isPush } from '../testing/frames';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
beforeAll(async () => {
  server = await startTestServer({ CALL_TIMEOUT_SECONDS: '4' });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
});
afterAll(() => server.close());

async function ring() {
  const { call, participant } = await luca.call(contracts.createCall, {
    subject: 'The pump is leaking',
    targetContacts: [giulia.contactId],
    cryptoSchema: 0,
  });
  return { id: call.uniqueId, token: participant.token };
}

test('people, messages and snapshots are still there; the same pages reconnect and go on', async () => {
  const lucaBefore = await luca.socket();
  const giuliaBefore = await giulia.socket();
  const { id, token: lucaToken } = await ring();
  const { token: giuliaToken } = await giulia.call(contracts.joinCall, { id });
  const lucaPage = { type: 'join', token: lucaToken, session: 'luca-page' } as const;
  const giuliaPage = { type: 'join', token: giuliaToken, session: 'giulia-page' } as const;
  lucaBefore.send(lucaPage);
  await lucaBefore.next(isFrame('joined'));
  giuliaBefore.send(giuliaPage);
  await giuliaBefore.next(isFrame('joined'));
  const message = await luca.call(contracts.sendCallMessage, { id, message: 'Hello', cryptoSchema: 0 });
  const picBase64 = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 9]).toString('base64');
  const pic = await giulia.call(contracts.addCallPic, { id, picBase64, cryptoSchema: 0 });

  await server.restart();
  expect(await lucaBefore.closed).toBe(1012);
  expect(await giuliaBefore.closed).toBe(1012);

  const lucaSocket = await luca.socket();
  lucaSocket.send(lucaPage);
  expect((await lucaSocket.next(isFrame('joined'))).peers).toEqual([]);
  const giuliaSocket = await giulia.socket();
  giuliaSocket.send(giuliaPage);
  expect((await giuliaSocket.next(isFrame('joined'))).peers).toEqual([
    { contactUniqueId: luca.contactId, session: 'luca-page' },
  ]);
  const back = await lucaSocket.next(isFrame('peerJoined'));
  expect(back).toMatchObject({ contactUniqueId: giulia.contactId, session: 'giulia-page' });
  expect(lucaSocket.unread.filter(isFrame('peerLeft'))).toEqual([]);

  const people = await luca.call(contracts.listParticipants, { id });
  expect(people.map((one) => one.state)).toEqual(['joined', 'joined']);
  expect(await giulia.call(contracts.listCallMessages, { id })).toEqual([{ ...message, delivered: true }]);
  expect(await luca.call(contracts.listCallPics, { id })).toEqual([pic]);
  const file = await luca.call(contracts.getCallFile, { callId: id, imageFileName: pic.imageFileName });
  expect(file.base64).toBe(picBase64);

  await giulia.call(contracts.sendCallMessage, { id, message: 'Back again', cryptoSchema: 0 });
  const pushed = await lucaSocket.next(isPush('CallMessage'));
  expect(pushed.messageContent.callMessage.message).toBe('Back again');
  await luca.call(contracts.leaveCall, { id });
  await giuliaSocket.next(isPush('EndedCall'));
  await lucaSocket.close();
  await giuliaSocket.close();
});

test('a ring goes on after the restart, can be answered, and ends at its time', async () => {
  const answered = await ring();
  await server.restart();
  const giuliaSocket = await giulia.socket();
  expect(await giulia.call(contracts.listOnlineCalls, {})).toMatchObject([
    { uniqueId: answered.id, targets: [{ state: 'joined' }, { state: 'ringing' }] },
  ]);
  await giulia.call(contracts.joinCall, { id: answered.id });
  await giulia.call(contracts.leaveCall, { id: answered.id });

  const missed = await ring();
  await server.restart();
  const lucaSocket = await luca.socket();
  const ended = await lucaSocket.next(isPush('EndedCall'));
  expect(ended.messageContent).toEqual({ callUniqueId: missed.id });
  const { items } = await luca.call(contracts.listCalls, { pageSize: 1 });
  expect(items[0]).toMatchObject({ reason: 'missed' });
  await giuliaSocket.close();
  await lucaSocket.close();
});

test('the retry of a message that was accepted just before the restart does not send it twice', async () => {
  const socket = await giulia.socket();
  const { id } = await ring();
  await giulia.call(contracts.joinCall, { id });
  const words = { id, message: 'Only once', cryptoSchema: 0 as const, clientId: randomUUID() };
  const first = await luca.call(contracts.sendCallMessage, words);
  await server.restart();
  expect(await luca.call(contracts.sendCallMessage, words)).toEqual(first);
  expect(await giulia.call(contracts.listCallMessages, { id })).toEqual([{ ...first, delivered: true }]);
  await socket.closed;
});
