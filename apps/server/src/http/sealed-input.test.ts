import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addKeys, checkSealedText, readSealedFile } from './sealed-input';

const luca = randomUUID();
const giulia = randomUUID();
const people = new Set([luca, giulia]);
const LIMIT = 1000;

interface Parts {
  Message?: unknown;
  RecipientKeys?: unknown;
}

/** An envelope around so many bytes, padded as AES-CBC does. */
function envelope(plainBytes: number, parts: Parts = {}): string {
  const sealedBytes = 48 + Math.floor(plainBytes / 16) * 16 + 16;
  return JSON.stringify({
    Message: randomBytes(sealedBytes).toString('base64'),
    RecipientKeys: [luca, giulia].map((RecipientId) => ({
      RecipientId,
      CriptedKey: randomBytes(256).toString('base64'),
    })),
    ...parts,
  });
}

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const text = (value: string, scheme: 0 | 1 = 1) => ({ field: 'message', value, scheme, people });
const file = (value: string, scheme: 0 | 1 = 1) => ({ field: 'picbase64', value, scheme, people });

test('accepts an envelope for people of the call, and plain text under scheme 0 only', () => {
  expect(() => checkSealedText(text(envelope(5)))).not.toThrow();
  expect(() => checkSealedText(text('Hello', 0))).not.toThrow();
  expect(() => checkSealedText(text('Hello'))).toThrow('envelopeInvalid: message');
});

const keys = [{ RecipientId: luca, CriptedKey: 'AAAA' }];
test.each<[string, string]>([
  ['an empty object', '{}'],
  ['a list', '[]'],
  ['an envelope without keys', envelope(5, { RecipientKeys: [] })],
  ['an envelope whose key is empty', envelope(5, { RecipientKeys: [{ RecipientId: luca, CriptedKey: '' }] })],
  ['an envelope whose key is not base64', envelope(5, { RecipientKeys: [{ RecipientId: luca, CriptedKey: '%%%%' }] })],
  [
    'an envelope whose recipient is no id',
    envelope(5, { RecipientKeys: [{ RecipientId: 'luca', CriptedKey: 'AAAA' }] }),
  ],
  ['an envelope with a plain message', envelope(5, { Message: 'Hello, is anybody there?', RecipientKeys: keys })],
  ['an envelope without text', envelope(5, { Message: base64(randomBytes(48)) })],
  ['an envelope whose text is cut', envelope(5, { Message: base64(randomBytes(48 + 17)) })],
])('%s is not an envelope', (_, value) => {
  expect(() => checkSealedText(text(value))).toThrow('envelopeInvalid: message');
});

test('refuses a key for a person outside the call', () => {
  const stranger = { RecipientId: randomUUID(), CriptedKey: 'AAAA' };
  const value = envelope(5, { RecipientKeys: [...keys, stranger] });
  expect(() => checkSealedText(text(value))).toThrow('recipientUnknown: message');
});

test('of two keys for one person adds the first, which readers use', () => {
  const stored = envelope(5, { RecipientKeys: keys });
  const [first, second] = ['AAAA', 'BBBB'].map((encryptedKey) => ({ encryptedKey, recipientId: giulia }));
  if (!first || !second) throw new Error('There are two keys');
  expect(JSON.parse(addKeys(stored, [first, second]))).toMatchObject({
    RecipientKeys: [...keys, { RecipientId: giulia, CriptedKey: 'AAAA' }],
  });
});

test('measures a plain file by its bytes, with or without a data URL', () => {
  const bytes = randomBytes(LIMIT);
  expect(readSealedFile(file(base64(bytes), 0), LIMIT)).toEqual({
    bytes,
    plainBytes: LIMIT,
    leastBytes: LIMIT,
    keys: [],
  });
  expect(readSealedFile(file(`data:image/jpeg;base64,${base64(bytes)}`, 0), LIMIT).bytes).toEqual(bytes);
  expect(() => readSealedFile(file(base64(randomBytes(LIMIT + 1)), 0), LIMIT)).toThrow('tooLarge: picbase64');
});

test('measures a sealed file by its content, not by the envelope', () => {
  const sealed = envelope(LIMIT);
  const read = readSealedFile(file(base64(sealed)), LIMIT);
  expect(read.bytes.toString()).toBe(sealed);
  expect(read.bytes.length).toBeGreaterThan(LIMIT);
  expect(read.plainBytes - LIMIT).toBe(7);
  expect(() => readSealedFile(file(base64(envelope(LIMIT + 16))), LIMIT)).toThrow('tooLarge: picbase64');
});

test.each([
  [1, 15],
  [15, 15],
  [16, 31],
])('a sealed file of %d bytes has at most %d known bytes: none looks empty', (size, most) => {
  expect(readSealedFile(file(base64(envelope(size))), LIMIT).plainBytes).toBe(most);
});

test.each(['', 'A', '====', 'AA=A', 'not base64!', 'data:image/png;base64,'])('%j is no file', (value) => {
  expect(() => readSealedFile(file(value, 0), LIMIT)).toThrow('invalidInput: picbase64');
});

test('refuses base64 that is no sealed file', () => {
  expect(() => readSealedFile(file(base64('plain bytes')), LIMIT)).toThrow('envelopeInvalid: picbase64');
});

test('reads a file of many megabytes', () => {
  const size = 24 * 1024 * 1024;
  expect(readSealedFile(file(base64(envelope(size))), size).plainBytes).toBe(size + 15);
});
