import { randomBytes, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openFile, sealFile, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { isFrame, isPush } from '../../../../testing/frames';
import { codeOf, enter } from '../../../../testing/guest';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { storedFiles } from '../../../../testing/stored-files';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** Of the same company, and not in the call. */
let stranger: SignedInClient;
/** The call of Luca and Giulia. */
let id: string;

beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: '-1' });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  stranger = await addPerson(server);
  id = await callOf(luca, giulia);
});
afterAll(() => server.close());

async function callOf(caller: SignedInClient, ...others: SignedInClient[]): Promise<string> {
  for (const one of others) await one.call(contracts.ping, {});
  const targetContacts = others.map(({ contactId }) => contactId);
  const { call } = await caller.call(contracts.createCall, { subject: 's', targetContacts, cryptoSchema: 0 });
  for (const one of others) await one.call(contracts.joinCall, { id: call.uniqueId });
  return call.uniqueId;
}

const write = (from: SignedInClient, message: string, callId = id) =>
  from.call(contracts.sendCallMessage, { id: callId, message, cryptoSchema: 0 });
const jpeg = (text: string) => Buffer.from(`\xff\xd8\xff\xe0${text}`, 'latin1').toString('base64');
const nameIn = (url: string | null | undefined) => url?.split('/').at(-1) ?? '';

async function received(from: SignedInClient, callId: string, position: number) {
  const socket = await from.socket();
  socket.send({ type: 'receivedInCall', callUniqueId: callId, position });
  // Frames are handled one after another.
  socket.send({ type: 'ping' });
  await socket.next(isFrame('pong'));
  await socket.close();
}

test('A7.53: messages that are sent at once have positions without gaps, from 1 in each call', async () => {
  const [caller, target] = await Promise.all([addPerson(server), addPerson(server)]);
  const callId = await callOf(caller, target);
  const both = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? caller : target));
  const sent = await Promise.all(both.map((person) => write(person, 'x', callId)));
  const positions = sent.map(({ position }) => position).toSorted((one, other) => one - other);
  expect(positions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const listed = await target.call(contracts.listCallMessages, { id: callId });
  expect(listed.map(({ position }) => position)).toEqual(positions);
  expect(listed.map(({ uniqueId }) => uniqueId).toSorted()).toEqual(sent.map(({ uniqueId }) => uniqueId).toSorted());
});

test('the same clientId again takes no further position', async () => {
  const request = { id, message: 'Once', cryptoSchema: 0, clientId: randomUUID() } as const;
  const [first, again] = [
    await luca.call(contracts.sendCallMessage, request),
    await luca.call(contracts.sendCallMessage, request),
  ];
  expect(again).toEqual(first);
  expect((await write(luca, 'Next')).position).toBe(first.position + 1);
});

test('A7.54: a message is sent, then delivered, then read, and its sender is notified', async () => {
  const socket = await luca.socket();
  const phone = await (await addDevice(server, giulia.contactId)).socket();
  const { position, uniqueId } = await write(luca, 'Are you there?');
  const seen = async () =>
    (await luca.call(contracts.listCallMessages, { id })).find((one) => one.uniqueId === uniqueId);
  expect(await seen()).toMatchObject({ delivered: false, read: false });

  phone.send({ type: 'receivedInCall', callUniqueId: id, position });
  const delivered = await socket.next(isPush('CallMessagesDelivered'));
  expect(delivered.messageContent).toEqual({ callUniqueId: id, contactUniqueId: giulia.contactId, position });
  expect(await seen()).toMatchObject({ delivered: true, read: false });

  expect(await giulia.call(contracts.readCallMessages, { id, read: true })).toBeNull();
  for (const one of [socket, phone]) {
    const { messageContent } = await one.next(isPush('CallMessagesRead'));
    expect(messageContent).toMatchObject({ callUniqueId: id, contactUniqueId: giulia.contactId, position });
  }
  expect(await seen()).toMatchObject({ delivered: true, read: true });
  const hers = (await giulia.call(contracts.listCallMessages, { id })).find((one) => one.uniqueId === uniqueId);
  expect(hers).toMatchObject({ delivered: true, read: true });
  expect(await luca.call(contracts.listCallMessageProgress, { id })).toContainEqual({
    contactUniqueId: giulia.contactId,
    leftPosition: null,
    deliveredPosition: position,
    readPosition: position,
  });
  await Promise.all([socket.close(), phone.close()]);
});

test('reading up to a position leaves later messages unread, and a position never goes back', async () => {
  const [caller, target] = await Promise.all([addPerson(server), addPerson(server)]);
  const callId = await callOf(caller, target);
  for (const text of ['one', 'two', 'three']) await write(caller, text, callId);
  const areRead = async () =>
    (await caller.call(contracts.listCallMessages, { id: callId })).map((message) => message.read);
  const socket = await caller.socket();
  await target.call(contracts.readCallMessages, { id: callId, read: true, position: 2 });
  expect(await areRead()).toEqual([true, true, false]);
  for (const position of [1, 0]) await target.call(contracts.readCallMessages, { id: callId, read: true, position });
  expect(await areRead()).toEqual([true, true, false]);
  await target.call(contracts.readCallMessages, { id: callId, read: true, position: Number.MAX_SAFE_INTEGER });
  expect(await areRead()).toEqual([true, true, true]);
  await write(target, 'four', callId);
  await socket.next(isPush('CallMessage'));
  const notified = socket.unread.filter(isPush('CallMessagesRead'));
  expect(notified.map(({ messageContent }) => messageContent.position)).toEqual([2, 3]);
  await socket.close();
});

test('a message is read when everybody who is or was in the call has read it, not those who never came', async () => {
  const [caller, one, late, missing] = await Promise.all([1, 2, 3, 4].map(() => addPerson(server)));
  if (!caller || !one || !late || !missing) throw new Error('Nobody is there');
  const callId = await callOf(caller, one);
  for (const contact of [late, missing]) {
    await contact.call(contracts.ping, {});
    await caller.call(contracts.addTargets, { id: callId, targetContacts: [contact.contactId] });
  }
  await write(caller, 'To all', callId);
  const isRead = async () => (await caller.call(contracts.listCallMessages, { id: callId }))[0]?.read;
  await one.call(contracts.readCallMessages, { id: callId, read: true });
  expect(await isRead()).toBe(true);

  // Who comes late can read it too.
  await late.call(contracts.joinCall, { id: callId });
  expect(await isRead()).toBe(false);
  await late.call(contracts.leaveCall, { id: callId });
  expect(await isRead()).toBe(false);
  await late.call(contracts.readCallMessages, { id: callId, read: true });
  expect(await isRead()).toBe(true);
  const people = await one.call(contracts.listCallMessageProgress, { id: callId });
  expect(people.map(({ contactUniqueId }) => contactUniqueId).toSorted()).toEqual(
    [caller, one, late].map(({ contactId }) => contactId).toSorted(),
  );
});

test('a guest reports and reads; nobody waits for them to read what came after they left', async () => {
  const [host, colleague] = await Promise.all([addPerson(server), addPerson(server)]);
  await host.socket();
  const guest = await enter(server, codeOf(await host.call(contracts.makeGuestLink, {})));
  const ring = { subject: 's', targetContacts: [host.contactId], cryptoSchema: 0 as const };
  const callId = (await guest.call(contracts.createCall, ring)).call.uniqueId;
  await host.call(contracts.joinCall, { id: callId });
  await colleague.call(contracts.ping, {});
  await host.call(contracts.addTargets, { id: callId, targetContacts: [colleague.contactId] });
  await colleague.call(contracts.joinCall, { id: callId });
  await write(host, 'Welcome', callId);
  const states = async () =>
    (await host.call(contracts.listCallMessages, { id: callId })).map(({ delivered, read }) => ({ delivered, read }));
  await colleague.call(contracts.readCallMessages, { id: callId, read: true });
  await received(guest, callId, 1);
  expect(await states()).toEqual([{ delivered: true, read: false }]);
  await guest.call(contracts.leaveCall, { id: callId });

  await write(host, 'Alone again', callId);
  await colleague.call(contracts.readCallMessages, { id: callId, read: true });
  expect(await states()).toEqual([
    { delivered: true, read: false },
    { delivered: true, read: true },
  ]);
  const people = await host.call(contracts.listCallMessageProgress, { id: callId });
  expect(people.find(({ contactUniqueId }) => contactUniqueId === guest.contactId)).toMatchObject({ leftPosition: 1 });
});

test('a preview comes back as it was sealed, and is not stored in plain', async () => {
  const people = (await luca.call(contracts.listParticipants, { id })).map(({ contact }) => contact);
  const [large, small] = [randomBytes(1000), Buffer.from('Gauge at 3.4 bar')];
  const sent = await luca.call(contracts.sendCallMessage, {
    id,
    message: await sealText(1, 'gauge.jpg', people),
    base64File: await sealFile(1, large, people),
    base64Preview: await sealFile(1, small, people),
    fileName: 'gauge.jpg',
    cryptoSchema: 1,
  });
  const [listed] = (await giulia.call(contracts.listCallMessages, { id })).slice(-1);
  expect(listed?.previewUrl).toBe(sent.previewUrl);
  const open = async (url?: string | null) => {
    const file = await giulia.call(contracts.getCallFile, { callId: id, imageFileName: nameIn(url) });
    return Buffer.from((await openFile(1, file.base64, await giulia.reader())) ?? []);
  };
  expect(await open(listed?.previewUrl)).toEqual(small);
  expect(await open(listed?.fileUrl)).toEqual(large);
  expect((await stranger.raw(sent.previewUrl ?? '')).status).toBe(404);
  const stored = await server.context.blobs.read(`calls/${id}/${nameIn(sent.previewUrl)}`);
  expect(stored?.length).toBeGreaterThan(small.length);
  expect(stored?.toString()).not.toContain('Gauge');
});

type Wrong = Partial<contracts.CallInput<typeof contracts.sendCallMessage>>;
const large = Buffer.alloc(contracts.PREVIEW_BYTES_MAX + 1);
const file = { base64File: jpeg('Large'), fileName: 'a.jpg' };
test.each<readonly [string, Wrong, object]>([
  ['has no file', { base64Preview: jpeg('Small') }, { code: 400, error: 'invalidInput' }],
  ['is no picture', { ...file, base64Preview: 'AAAA' }, { error: 'notAnImage' }],
  ['is too large', { ...file, base64Preview: large.toString('base64') }, { code: 413, error: 'tooLarge' }],
])('refuses a preview that %s, and leaves nothing behind', async (_, wrong, expected) => {
  const files = () => storedFiles(server, `calls/${id}`);
  const before = [await luca.call(contracts.listCallMessages, { id }), await files()];
  const request = { id, message: 'Hello', cryptoSchema: 0 as const, ...wrong };
  await expect(luca.call(contracts.sendCallMessage, request)).rejects.toMatchObject(expected);
  expect([await luca.call(contracts.listCallMessages, { id }), await files()]).toEqual(before);
});

test('refuses to record the progress of a person who never joined, and what is no progress', async () => {
  const [caller, target, ringing] = await Promise.all([addPerson(server), addPerson(server), addPerson(server)]);
  const callId = await callOf(caller, target);
  await ringing.call(contracts.ping, {});
  await caller.call(contracts.addTargets, { id: callId, targetContacts: [ringing.contactId] });
  await write(caller, 'x', callId);
  const silent = { code: 403, error: 'notAllowed' };
  await expect(ringing.call(contracts.readCallMessages, { id: callId, read: true })).rejects.toMatchObject(silent);
  await expect(ringing.call(contracts.listCallMessageProgress, { id: callId })).rejects.toMatchObject(silent);
  for (const [person, error] of [
    [ringing, 'notAllowed'],
    [stranger, 'notFound'],
  ] as const) {
    const socket = await person.socket();
    socket.send({ type: 'receivedInCall', callUniqueId: callId, position: 1 });
    expect(await socket.next(isFrame('error'))).toMatchObject({ error });
    await socket.close();
  }
  for (const input of [{ read: false }, { read: true, position: -1 }])
    await expect(target.call(contracts.readCallMessages, { id: callId, ...input })).rejects.toMatchObject({
      code: 400,
      error: 'invalidInput',
    });
  const [message] = await caller.call(contracts.listCallMessages, { id: callId });
  expect(message).toMatchObject({ delivered: false, read: false });
});
