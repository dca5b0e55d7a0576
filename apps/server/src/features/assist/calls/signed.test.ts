/**
 * Scheme 2 on the server: signed contents are stored as they came, keys are added beside them, and anything that is not an envelope is
 * refused.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { addRecipients, openFile, openText, rewrapKey, sealFile, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactOf } from '../../../../testing/contacts';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const LIMIT = 64 * 1024;
const SUBJECT = 'Feed pump P-204';
const picture = randomBytes(1000);
const id = randomUUID();

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;
/** As the server names them. */
let people: Record<'luca' | 'giulia' | 'marco' | 'outsider', contracts.Contact>;
/** The call's subject, as Luca sealed it. */
let subject: string;

const authorOf = async (person: SignedInClient, kind: contracts.SealedPlace['kind'], own: string | null = null) => ({
  sender: await person.reader(),
  place: { kind, within: id, id: own },
});
const byLuca = (kind: contracts.SealedPlace['kind'], own: string | null = null): contracts.SealedOrigin => ({
  sender: people.luca,
  place: { kind, within: id, id: own },
});

beforeAll(async () => {
  server = await startTestServer({ MAX_FILE_BYTES: String(LIMIT), MAX_USERS_IN_CALL: '-1', CRYPTO_SCHEMA: '2' });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
  people = {
    luca: await contactOf(giulia, 'assisted'),
    giulia: await contactOf(giulia, 'operator'),
    marco: await contactOf(giulia, 'operator2'),
    outsider: await contactOf(giulia, 'admin'),
  };
  await giulia.socket();
  await marco.socket();
  subject = await sealText(2, SUBJECT, [people.luca, people.giulia], await authorOf(luca, 'subject'));
  await luca.call(contracts.createCall, {
    uniqueId: id,
    subject,
    targetContacts: [giulia.contactId],
    cryptoSchema: 2,
  });
  await giulia.call(contracts.joinCall, { id });
});
afterAll(() => server.close());

test('tells the client that scheme 2 is in force', async () => {
  const config = await fetch(`${server.url}/config.json`);
  expect(await config.json()).toMatchObject({ cryptoSchema: 2 });
});

test('uses the id that the caller chose and sealed the subject for, and refuses a taken one', async () => {
  const { call } = await giulia.call(contracts.getCall, { id });
  expect(call).toMatchObject({ uniqueId: id, subject, cryptoSchema: 2 });
  expect(await openText(2, call.subject, await giulia.reader(), byLuca('subject'))).toBe(SUBJECT);
  const again = { uniqueId: id, subject: 's', targetContacts: [marco.contactId], cryptoSchema: 0 as const };
  await expect(luca.call(contracts.createCall, again)).rejects.toMatchObject({ code: 400, error: 'invalidInput' });
});

test('an invited person gets keys to subject, message and snapshot, and reads them as genuine', async () => {
  const both = [people.luca, people.giulia];
  const message = await sealText(2, 'Which valve?', both, await authorOf(luca, 'message', 'm-1'));
  await luca.call(contracts.sendCallMessage, { id, message, cryptoSchema: 2, clientId: 'm-1' });
  const picBase64 = await sealFile(2, picture, both, await authorOf(luca, 'pic', 'p-1'));
  const pic = await luca.call(contracts.addCallPic, { id, picBase64, cryptoSchema: 2, clientId: 'p-1' });

  const grown = (await addRecipients(2, subject, await giulia.reader(), [people.marco])) ?? '';
  await giulia.call(contracts.addTargets, { id, targetContacts: [marco.contactId], subject: grown });
  await marco.call(contracts.joinCall, { id });
  const keys = await Promise.all(
    (await giulia.call(contracts.listCallKeys, { id })).map(async ({ kind, uniqueId, encryptedKey }) => {
      const recipientKeys = (await rewrapKey(encryptedKey, await giulia.reader(), [people.marco])) ?? [];
      return { kind, uniqueId, recipientKeys };
    }),
  );
  await giulia.call(contracts.addCallKeys, { id, keys });

  const reader = await marco.reader();
  const { call } = await marco.call(contracts.getCall, { id });
  expect(await openText(2, call.subject, reader, byLuca('subject'))).toBe(SUBJECT);
  const [stored] = await marco.call(contracts.listCallMessages, { id });
  expect(await openText(2, stored?.message ?? '', reader, byLuca('message', 'm-1'))).toBe('Which valve?');
  const file = await marco.call(contracts.getCallFile, { callId: id, imageFileName: pic.imageFileName });
  expect(file.cryptoSchema).toBe(2);
  const opened = await openFile(2, file.base64, reader, byLuca('pic', 'p-1'));
  expect(Buffer.from(opened as Uint8Array).equals(picture)).toBe(true);
});

test('nobody can replace the subject with other text, or sign it again', async () => {
  const other = await sealText(2, 'Other words', [people.luca, people.giulia], await authorOf(giulia, 'subject'));
  const adding = { id, targetContacts: [people.outsider.uniqueId], subject: other };
  await expect(giulia.call(contracts.addTargets, adding)).rejects.toMatchObject({ error: 'envelopeInvalid' });
});

interface Wire {
  readonly Message: string;
  readonly RecipientKeys: readonly { readonly CriptedKey: string; readonly RecipientId: string }[];
}
const short = (text: string) => Buffer.from(text, 'base64').subarray(1).toString('base64');

test.each<[string, (wire: Wire) => object]>([
  ['no envelope', () => ({})],
  ['an envelope without a signature', (wire) => ({ ...wire, Signature: undefined })],
  ['a signature that is too short', (wire) => ({ ...wire, Signature: 'AAAA' })],
  ['a commitment that is too short', (wire) => ({ ...wire, KeyCommitment: 'AAAA' })],
  ['a message without room for its tag', (wire) => ({ ...wire, Message: 'AAAA' })],
  ['a message that is not base64', (wire) => ({ ...wire, Message: `${wire.Message} ` })],
  ['nobody addressed', (wire) => ({ ...wire, Recipients: [] })],
  ['no keys', (wire) => ({ ...wire, RecipientKeys: [] })],
  [
    'a key that is none',
    (wire) => ({
      ...wire,
      RecipientKeys: wire.RecipientKeys.map((key) => ({ ...key, CriptedKey: short(key.CriptedKey) })),
    }),
  ],
])('refuses %s, as a text and as a file', async (_, change) => {
  const author = await authorOf(luca, 'message', 'm-2');
  const wire = JSON.parse(await sealText(2, 'x', [people.luca, people.giulia], author)) as Wire;
  const wrong = JSON.stringify(change(wire));
  const refused = { code: 400, error: 'envelopeInvalid' };
  const message = { id, message: wrong, cryptoSchema: 2 as const };
  await expect(luca.call(contracts.sendCallMessage, message)).rejects.toMatchObject(refused);
  const pic = { id, picBase64: Buffer.from(wrong).toString('base64'), cryptoSchema: 2 as const };
  await expect(luca.call(contracts.addCallPic, pic)).rejects.toMatchObject(refused);
});

test('refuses an envelope of scheme 1 under scheme 2', async () => {
  const message = await sealText(1, 'x', [people.luca, people.giulia]);
  await expect(luca.call(contracts.sendCallMessage, { id, message, cryptoSchema: 2 })).rejects.toMatchObject({
    code: 400,
    error: 'envelopeInvalid',
  });
});

test('refuses content sealed for, or addressed to, a person outside the call', async () => {
  const author = await authorOf(luca, 'message', 'm-3');
  const forAll = [people.luca, people.giulia, people.outsider];
  const sealed = await sealText(2, 'x', forAll, author);
  const wire = JSON.parse(sealed) as Wire;
  const withoutKey = JSON.stringify({ ...wire, RecipientKeys: wire.RecipientKeys.slice(0, 2) });
  for (const message of [sealed, withoutKey])
    await expect(luca.call(contracts.sendCallMessage, { id, message, cryptoSchema: 2 })).rejects.toMatchObject({
      code: 400,
      error: 'recipientUnknown',
    });
});

test('limits the plain bytes: a file of just that size passes, one byte more does not', async () => {
  const sealed = async (size: number) => ({
    id,
    cryptoSchema: 2 as const,
    picBase64: await sealFile(2, randomBytes(size), [people.luca], await authorOf(luca, 'pic', `p-${size}`)),
  });
  await luca.call(contracts.addCallPic, await sealed(LIMIT));
  await expect(luca.call(contracts.addCallPic, await sealed(LIMIT + 1))).rejects.toMatchObject({ error: 'tooLarge' });
});

test('the database holds no plain text', async () => {
  const { rows } = await server.context.pool.query<{ text: string }>(
    'select subject as text from calls union all select message from call_messages',
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { text } of rows) expect(text).not.toMatch(/pump|valve/);
});
