import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { call, createCall, decode, encode, entity, errors, fields, sealedEnvelope, serverFrame, wireOf } from './index';

const CONTACT = '0190a000-0000-7000-8000-0000000000aa';

test('the documents’ misspellings travel, and never come home', () => {
  const home = { message: 'abc', recipientKeys: [{ encryptedKey: 'k', recipientId: CONTACT }] };
  const wire = { Message: 'abc', RecipientKeys: [{ CriptedKey: 'k', RecipientId: CONTACT }] };
  expect(encode(sealedEnvelope, home)).toEqual(wire);
  expect(decode(sealedEnvelope, wire)).toEqual({ success: true, data: home });
  expect(z.toJSONSchema(wireOf(call)).properties).toHaveProperty('IsIstantCall');
});

test('form fields are read as the numbers, flags and lists that the schema wants', () => {
  const body = {
    subject: 's',
    targetContacts: `${CONTACT}, ${CONTACT}`,
    cryptoschema: '1',
    instant: 'false',
    unknown: 'x',
  };
  const decoded = decode(createCall.body, body, 'text');
  expect(decoded).toEqual({
    success: true,
    data: { subject: 's', targetContacts: [CONTACT, CONTACT], cryptoSchema: 1, instant: false },
  });
});

test('an issue names the field as it travels', () => {
  const decoded = decode(createCall.body, { subject: 's', targetContacts: ['nobody'], cryptoschema: 7 });
  expect(decoded.success || decoded.issues.map((issue) => issue.path[0])).toEqual(['targetContacts', 'cryptoschema']);
});

test('limits of a list hold on the wire too', () => {
  const many = Array.from({ length: 51 }, () => CONTACT);
  expect(decode(createCall.body, { subject: 's', targetContacts: many, cryptoschema: 0 }).success).toBe(false);
});

test('a push frame is flat, with the document’s two fields', () => {
  const frame = { type: 'push', messageType: 'EndedCall', messageContent: { callUniqueId: CONTACT } } as const;
  const wire = { type: 'push', messageType: 'EndedCall', messageContent: { CallUniqueId: CONTACT } };
  expect(encode(serverFrame, frame)).toEqual(wire);
  expect(decode(serverFrame, wire)).toEqual({ success: true, data: frame });
});

test('what is optional or null keeps being so', () => {
  const schema = fields({ a: z.optional(entity({ inner: z.nullable(z.string()) })), b: z.nullable(z.string()) });
  expect(encode(schema, { b: null })).toEqual({ b: null });
  expect(decode(schema, { a: { Inner: null }, b: 'x' })).toEqual({
    success: true,
    data: { a: { inner: null }, b: 'x' },
  });
});

test('every error has a code and words in both languages', () => {
  for (const [code, en, it] of Object.values(errors)) {
    expect(code).toBeGreaterThanOrEqual(400);
    expect(en.includes('{field}')).toBe(it.includes('{field}'));
  }
});
