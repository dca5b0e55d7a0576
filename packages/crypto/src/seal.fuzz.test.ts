/** Hostile input. Seed, keys and envelope are fixed, so that failures are reproducible. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '../../../interop/crypto-scheme1.json';
import { importPrivateKeys, openFile, openText } from './index';

const FIXED = { seed: 20_240_917, numRuns: 500 };

const { uniqueId, privateKey } = vectors.people.luca;
const luca = { uniqueId, keys: await importPrivateKeys(privateKey) };
const sealed = vectors.opens[0]?.sealed ?? '';

interface Wire {
  Message: string;
  RecipientKeys: [{ CriptedKey: string; RecipientId: string }, ...unknown[]];
}
const envelope = JSON.parse(sealed) as Wire;

test('the envelope that is altered below opens as it is', async () => {
  expect(await openText(1, sealed, luca)).toBe('The feed pump has stopped.');
});

test('whatever arrives instead of an envelope gives nothing', async () => {
  const arrived = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }), fc.json(), base64());
  await fc.assert(
    fc.asyncProperty(arrived, async (text) => {
      expect(await openText(1, text, luca)).toBeNull();
      expect(await openFile(1, text, luca)).toBeNull();
    }),
    FIXED,
  );
});

test('whatever arrives as a plain file gives bytes or nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const bytes = await openFile(0, text, luca);
      expect(bytes === null || Buffer.from(bytes).toString('base64').length === text.length).toBe(true);
    }),
    FIXED,
  );
});

test('an envelope with a part of another kind gives a text or nothing', async () => {
  const part = fc.oneof(fc.jsonValue(), base64());
  const [mine] = envelope.RecipientKeys;
  const altered = fc.oneof(
    part.map((Message) => ({ ...envelope, Message })),
    part.map((RecipientKeys) => ({ ...envelope, RecipientKeys })),
    part.map((CriptedKey) => ({ ...envelope, RecipientKeys: [{ ...mine, CriptedKey }] })),
    part.map((RecipientId) => ({ ...envelope, RecipientKeys: [{ ...mine, RecipientId }] })),
  );
  await fc.assert(
    fc.asyncProperty(altered, async (parts) => {
      expect(isTextOrNothing(await openText(1, JSON.stringify(parts), luca))).toBe(true);
    }),
    FIXED,
  );
});

test('an envelope with a piece replaced gives a text or nothing', async () => {
  const piece = fc.record({ at: fc.nat(sealed.length), length: fc.nat(20), put: fc.string({ maxLength: 20 }) });
  await fc.assert(
    fc.asyncProperty(piece, async ({ at, length, put }) => {
      const altered = sealed.slice(0, at) + put + sealed.slice(at + length);
      expect(isTextOrNothing(await openText(1, altered, luca))).toBe(true);
      expect(await openFile(1, altered, luca)).toBeNull();
    }),
    FIXED,
  );
});

test('an envelope with one byte of its message altered never throws, wherever the byte is', async () => {
  const message = Buffer.from(envelope.Message, 'base64');
  for (let at = 0; at < message.length; at += 1) {
    const Message = Buffer.from(message.map((byte, index) => (index === at ? byte ^ 0x80 : byte))).toString('base64');
    expect(isTextOrNothing(await openText(1, JSON.stringify({ ...envelope, Message }), luca))).toBe(true);
  }
});

function base64() {
  return fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('base64'));
}

function isTextOrNothing(opened: string | null): boolean {
  return opened === null || typeof opened === 'string';
}
