import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPerson } from '../testing/people';
import type { SealedWire } from '../testing/wire';
import { NoParticipantsError, openFile, openText, sealFile, sealText } from './index';
import type { Reader } from './people';

/** Fixed seed, so that failures are reproducible. */
const SEED = 20_240_917;
const SCHEMES = [0, 1] as const;
const TEXT = 'The feed pump P-204 is dry';

const luca = await createPerson('0190a000-0000-7000-8000-0000000000a1');
const giulia = await createPerson('0190a000-0000-7000-8000-0000000000b2');
const outsider = await createPerson('0190a000-0000-7000-8000-0000000000c3');
const both = [luca.recipient, giulia.recipient];

const envelopeOf = (sealed: string) => JSON.parse(sealed) as SealedWire;

test.each(SCHEMES)('scheme %d: every recipient reads any text and any file', async (scheme) => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 100 }), async (text, bytes) => {
      const sealedText = await sealText(scheme, text, both);
      const sealedFile = await sealFile(scheme, bytes, both);
      for (const { reader } of [luca, giulia]) {
        expect(await openText(scheme, sealedText, reader)).toBe(text);
        expect(await openFile(scheme, sealedFile, reader)).toEqual(new Uint8Array(bytes));
      }
    }),
    { seed: SEED, numRuns: 50 },
  );
});

test('scheme 0 hides nothing: the text, and base64 of the bytes', async () => {
  expect(await sealText(0, TEXT, both)).toBe(TEXT);
  expect(await sealFile(0, new Uint8Array([1, 2, 3]), both)).toBe('AQID');
});

test('scheme 1 shows neither the text nor the bytes of a file, however it is decoded', async () => {
  const bytes = new TextEncoder().encode(TEXT);
  const sealedFile = Buffer.from(await sealFile(1, bytes, both), 'base64').toString();
  for (const sealed of [await sealText(1, TEXT, both), sealedFile]) {
    const parts = [sealed, ...Object.values(envelopeOf(sealed)).map((part) => Buffer.from(String(part), 'base64'))];
    for (const part of parts) expect(part.includes('pump')).toBe(false);
  }
});

test('A5.9: a message for others cannot be opened', async () => {
  expect(await openText(1, await sealText(1, TEXT, both), outsider.reader)).toBeNull();
  expect(await openFile(1, await sealFile(1, new Uint8Array(9), both), outsider.reader)).toBeNull();
});

test('the id of a recipient does not open it without the key', async () => {
  const impostor = { uniqueId: luca.reader.uniqueId, keys: outsider.reader.keys };
  expect(await openText(1, await sealText(1, TEXT, both), impostor)).toBeNull();
});

test.each(SCHEMES)(
  'A5.1, A8.6: sealing without a recipient fails with «there are no participants»: scheme %d',
  async (scheme) => {
    await expect(sealText(scheme, TEXT, [])).rejects.toThrow(new NoParticipantsError());
    await expect(sealFile(scheme, new Uint8Array(1), [])).rejects.toThrow('there are no participants');
  },
);

test('fails if one recipient has no key, so that nobody is left out silently', async () => {
  const broken = { uniqueId: outsider.recipient.uniqueId, publicKey: '{}' };
  await expect(sealText(1, TEXT, [...both, broken])).rejects.toThrow('public key');
});

test('a person who is named twice gets one key', async () => {
  const { RecipientKeys } = envelopeOf(await sealText(1, TEXT, [...both, luca.recipient]));
  expect(RecipientKeys.map(({ RecipientId }) => RecipientId)).toEqual(both.map(({ uniqueId }) => uniqueId));
});

test('each message has a salt, an IV and keys of its own', async () => {
  const envelopes = await Promise.all(
    Array.from({ length: 20 }, async () => envelopeOf(await sealText(1, TEXT, both))),
  );
  const heads = envelopes.map(({ Message }) => Buffer.from(Message, 'base64'));
  expect(new Set(heads.map((bytes) => bytes.subarray(0, 32).toString('hex'))).size).toBe(20);
  expect(new Set(heads.map((bytes) => bytes.subarray(32, 48).toString('hex'))).size).toBe(20);
  const messageKeys = await Promise.all(
    envelopes.map(async ({ RecipientKeys }) => {
      const wrapped = Buffer.from(RecipientKeys[0]?.CriptedKey ?? '', 'base64');
      const key = await crypto.subtle.decrypt('RSA-OAEP', luca.reader.keys.rsa, wrapped);
      return Buffer.from(key).toString('ascii');
    }),
  );
  expect(new Set(messageKeys).size).toBe(20);
  for (const key of messageKeys) expect(key).toMatch(/^[0-9a-f]{64}$/);
});

test('a picture of 12 megapixels is sealed and opened', async () => {
  const picture = new Uint8Array(8 * 1024 * 1024).map((_, index) => (index * 2_654_435_761) >>> 13);
  const opened = await openFile(1, await sealFile(1, picture, both), luca.reader);
  expect(Buffer.compare(opened ?? new Uint8Array(), picture)).toBe(0);
});

test('private keys still open after the copy that IndexedDB makes', async () => {
  const copied: Reader = structuredClone(luca.reader);
  expect(await openText(1, await sealText(1, TEXT, both), copied)).toBe(TEXT);
});
