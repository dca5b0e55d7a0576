import { randomBytes, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openFile, openText, rewrapKey, sealFile, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPush } from '../../../testing/frames';
import {
  type SignedInClient,
  startTestServer,
  type TestServer,
  type TestSocket,
} from '../../../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** Comes into the call of Luca and Giulia when all has been said. */
let marco: SignedInClient;
let marcoSocket: TestSocket;
let id: string;
let message: contracts.CallMessage;
let pic: contracts.CallPic;
const manual = randomBytes(500);
const picture = randomBytes(700);

beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: '-1' });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
  await giulia.socket();
  marcoSocket = await marco.socket();
  const request = { subject: 's', targetContacts: [giulia.contactId], cryptoSchema: 0 as const };
  id = (await luca.call(contracts.createCall, request)).call.uniqueId;
  await giulia.call(contracts.joinCall, { id });
  const both = (await luca.call(contracts.listParticipants, { id })).map(({ contact }) => contact);
  message = await luca.call(contracts.sendCallMessage, {
    id,
    message: await sealText(1, 'The manual', both),
    base64File: await sealFile(1, manual, both),
    fileName: 'manual.pdf',
    cryptoSchema: 1,
  });
  pic = await luca.call(contracts.addCallPic, { id, picBase64: await sealFile(1, picture, both), cryptoSchema: 1 });
  await giulia.call(contracts.addTargets, { id, targetContacts: [marco.contactId] });
  await marco.call(contracts.joinCall, { id });
});
afterAll(() => server.close());

const fileOf = async (person: SignedInClient, url: string) => {
  const [callId = '', imageFileName = ''] = url.split('/').slice(-2);
  return person.call(contracts.getCallFile, { callId, imageFileName });
};
const picUrl = () => `${id}/${pic.imageFileName}`;

/** Giulia's keys, wrapped for Marco too. */
async function wrapForMarco(): Promise<contracts.SealedKeys[]> {
  const everybody = await giulia.call(contracts.listParticipants, { id });
  const newcomers = everybody.map(({ contact }) => contact).filter(({ uniqueId }) => uniqueId === marco.contactId);
  const mine = await giulia.call(contracts.listCallKeys, { id });
  return Promise.all(
    mine.map(async ({ kind, uniqueId, encryptedKey }) => {
      const recipientKeys = (await rewrapKey(encryptedKey, await giulia.reader(), newcomers)) ?? [];
      return { kind, uniqueId, recipientKeys };
    }),
  );
}

test('everybody is told their own keys to what was sealed, and nobody another’s', async () => {
  const keys = await giulia.call(contracts.listCallKeys, { id });
  expect(keys.map(({ kind, uniqueId }) => `${kind} ${uniqueId}`).toSorted()).toEqual([
    `file ${message.uniqueId}`,
    `message ${message.uniqueId}`,
    `pic ${pic.uniqueId}`,
  ]);
  const lucas = await luca.call(contracts.listCallKeys, { id });
  const words = (list: readonly contracts.OwnKey[]) => list.map(({ encryptedKey }) => encryptedKey);
  expect(words(keys).some((key) => words(lucas).includes(key))).toBe(false);
});

test('who comes late reads message, file and snapshot once somebody wraps their keys; the rest stays as it came', async () => {
  const [before] = await marco.call(contracts.listCallMessages, { id });
  expect(await openText(1, before?.message ?? '', await marco.reader())).toBeNull();
  expect(await marco.call(contracts.listCallKeys, { id })).toEqual([]);

  const given = await wrapForMarco();
  await giulia.call(contracts.addCallKeys, { id, keys: given });
  const { messageContent } = await marcoSocket.next(isPush('CallKeys'));
  expect(messageContent).toEqual({ callUniqueId: id });

  const [after] = await marco.call(contracts.listCallMessages, { id });
  expect(await openText(1, after?.message ?? '', await marco.reader())).toBe('The manual');
  const file = await fileOf(marco, message.fileUrl ?? '');
  expect(Buffer.from((await openFile(1, file.base64, await marco.reader())) ?? [])).toEqual(manual);
  const shown = await fileOf(marco, picUrl());
  expect(Buffer.from((await openFile(1, shown.base64, await marco.reader())) ?? [])).toEqual(picture);
  expect(await marco.call(contracts.listCallKeys, { id })).toHaveLength(3);

  expect((await giulia.call(contracts.listCallMessages, { id }))[0]?.message).toBe(message.message);
});

test('a key that is there stays as it is, and who is given nothing new is told nothing', async () => {
  await giulia.call(contracts.addCallKeys, { id, keys: await wrapForMarco() });
  const before = await marco.call(contracts.listCallKeys, { id });
  const lucas = await luca.call(contracts.listCallKeys, { id });
  const told = marcoSocket.unread.filter(isPush('CallKeys')).length;
  const useless = [luca, marco].map(({ contactId }) => ({ encryptedKey: 'AAAA', recipientId: contactId }));
  await giulia.call(contracts.addCallKeys, {
    id,
    keys: [{ kind: 'pic', uniqueId: pic.uniqueId, recipientKeys: useless }],
  });
  expect(await marco.call(contracts.listCallKeys, { id })).toEqual(before);
  expect(await luca.call(contracts.listCallKeys, { id })).toEqual(lucas);
  expect(marcoSocket.unread.filter(isPush('CallKeys'))).toHaveLength(told);
});

const keyOf = (change: Partial<contracts.SealedKeys> = {}): contracts.SealedKeys => ({
  kind: 'pic',
  uniqueId: pic.uniqueId,
  recipientKeys: [{ encryptedKey: 'AAAA', recipientId: marco.contactId }],
  ...change,
});
const recipients = (count: number) =>
  Array.from({ length: count }, () => ({ encryptedKey: 'AAAA', recipientId: marco.contactId }));

test.each<[string, () => contracts.SealedKeys[], { code: number; error: string }]>([
  ['nothing', () => [], { code: 400, error: 'invalidInput' }],
  ['too many things', () => Array.from({ length: 51 }, () => keyOf()), { code: 400, error: 'invalidInput' }],
  ['too many people', () => [keyOf({ recipientKeys: recipients(11) })], { code: 400, error: 'invalidInput' }],
  ['no people', () => [keyOf({ recipientKeys: [] })], { code: 400, error: 'invalidInput' }],
  [
    'a key that is too long',
    () => [keyOf({ recipientKeys: [{ encryptedKey: 'A'.repeat(1028), recipientId: marco.contactId }] })],
    { code: 400, error: 'invalidInput' },
  ],
  [
    'a key that is none',
    () => [keyOf({ recipientKeys: [{ encryptedKey: 'no key', recipientId: marco.contactId }] })],
    { code: 400, error: 'invalidInput' },
  ],
  [
    'somebody who is not of the call',
    () => [keyOf({ recipientKeys: [{ encryptedKey: 'AAAA', recipientId: randomUUID() }] })],
    { code: 400, error: 'recipientUnknown' },
  ],
  ['a thing that is not there', () => [keyOf({ uniqueId: randomUUID() })], { code: 404, error: 'notFound' }],
  ['a snapshot under another kind', () => [keyOf({ kind: 'message' })], { code: 404, error: 'notFound' }],
])('keys for %s are refused', async (_, keys, refusal) => {
  await expect(giulia.call(contracts.addCallKeys, { id, keys: keys() })).rejects.toMatchObject(refusal);
});

test('keys for what was never sealed are refused', async () => {
  const plain = await luca.call(contracts.sendCallMessage, { id, message: 'Hello', cryptoSchema: 0 });
  const keys = [keyOf({ kind: 'message', uniqueId: plain.uniqueId })];
  await expect(giulia.call(contracts.addCallKeys, { id, keys })).rejects.toMatchObject({ code: 404 });
});

test('who left gives no keys any more, and nobody does when the call is over', async () => {
  await giulia.call(contracts.leaveCall, { id });
  await expect(giulia.call(contracts.addCallKeys, { id, keys: [keyOf()] })).rejects.toMatchObject({
    code: 403,
    error: 'notAllowed',
  });
  await marco.call(contracts.leaveCall, { id });
  await expect(luca.call(contracts.addCallKeys, { id, keys: [keyOf()] })).rejects.toMatchObject({
    code: 410,
    error: 'callClosed',
  });
  expect(await giulia.call(contracts.listCallKeys, { id })).toHaveLength(3);
});
