import { expect, test } from 'vitest';
import vectors from '../../../interop/crypto-scheme1.json';
import { toBase64 } from './bytes';
import { pbkdf2 } from './cipher';
import { importPrivateKeys, openFile, openText } from './index';
import type { Reader } from './people';
import { openEnvelope, sealEnvelope } from './scheme1';

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

type Person = keyof typeof vectors.people;
const isPerson = (name: string): name is Person => name in vectors.people;

async function readerOf(name: string): Promise<Reader> {
  if (!isPerson(name)) throw new Error(`Nobody is called ${name}`);
  const { uniqueId, privateKey } = vectors.people[name];
  return { uniqueId, keys: await importPrivateKeys(privateKey) };
}

test.each(vectors.opens)('opens for each reader: $name', async ({ form, sealed, readers, plainHex, plainText }) => {
  const open = form === 'text' ? openText : openFile;
  for (const name of readers) {
    expect(await open(1, sealed, await readerOf(name))).toEqual(plainText ?? fromHex(plainHex));
  }
});

test.each(vectors.opens)('has the required layout: $name', async (vector) => {
  const json = vector.form === 'text' ? vector.sealed : Buffer.from(vector.sealed, 'base64').toString();
  const { Message } = JSON.parse(json) as { Message: string };
  const bytes = Buffer.from(Message, 'base64').toString('hex');
  expect([bytes.slice(0, 64), bytes.slice(64, 96)]).toEqual([vector.salt, vector.iv]);
  const aesKey = await pbkdf2(new TextEncoder().encode(vector.messageKey), fromHex(vector.salt), 1000, 32);
  expect(Buffer.from(aesKey).toString('hex')).toBe(vector.aesKey);
});

test.each(vectors.opens)('is sealed again to the same message: $name', async (vector) => {
  const { messageKey, salt, iv, plainHex, readers } = vector;
  const recipients = readers.filter(isPerson).map((name) => vectors.people[name]);
  const secrets = { messageKey, salt: fromHex(salt), iv: fromHex(iv) };
  const json = await sealEnvelope(fromHex(plainHex), recipients, secrets);
  const before = vector.form === 'text' ? vector.sealed : Buffer.from(vector.sealed, 'base64').toString();
  const read = (text: string) => JSON.parse(text) as { Message: string; RecipientKeys: { RecipientId: string }[] };
  expect(read(json).Message).toBe(read(before).Message);
  expect(read(json).RecipientKeys.map(({ RecipientId }) => RecipientId)).toEqual(
    recipients.map(({ uniqueId }) => uniqueId),
  );
});

test.each(vectors.mustFail)('gives nothing: $name', async ({ form, reader, sealed }) => {
  const open = form === 'text' ? openText : openFile;
  expect(await open(1, sealed, await readerOf(reader))).toBeNull();
});

test('the cases that must fail start from an envelope that opens', async () => {
  const notAddressed = vectors.mustFail.find(({ name }) => name === 'not addressed to the reader');
  expect(await openText(1, notAddressed?.sealed ?? '', await readerOf('luca'))).toMatch(/^This text is longer/);
  const notUtf8 = vectors.mustFail.find(({ name }) => name === 'a text that is not UTF-8');
  const bytes = await openEnvelope(notUtf8?.sealed ?? '', await readerOf('luca'));
  expect(toBase64(bytes ?? new Uint8Array())).toBe('//79');
});
