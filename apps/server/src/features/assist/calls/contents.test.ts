import { randomBytes, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openFile, openText, sealFile, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { isPush } from '../../../../testing/frames';
import { leftAgo } from '../../../../testing/left-ago';
import { loseNextAnswer } from '../../../../testing/lost-answer';
import type { TestSocket } from '../../../../testing/socket';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { storedFiles } from '../../../../testing/stored-files';

const LIMIT = 64 * 1024;
/** A picture under scheme 0 is recognised by its first bytes. */
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(500)]);
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(500)]);
const webp = Buffer.concat([Buffer.from('RIFF\x10\x20\x00\x00WEBP', 'latin1'), randomBytes(500)]);
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let giuliaSocket: TestSocket;
/** An open call of Luca and Giulia; Marco rings and does not answer. */
let id: string;

beforeAll(async () => {
  server = await startTestServer({ MAX_FILE_BYTES: String(LIMIT), MAX_USERS_IN_CALL: '-1' });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  const marco = await server.signIn('operator2');
  giuliaSocket = await giulia.socket();
  const { call } = await luca.call(contracts.createCall, {
    subject: 's',
    targetContacts: [giulia.contactId, marco.contactId],
    cryptoSchema: 0,
  });
  id = call.uniqueId;
  await giulia.call(contracts.joinCall, { id });
});
afterAll(() => server.close());

async function recipients(...people: SignedInClient[]) {
  const everybody = await giulia.call(contracts.listParticipants, { id });
  const ids = new Set(people.map((person) => person.contactId));
  return everybody.map((target) => target.contact).filter((contact) => ids.has(contact.uniqueId));
}

const filesOfCall = () => storedFiles(server, `calls/${id}`);

test('a message reaches the others in the call, and reads as it was written', async () => {
  const message = await sealText(1, 'Which valve?', await recipients(luca, giulia));
  const sent = await luca.call(contracts.sendCallMessage, { id, message, cryptoSchema: 1, clientId: 'm-1' });
  expect(sent).toMatchObject({ callUniqueId: id, message, cryptoSchema: 1, clientId: 'm-1', fileName: null });
  expect(sent.sender).toEqual({ uniqueId: luca.contactId, name: 'Luca Moretti' });

  const { messageContent } = await giuliaSocket.next(isPush('CallMessage'));
  expect(messageContent.callMessage).toEqual(sent);
  const stored = await giulia.call(contracts.listCallMessages, { id });
  expect(stored.at(-1)).toEqual({ ...sent, delivered: true });
  expect(await openText(1, sent.message, await giulia.reader())).toBe('Which valve?');
});

test('the same clientId again returns the first message, also if both arrive at once', async () => {
  const request = { id, message: 'Hello', cryptoSchema: 0 as const, clientId: 'm-2' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => luca.call(contracts.sendCallMessage, request)));
  answers.push(await luca.call(contracts.sendCallMessage, { ...request, message: 'Something else' }));

  expect(new Set(answers.map((answer) => answer.uniqueId)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.message))).toEqual(new Set(['Hello']));
  const hers = await giulia.call(contracts.sendCallMessage, request);
  expect(hers.uniqueId).not.toBe(answers[0]?.uniqueId);
  const pushed = giuliaSocket.unread.filter(isPush('CallMessage'));
  expect(pushed.map((frame) => frame.messageContent.callMessage.clientId)).toEqual(['m-2']);
});

test('an attachment comes back as it was sealed, under its name', async () => {
  const bytes = randomBytes(1000);
  const people = await recipients(luca, giulia);
  const sent = await luca.call(contracts.sendCallMessage, {
    id,
    message: await sealText(1, 'The manual', people),
    base64File: await sealFile(1, bytes, people),
    fileName: 'manual.pdf',
    fileSize: bytes.length,
    cryptoSchema: 1,
  });
  expect(sent.fileName).toBe('manual.pdf');
  // The size of the sender's file, not that of its padded blocks.
  expect(sent.fileSize).toBe(bytes.length);

  const [, , , callId = '', imageFileName = ''] = sent.fileUrl?.split('/') ?? [];
  const file = await giulia.call(contracts.getCallFile, { callId, imageFileName });
  expect(file).toMatchObject({ fileName: 'manual.pdf', cryptoSchema: 1 });
  expect(Buffer.from((await openFile(1, file.base64, await giulia.reader())) ?? [])).toEqual(bytes);
});

test.each([
  ['jpg', jpeg],
  ['png', png],
  ['webp', webp],
])('stores a plain snapshot as %s, and returns it byte for byte', async (ending, bytes) => {
  const pic = await luca.call(contracts.addCallPic, {
    id,
    picBase64: `data:image/jpeg;base64,${base64(bytes)}`,
    cryptoSchema: 0,
  });
  expect(pic.imageFileName).toMatch(new RegExp(`^[\\w-]+\\.${ending}$`));
  const { messageContent } = await giuliaSocket.next(isPush('CallPic'));
  expect(messageContent.callPic).toEqual(pic);
  expect((await giulia.call(contracts.listCallPics, { id })).at(-1)).toEqual(pic);
  const file = await giulia.call(contracts.getCallFile, { callId: id, imageFileName: pic.imageFileName });
  expect(file).toEqual({ fileName: pic.imageFileName, base64: base64(bytes), cryptoSchema: 0 });
});

test('a snapshot names the controller who asked for it, to all, and again when it is sent again', async () => {
  const asked = { id, picBase64: base64(jpeg), cryptoSchema: 0 as const, clientId: 'p-taken' };
  const pic = await luca.call(contracts.addCallPic, { ...asked, takenByUniqueId: giulia.contactId });
  expect(pic).toMatchObject({ contactUniqueId: luca.contactId, takenByUniqueId: giulia.contactId });
  const { messageContent } = await giuliaSocket.next(isPush('CallPic'));
  expect(messageContent.callPic).toEqual(pic);
  expect((await giulia.call(contracts.listCallPics, { id })).at(-1)).toEqual(pic);
  // The first counts: whoever sends the same id later changes nothing.
  expect(await giulia.call(contracts.addCallPic, asked)).toEqual(pic);
  const own = await luca.call(contracts.addCallPic, { ...asked, clientId: 'p-own' });
  expect(own.takenByUniqueId).toBeUndefined();
});

test('a snapshot names nobody else: not its sender, a field user, a stranger, or who has not answered', async () => {
  const elena = await server.signIn('tilesOperator');
  const marco = await server.signIn('operator2');
  const stranger = await addPerson(server, { role: 'OPERATOR' });
  const before = [await filesOfCall(), await luca.call(contracts.listCallPics, { id })];
  const add = (person: SignedInClient, takenByUniqueId: string) =>
    person.call(contracts.addCallPic, { id, picBase64: base64(jpeg), cryptoSchema: 0, takenByUniqueId });
  for (const taker of [luca.contactId, elena.contactId, marco.contactId, stranger.contactId, randomUUID(), 'nobody'])
    await expect(add(luca, taker)).rejects.toEqual(refusal('invalidInput'));
  for (const taker of [giulia.contactId, luca.contactId])
    await expect(add(giulia, taker)).rejects.toEqual(refusal('invalidInput'));
  for (const person of [elena, stranger])
    await expect(add(person, giulia.contactId)).rejects.toEqual(refusal('notFound'));
  await expect(add(marco, giulia.contactId)).rejects.toEqual(refusal('notAllowed'));
  expect([await filesOfCall(), await luca.call(contracts.listCallPics, { id })]).toEqual(before);
});

test('a sealed snapshot is opened by its recipients', async () => {
  const picBase64 = await sealFile(1, jpeg, await recipients(luca, giulia));
  const pic = await luca.call(contracts.addCallPic, { id, picBase64, cryptoSchema: 1, clientId: 'p-1' });
  const again = await luca.call(contracts.addCallPic, { id, picBase64, cryptoSchema: 1, clientId: 'p-1' });
  expect(again).toEqual(pic);
  const file = await giulia.call(contracts.getCallFile, { callId: id, imageFileName: pic.imageFileName });
  expect(file.base64).toBe(picBase64);
  expect(Buffer.from((await openFile(1, file.base64, await giulia.reader())) ?? [])).toEqual(jpeg);
});

test('a message whose answer was lost has its file, and is answered when it is sent again', async () => {
  const message = { id, message: 'm', base64File: base64('a'), fileName: 'a.txt', clientId: 'm-lost' };
  loseNextAnswer(server.context);
  await expect(luca.call(contracts.sendCallMessage, { ...message, cryptoSchema: 0 })).rejects.toMatchObject({
    code: 500,
  });
  const sent = await luca.call(contracts.sendCallMessage, { ...message, cryptoSchema: 0 });
  const picture = { id, picBase64: base64(jpeg), clientId: 'p-lost' };
  loseNextAnswer(server.context);
  await expect(luca.call(contracts.addCallPic, { ...picture, cryptoSchema: 0 })).rejects.toMatchObject({ code: 500 });
  const pic = await luca.call(contracts.addCallPic, { ...picture, cryptoSchema: 0 });
  const read = async (imageFileName: string) =>
    (await giulia.call(contracts.getCallFile, { callId: id, imageFileName })).base64;
  expect(await read(sent.fileUrl?.split('/').at(-1) ?? '')).toBe(message.base64File);
  expect(await read(pic.imageFileName)).toBe(picture.picBase64);
});

test('the same snapshot sent many times at once leaves one, and one file', async () => {
  const before = await filesOfCall();
  const picBase64 = base64(jpeg);
  const pics = await Promise.all(
    Array.from({ length: 6 }, () =>
      luca.call(contracts.addCallPic, { id, picBase64, cryptoSchema: 0, clientId: 'p-race' }),
    ),
  );
  expect(new Set(pics.map((pic) => pic.uniqueId)).size).toBe(1);
  expect(await filesOfCall()).toHaveLength(before.length + 1);
});

test('stores a snapshot that two people send under one id once, also if both arrive at once', async () => {
  const before = await filesOfCall();
  const pics = await Promise.all(
    [luca, giulia, luca, giulia].map((person) =>
      person.call(contracts.addCallPic, { id, picBase64: base64(jpeg), cryptoSchema: 0, clientId: 'p-asked' }),
    ),
  );
  expect(new Set(pics.map((pic) => pic.uniqueId)).size).toBe(1);
  expect(await filesOfCall()).toHaveLength(before.length + 1);
});

test('accepts a snapshot while something else is being added to the call', async () => {
  const other = await server.context.pool.connect();
  try {
    await other.query('begin');
    await other.query('select 1 from calls where id = $1 for share', [id]);
    const picture = { id, picBase64: base64(jpeg), cryptoSchema: 0 as const, clientId: 'p-beside' };
    expect(await luca.call(contracts.addCallPic, picture)).toMatchObject({ clientId: 'p-beside' });
  } finally {
    await other.query('rollback');
    other.release();
  }
});

test('deletes a snapshot with its file, and notifies the others', async () => {
  const pic = await luca.call(contracts.addCallPic, { id, picBase64: base64(jpeg), cryptoSchema: 0 });
  expect(await filesOfCall()).toContain(pic.imageFileName);
  await luca.call(contracts.deleteCallPic, { id, picId: pic.uniqueId });

  const { messageContent } = await giuliaSocket.next(isPush('CallPicDeleted'));
  expect(messageContent).toEqual({ callUniqueId: id, picUniqueId: pic.uniqueId });
  expect(await filesOfCall()).not.toContain(pic.imageFileName);
  await expect(luca.call(contracts.deleteCallPic, { id, picId: pic.uniqueId })).rejects.toMatchObject({ code: 404 });
  const gone = { callId: id, imageFileName: pic.imageFileName };
  await expect(luca.call(contracts.getCallFile, gone)).rejects.toMatchObject({ code: 404 });
});

test('a deleted snapshot stays deleted when it is sent again, by its sender or by another person', async () => {
  const before = await filesOfCall();
  const request = { id, picBase64: base64(jpeg), cryptoSchema: 0 as const, clientId: 'p-gone' };
  const pic = await luca.call(contracts.addCallPic, request);
  await giulia.call(contracts.deleteCallPic, { id, picId: pic.uniqueId });
  for (const person of [luca, giulia])
    await expect(person.call(contracts.addCallPic, request)).rejects.toEqual(refusal('picDeleted'));
  expect(await filesOfCall()).toEqual(before);
});

test('a field user deletes only their own snapshots, a controller any', async () => {
  const hers = await giulia.call(contracts.addCallPic, { id, picBase64: base64(jpeg), cryptoSchema: 0 });
  const his = await luca.call(contracts.addCallPic, { id, picBase64: base64(jpeg), cryptoSchema: 0 });
  await expect(luca.call(contracts.deleteCallPic, { id, picId: hers.uniqueId })).rejects.toMatchObject({ code: 403 });
  await giulia.call(contracts.deleteCallPic, { id, picId: his.uniqueId });
});

test.each([
  ['empty', { picBase64: '' }, { code: 400, fields: { picbase64: expect.any(String) } }],
  ['not base64', { picBase64: '%%%%' }, { code: 400, message: expect.stringContaining('picbase64') }],
  ['no picture', { picBase64: base64('#!/bin/sh\nrm -rf') }, { code: 415 }],
  ['an animation', { picBase64: base64('GIF89a…') }, { code: 415 }],
  ['too large', { picBase64: base64(Buffer.concat([jpeg, Buffer.alloc(LIMIT)])) }, { code: 413, error: 'tooLarge' }],
  ['not sealed', { picBase64: base64(jpeg), cryptoSchema: 1 as const }, { code: 400, error: 'envelopeInvalid' }],
])('refuses a snapshot that is %s, and leaves no file', async (_, wrong, expected) => {
  const before = await filesOfCall();
  const request = { id, cryptoSchema: 0 as const, ...wrong };
  await expect(luca.call(contracts.addCallPic, request)).rejects.toMatchObject(expected);
  expect(await filesOfCall()).toEqual(before);
});

type Wrong = Partial<contracts.CallInput<typeof contracts.sendCallMessage>>;
test.each<readonly [string, Wrong, object]>([
  ['is empty', { message: '' }, { code: 400, fields: { message: expect.any(String) } }],
  ['is not sealed', { cryptoSchema: 1 as const }, { code: 400, error: 'envelopeInvalid' }],
  ['has a file without a name', { base64File: 'AAAA' }, { code: 400, message: expect.stringContaining('fileName') }],
  ['has a file that is none', { base64File: '?', fileName: 'a' }, { message: expect.stringContaining('base64file') }],
  ...['../../a.jpg', 'C:\\a.jpg', '../..', 'a\rb.jpg'].map(
    (fileName) =>
      [
        `has a file that is called ${fileName}`,
        { base64File: base64(jpeg), fileName },
        { code: 400, error: 'invalidInput', message: expect.stringContaining('fileName') },
      ] as const,
  ),
  ['has a picture that is none', { base64File: 'AAAA', fileName: 'a.jpg' }, { code: 415, error: 'otherKind' }],
  ['has a clientId that is too long', { clientId: 'x'.repeat(65) }, { code: 400 }],
])('refuses a message that %s, and leaves nothing behind', async (_, wrong, expected) => {
  const before = [await luca.call(contracts.listCallMessages, { id }), await filesOfCall()];
  const request = { id, message: 'Hello', cryptoSchema: 0 as const, ...wrong };
  await expect(luca.call(contracts.sendCallMessage, request)).rejects.toMatchObject(expected);
  expect([await luca.call(contracts.listCallMessages, { id }), await filesOfCall()]).toEqual(before);
});

test('refuses content sealed for a person outside the call', async () => {
  const outsider = await luca.call(contracts.findContact, { email: server.people.admin.email });
  if (!outsider) throw new Error('The admin is not there');
  const people = [...(await recipients(luca, giulia)), outsider];
  const message = await sealText(1, 'x', people);
  await expect(luca.call(contracts.sendCallMessage, { id, message, cryptoSchema: 1 })).rejects.toMatchObject({
    code: 400,
    error: 'recipientUnknown',
    message: expect.stringContaining('message'),
  });
  const picBase64 = await sealFile(1, jpeg, people);
  await expect(luca.call(contracts.addCallPic, { id, picBase64, cryptoSchema: 1 })).rejects.toMatchObject({
    error: 'recipientUnknown',
  });
});

test('limits the plain bytes: a sealed file of just that size passes, one more block does not', async () => {
  const people = await recipients(luca, giulia);
  const sealed = async (size: number) => ({
    id,
    cryptoSchema: 1 as const,
    picBase64: await sealFile(1, randomBytes(size), people),
  });
  await luca.call(contracts.addCallPic, await sealed(LIMIT));
  await expect(luca.call(contracts.addCallPic, await sealed(LIMIT + 16))).rejects.toMatchObject({
    code: 413,
    error: 'tooLarge',
  });
});

test('refuses to write and read before joining the call', async () => {
  const marco = await server.signIn('operator2');
  const refused = { code: 403, error: 'notAllowed' };
  await expect(marco.call(contracts.listCallMessages, { id })).rejects.toMatchObject(refused);
  await expect(marco.call(contracts.listCallPics, { id })).rejects.toMatchObject(refused);
  await expect(marco.call(contracts.sendCallMessage, { id, message: 'x', cryptoSchema: 0 })).rejects.toMatchObject(
    refused,
  );
});

test('after the call everything can still be read; delayed additions are accepted for a while, then refused', async () => {
  const caller = await addPerson(server);
  const target = await addPerson(server);
  const rung = await addPerson(server);
  const { call } = await caller.call(contracts.createCall, {
    subject: 's',
    targetContacts: [target.contactId, rung.contactId],
    cryptoSchema: 0,
  });
  const callId = call.uniqueId;
  await target.call(contracts.joinCall, { id: callId });
  const request = { id: callId, message: 'Hello', cryptoSchema: 0 as const, clientId: 'last' };
  const sent = await caller.call(contracts.sendCallMessage, request);
  const pic = await caller.call(contracts.addCallPic, { id: callId, picBase64: base64(jpeg), cryptoSchema: 0 });
  await rung.call(contracts.declineCall, { id: callId });
  await caller.call(contracts.leaveCall, { id: callId });

  expect(await target.call(contracts.listCallMessages, { id: callId })).toEqual([{ ...sent, delivered: true }]);
  expect(await caller.call(contracts.listCallPics, { id: callId })).toEqual([pic]);
  await target.call(contracts.getCallFile, { callId, imageFileName: pic.imageFileName });
  expect(await caller.call(contracts.sendCallMessage, request)).toEqual(sent);
  const socket = await target.socket();
  const waited = await caller.call(contracts.sendCallMessage, { ...request, clientId: randomUUID() });
  const { messageContent } = await socket.next(isPush('CallMessage'));
  expect(messageContent.callMessage).toEqual(waited);
  const picture = { id: callId, picBase64: base64(jpeg), cryptoSchema: 0 as const };
  const last = await target.call(contracts.addCallPic, picture);
  expect(await caller.call(contracts.listCallPics, { id: callId })).toEqual([pic, last]);
  const late = { ...request, clientId: randomUUID() };
  const silent = { code: 403, error: 'notAllowed' };
  await expect(rung.call(contracts.addCallPic, picture)).rejects.toMatchObject(silent);
  await expect(rung.call(contracts.sendCallMessage, late)).rejects.toMatchObject(silent);

  await leftAgo(server, callId, contracts.STORE_GRACE_MS + 1);
  const tooLate = { code: 410, error: 'callClosed' };
  await expect(target.call(contracts.addCallPic, picture)).rejects.toMatchObject(tooLate);
  await expect(caller.call(contracts.sendCallMessage, late)).rejects.toMatchObject(tooLate);
  for (const { uniqueId: picId } of [pic, last]) await caller.call(contracts.deleteCallPic, { id: callId, picId });
  expect(await target.call(contracts.listCallPics, { id: callId })).toEqual([]);
});
