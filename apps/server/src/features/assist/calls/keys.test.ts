import { randomBytes, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openFile, openText, rewrapKey, sealFile, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { isPush } from '../../../../testing/frames';
import type { TestSocket } from '../../../../testing/socket';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** Joins the call of Luca and Giulia after everything has been said. */
let marco: SignedInClient;
let marcoSocket: TestSocket;
let id: string;
let message: contracts.CallMessage;
let pic: contracts.CallPic;
const manual = randomBytes(500);
const cover = randomBytes(300);
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
    base64Preview: await sealFile(1, cover, both),
    fileName: 'manual.pdf',
    cryptoSchema: 1,
  });
  pic = await luca.call(contracts.addCallPic, { id, picBase64: await sealFile(1, picture, both), cryptoSchema: 1 });
  await draw(1);
  await note('Order a seal');
  await giulia.call(contracts.addTargets, { id, targetContacts: [marco.contactId] });
  await marco.call(contracts.joinCall, { id });
});
afterAll(() => server.close());

/** Giulia stores a drawing, sealed for herself and Luca. */
async function draw(entries: number) {
  const people = (await giulia.call(contracts.listParticipants, { id })).map(({ contact }) => contact);
  const both = people.filter(({ uniqueId }) => uniqueId !== marco.contactId);
  const drawing = await sealText(1, `${entries} strokes`, both);
  await giulia.call(contracts.saveDrawing, {
    id,
    picId: pic.uniqueId,
    drawing,
    cryptoSchema: 1,
    edition: 1,
    entries,
  });
}

/** Giulia writes notes, sealed for herself and Luca. */
async function note(text: string) {
  const { notes, participants } = await giulia.call(contracts.getCall, { id });
  const both = participants.map(({ contact }) => contact).filter(({ uniqueId }) => uniqueId !== marco.contactId);
  const sealed = { id, notes: await sealText(1, text, both), cryptoSchema: 1 as const };
  return giulia.call(contracts.writeCallNotes, { ...sealed, ...(notes && { basedOn: notes.date }) });
}

/** What Marco can read of the notes. */
async function notedForMarco() {
  const { notes } = await marco.call(contracts.getCall, { id });
  return openText(1, notes?.notes ?? '', await marco.reader());
}

/** What Marco can read of the drawing. */
async function drawnForMarco() {
  const [stored] = await marco.call(contracts.listPicDrawings, { id, picId: pic.uniqueId });
  return openText(1, stored?.drawing ?? '', await marco.reader());
}

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

test('returns to each reader their own keys, and nobody else’s', async () => {
  const keys = await giulia.call(contracts.listCallKeys, { id });
  const [drawing] = await giulia.call(contracts.listPicDrawings, { id, picId: pic.uniqueId });
  const { notes } = await giulia.call(contracts.getCall, { id });
  expect(keys.map(({ kind, uniqueId }) => `${kind} ${uniqueId}`).toSorted()).toEqual([
    `drawing ${drawing?.uniqueId}`,
    `file ${message.uniqueId}`,
    `message ${message.uniqueId}`,
    `notes ${notes?.uniqueId}`,
    `pic ${pic.uniqueId}`,
    `preview ${message.uniqueId}`,
  ]);
  const lucas = await luca.call(contracts.listCallKeys, { id });
  const words = (list: readonly contracts.OwnKey[]) => list.map(({ encryptedKey }) => encryptedKey);
  expect(words(keys).some((key) => words(lucas).includes(key))).toBe(false);
});

test('a late participant reads message, file, preview, snapshot, drawing and notes once their keys are wrapped', async () => {
  const [before] = await marco.call(contracts.listCallMessages, { id });
  expect(await openText(1, before?.message ?? '', await marco.reader())).toBeNull();
  expect(await drawnForMarco()).toBeNull();
  expect(await notedForMarco()).toBeNull();
  expect(await marco.call(contracts.listCallKeys, { id })).toEqual([]);

  const given = await wrapForMarco();
  await giulia.call(contracts.addCallKeys, { id, keys: given });
  const { messageContent } = await marcoSocket.next(isPush('CallKeys'));
  expect(messageContent).toEqual({ callUniqueId: id });

  const [after] = await marco.call(contracts.listCallMessages, { id });
  expect(await openText(1, after?.message ?? '', await marco.reader())).toBe('The manual');
  const file = await fileOf(marco, message.fileUrl ?? '');
  expect(Buffer.from((await openFile(1, file.base64, await marco.reader())) ?? [])).toEqual(manual);
  const small = await fileOf(marco, message.previewUrl ?? '');
  expect(Buffer.from((await openFile(1, small.base64, await marco.reader())) ?? [])).toEqual(cover);
  const shown = await fileOf(marco, picUrl());
  expect(Buffer.from((await openFile(1, shown.base64, await marco.reader())) ?? [])).toEqual(picture);
  expect(await drawnForMarco()).toBe('1 strokes');
  expect(await notedForMarco()).toBe('Order a seal');
  expect(await marco.call(contracts.listCallKeys, { id })).toHaveLength(6);

  expect((await giulia.call(contracts.listCallMessages, { id }))[0]?.message).toBe(message.message);
});

test('an existing key stays as it is, and a person without a new key is not notified', async () => {
  await giulia.call(contracts.addCallKeys, { id, keys: await wrapForMarco() });
  const before = await marco.call(contracts.listCallKeys, { id });
  const lucas = await luca.call(contracts.listCallKeys, { id });
  const notifications = marcoSocket.unread.filter(isPush('CallKeys')).length;
  const useless = [luca, marco].map(({ contactId }) => ({ encryptedKey: 'AAAA', recipientId: contactId }));
  await giulia.call(contracts.addCallKeys, {
    id,
    keys: [{ kind: 'pic', uniqueId: pic.uniqueId, recipientKeys: useless }],
  });
  expect(await marco.call(contracts.listCallKeys, { id })).toEqual(before);
  expect(await luca.call(contracts.listCallKeys, { id })).toEqual(lucas);
  expect(marcoSocket.unread.filter(isPush('CallKeys'))).toHaveLength(notifications);
});

test('a new version of a drawing has its own keys, and those of the old one are deleted', async () => {
  await giulia.call(contracts.addCallKeys, { id, keys: await wrapForMarco() });
  const isDrawing = ({ kind }: { readonly kind: contracts.SealedKind }) => kind === 'drawing';
  const old = (await wrapForMarco()).filter(isDrawing);
  // A log older than the stored one changes nothing.
  await draw(0);
  expect(await drawnForMarco()).toBe('1 strokes');

  await draw(2);
  expect(await drawnForMarco()).toBeNull();
  expect((await marco.call(contracts.listCallKeys, { id })).filter(isDrawing)).toEqual([]);
  await expect(giulia.call(contracts.addCallKeys, { id, keys: old })).rejects.toMatchObject({ code: 404 });
  await giulia.call(contracts.addCallKeys, { id, keys: await wrapForMarco() });
  expect(await drawnForMarco()).toBe('2 strokes');
});

test('a new version of the notes has its own keys, and those of the old one are deleted', async () => {
  await giulia.call(contracts.addCallKeys, { id, keys: await wrapForMarco() });
  const isNotes = ({ kind }: { readonly kind: contracts.SealedKind }) => kind === 'notes';
  const old = (await wrapForMarco()).filter(isNotes);
  await note('The seal is ordered');
  expect(await notedForMarco()).toBeNull();
  expect((await marco.call(contracts.listCallKeys, { id })).filter(isNotes)).toEqual([]);
  await expect(giulia.call(contracts.addCallKeys, { id, keys: old })).rejects.toMatchObject({ code: 404 });
  await giulia.call(contracts.addCallKeys, { id, keys: await wrapForMarco() });
  expect(await notedForMarco()).toBe('The seal is ordered');

  // A refused request changes no keys.
  const stale = { id, notes: await sealText(1, 'x', await readers()), cryptoSchema: 1 as const };
  await expect(giulia.call(contracts.writeCallNotes, stale)).rejects.toMatchObject({ error: 'notesChanged' });
  expect(await notedForMarco()).toBe('The seal is ordered');
});

const readers = async () => (await giulia.call(contracts.listParticipants, { id })).map(({ contact }) => contact);

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
  ['a snapshot as notes', () => [keyOf({ kind: 'notes' })], { code: 404, error: 'notFound' }],
  ['a snapshot as a drawing', () => [keyOf({ kind: 'drawing' })], { code: 404, error: 'notFound' }],
  ['a snapshot under another kind', () => [keyOf({ kind: 'message' })], { code: 404, error: 'notFound' }],
])('refuses keys for %s', async (_, keys, refusal) => {
  await expect(giulia.call(contracts.addCallKeys, { id, keys: keys() })).rejects.toMatchObject(refusal);
});

test('refuses keys for what was never sealed', async () => {
  const plain = await luca.call(contracts.sendCallMessage, { id, message: 'Hello', cryptoSchema: 0 });
  const keys = [keyOf({ kind: 'message', uniqueId: plain.uniqueId })];
  await expect(giulia.call(contracts.addCallKeys, { id, keys })).rejects.toMatchObject({ code: 404 });
});

test('of two keys for one person in an envelope returns the first, which readers use', async () => {
  const [caller, target] = [await addPerson(server), await addPerson(server)];
  const request = { subject: 's', targetContacts: [target.contactId], cryptoSchema: 0 as const };
  const { uniqueId } = (await caller.call(contracts.createCall, request)).call;
  await target.call(contracts.joinCall, { id: uniqueId });
  const envelope = {
    Message: randomBytes(64).toString('base64'),
    RecipientKeys: ['AAAA', 'BBBB'].map((CriptedKey) => ({ CriptedKey, RecipientId: target.contactId })),
  };
  const sealed = { id: uniqueId, message: JSON.stringify(envelope), cryptoSchema: 1 as const };
  await caller.call(contracts.sendCallMessage, sealed);
  expect(await target.call(contracts.listCallKeys, { id: uniqueId })).toMatchObject([{ encryptedKey: 'AAAA' }]);
});

test('refuses keys from a participant who left, and after the call', async () => {
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
  expect(await giulia.call(contracts.listCallKeys, { id })).toHaveLength(6);
});
