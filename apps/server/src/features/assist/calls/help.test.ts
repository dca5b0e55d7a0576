/** «Call for help»: the server picks the people to ring, and the first who accepts has the call. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { sealText } from '@earth/crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCompany, addPerson } from '../../../../testing/crowd';
import { isPush } from '../../../../testing/frames';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;

/** The limit is above two, so that it does not decide who has a call for help. */
beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: '3' });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
});
afterAll(() => server.close());

/** Every test begins with the two who are online, and leaves its calls. */
beforeEach(async () => {
  for (const person of [giulia, marco]) await person.call(contracts.ping, {});
});
afterEach(async () => {
  for (const person of [luca, giulia, marco]) await person.call(contracts.deleteLockedCalls, {});
});

const plain = { subject: 'The pump is leaking', targetContacts: [], cryptoSchema: 0 as const, forHelp: true };

const statesIn = ({ targets }: contracts.Call) =>
  Object.fromEntries(targets.map((target) => [target.contact.name, target.state]));

test('rings every free controller of the company, with the product; the first who accepts has the call', async () => {
  const sockets = [await giulia.socket(), await marco.socket()];
  const { call } = await luca.call(contracts.createCall, { ...plain, productCode: 'P-204' });
  const id = call.uniqueId;
  for (const socket of sockets) {
    const { messageContent } = await socket.next(isPush('IncomingCall'));
    expect(messageContent.call).toMatchObject({ uniqueId: id, productCode: 'P-204', forHelp: true });
  }
  await marco.call(contracts.joinCall, { id });
  const handled = await sockets[0]?.next(isPush('CallHandledByGroup'));
  expect(handled?.messageContent).toMatchObject({ callUniqueId: id, contactUniqueId: marco.contactId });
  const [open] = await luca.call(contracts.listOnlineCalls, {});
  expect(open && statesIn(open)).toEqual({
    'Luca Moretti': 'joined',
    'Giulia Ferri': 'missed',
    'Marco Bassi': 'joined',
  });
  for (const socket of sockets) await socket.close();
});

test('rings controllers outside the address book; no one who is in a call, assisted, or of another company', async () => {
  const stranger = await addPerson(server);
  const strangerSocket = await stranger.socket();
  const sara = await server.signIn('assisted2');
  const elena = await server.signIn('tilesOperator');
  const sockets = [await sara.socket(), await elena.socket()];
  await marco.call(contracts.createCall, { ...plain, forHelp: false, targetContacts: [sara.contactId] });

  const { call } = await luca.call(contracts.createCall, { ...plain, targetContacts: [marco.contactId, randomUUID()] });

  await strangerSocket.next(isPush('IncomingCall'));
  const ringing = call.targets.filter(({ state }) => state === 'ringing').map(({ contact }) => contact.uniqueId);
  expect(ringing.toSorted()).toEqual([giulia.contactId, stranger.contactId].toSorted());
  expect(call.targets).toHaveLength(3);
  for (const socket of sockets) {
    const received = socket.unread.filter(isPush('IncomingCall'));
    expect(received.filter(({ messageContent }) => messageContent.call.uniqueId === call.uniqueId)).toEqual([]);
    await socket.close();
  }
  await stranger.call(contracts.signOut, {});
});

test('rings again a controller whose call ends because the caller leaves it', async () => {
  const { call: before } = await luca.call(contracts.createCall, {
    ...plain,
    forHelp: false,
    targetContacts: [giulia.contactId],
  });
  await giulia.call(contracts.joinCall, { id: before.uniqueId });
  const { call } = await luca.call(contracts.createCall, plain);
  expect(statesIn(call)).toEqual({ 'Luca Moretti': 'joined', 'Giulia Ferri': 'ringing', 'Marco Bassi': 'ringing' });
});

test('accepts a subject sealed for all possible helpers, including busy ones', async () => {
  await marco.call(contracts.setAvailability, { availability: 1 });
  const readers = [
    await luca.call(contracts.getProfile, {}),
    ...(await luca.call(contracts.listHelpers, {})).filter(({ publicKey }) => publicKey !== ''),
  ];
  const request = { ...plain, cryptoSchema: 1 as const };
  const subject = await sealText(1, 'The pump is leaking', readers);
  const { call } = await luca.call(contracts.createCall, { ...request, subject });
  expect(statesIn(call)).toEqual({ 'Luca Moretti': 'joined', 'Giulia Ferri': 'ringing' });
  await luca.call(contracts.leaveCall, { id: call.uniqueId });

  const elena = await server.signIn('tilesOperator');
  const foreign = await sealText(1, 'secret', [...readers, await elena.call(contracts.getProfile, {})]);
  await expect(luca.call(contracts.createCall, { ...request, subject: foreign })).rejects.toMatchObject({
    code: 400,
    error: 'recipientUnknown',
  });
  await marco.call(contracts.setAvailability, { availability: 2 });
});

test('stores the call in the history of all controllers if none is free', async () => {
  for (const person of [giulia, marco]) await person.call(contracts.setAvailability, { availability: 1 });
  await expect(luca.call(contracts.createCall, plain)).rejects.toMatchObject({ code: 404, error: 'noTargetReachable' });
  for (const person of [giulia, marco]) {
    const { items } = await person.call(contracts.listCalls, { pageSize: 1 });
    expect(items[0]).toMatchObject({ reason: 'unreachable', call: { forHelp: true } });
    await person.call(contracts.setAvailability, { availability: 2 });
  }
});

test('refuses the call in a company without controllers', async () => {
  const alone = await addPerson(server, { role: 'ASSISTED', companyCode: await addCompany(server) });
  await expect(alone.call(contracts.createCall, plain)).rejects.toMatchObject({ code: 400, error: 'noTargets' });
});
