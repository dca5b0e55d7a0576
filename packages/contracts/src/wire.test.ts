import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as contracts from './index';
import {
  call,
  clientFrame,
  createCall,
  decode,
  encode,
  entity,
  fields,
  formFields,
  type PeerMessage,
  parametersOf,
  peerMessage,
  sealedEnvelope,
  separately,
  serverFrame,
  toFormText,
  wireOf,
} from './index';

const CONTACT = '0190a000-0000-7000-8000-0000000000aa';

test('misspelled names exist on the wire only', () => {
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
    data: { subject: 's', targetContacts: [CONTACT, CONTACT], cryptoSchema: 1, instant: false, forHelp: false },
  });
});

test('an issue names the field as it travels', () => {
  const decoded = decode(createCall.body, { subject: 's', targetContacts: ['nobody'], cryptoschema: 7 });
  expect(decoded.success || decoded.issues.map((issue) => issue.path[0])).toEqual(['targetContacts', 'cryptoschema']);
});

test('an id has one spelling, however it arrives', () => {
  const path = '/services/calls/{id}/participants';
  expect(decode(parametersOf(path), { id: CONTACT.toUpperCase() })).toEqual({ success: true, data: { id: CONTACT } });
  const leave = { type: 'leave', callUniqueId: CONTACT.toUpperCase() };
  expect(decode(clientFrame, leave)).toMatchObject({ data: { callUniqueId: CONTACT } });
});

test('limits of a list hold on the wire too', () => {
  const many = Array.from({ length: 51 }, () => CONTACT);
  expect(decode(createCall.body, { subject: 's', targetContacts: many, cryptoschema: 0 }).success).toBe(false);
});

test('A7.49: push messages arrive with messageType and messageContent', () => {
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

test('optional and nullable may be nested either way, and a default holds inside them', () => {
  const inner = entity({ someName: z.string() });
  const schema = fields({
    a: z.optional(z.nullable(inner)),
    b: z.nullable(z.optional(inner)),
    c: z.optional(z.array(z.nullable(inner))),
    d: z._default(z.nullable(z.int()), 7),
  });
  const home = { a: { someName: 'x' }, b: { someName: 'y' }, c: [{ someName: 'z' }, null], d: null };
  const wire = { a: { SomeName: 'x' }, b: { SomeName: 'y' }, c: [{ SomeName: 'z' }, null], d: null };
  expect(encode(schema, home)).toEqual(wire);
  expect(decode(schema, wire)).toEqual({ success: true, data: home });
  expect(decode(schema, { a: null, b: null })).toEqual({ success: true, data: { a: null, b: null, d: 7 } });
});

test('a default that is an object is found under our own names', () => {
  const schema = fields({ a: z._default(entity({ someName: z.string() }), { someName: 'x' }) });
  expect(decode(schema, {})).toEqual({ success: true, data: { a: { someName: 'x' } } });
  expect(decode(schema, { a: { SomeName: 'y' } })).toEqual({ success: true, data: { a: { someName: 'y' } } });
});

test('an empty form field is absent, null or an empty list, as the schema allows', () => {
  const schema = fields({
    optional: z.optional(z.string()),
    nullable: z.nullable(z.string()),
    withDefault: z._default(z.int(), 5),
    list: z.array(z.string()),
  });
  const decoded = decode(schema, { optional: '', nullable: '', withDefault: '', list: '' }, 'text');
  expect(decoded).toEqual({ success: true, data: { nullable: null, withDefault: 5, list: [] } });
});

test('a list of numbers is read from one form field and from several', () => {
  const schema = fields({ list: z.array(z.int()) });
  for (const list of ['1, 2', ['1', '2']])
    expect(decode(schema, { list }, 'text')).toEqual({ success: true, data: { list: [1, 2] } });
  expect(decode(schema, { list: '1,two' }, 'text').success).toBe(false);
});

test('a list of objects travels in a form as JSON, and comes back with its names', () => {
  const schema = fields({ list: z.array(entity({ someId: z.string(), count: z.int() })) });
  const home = { list: [{ someId: 'a,b', count: 2 }] };
  const { list } = encode(schema, home) as { list: unknown };
  const text = toFormText(list);
  expect(text).toBe('[{"SomeId":"a,b","Count":2}]');
  expect(decode(schema, { list: text }, 'text')).toEqual({ success: true, data: home });
  for (const wrong of ['a,b', '{}', '[1]', '[{"SomeId":"a"}]', '['])
    expect(decode(schema, { list: wrong }, 'text').success).toBe(false);
  expect(toFormText(['a', 'b'])).toBe('a,b');
});

test('a list whose items may hold commas travels as so many fields', () => {
  const schema = fields({ pictures: z.optional(separately(z.array(z.string()))), words: z.array(z.string()) });
  const home = { pictures: ['data:image/png;base64,aGk=', 'b'], words: ['c', 'd'] };
  expect(formFields(schema, home)).toEqual([
    ['pictures', 'data:image/png;base64,aGk='],
    ['pictures', 'b'],
    ['words', ['c', 'd']],
  ]);
  for (const pictures of [home.pictures, home.pictures.slice(0, 1)]) {
    // A field that comes once is a text, one that comes several times a list.
    const given = pictures.length === 1 ? pictures[0] : pictures;
    expect(decode(schema, { pictures: given, words: 'c,d' }, 'text')).toEqual({
      success: true,
      data: { ...home, pictures },
    });
  }
});

test('form text that is not quite a number or a flag is an error, never another value', () => {
  const schema = fields({ count: z.int(), flag: z.boolean() });
  for (const count of ['1e3', '0x10', ' 1', '1.5', '١', 'NaN', ''])
    expect(decode(schema, { count, flag: 'true' }, 'text').success).toBe(false);
  for (const flag of ['TRUE', '1', 'yes', '']) expect(decode(schema, { count: '1', flag }, 'text').success).toBe(false);
});

test('a number as long as a body may be is refused without looking at each digit again and again', () => {
  const schema = fields({ price: z.number() });
  expect(decode(schema, { price: `${'1'.repeat(5_000_000)}x` }, 'text').success).toBe(false);
  expect(decode(schema, { price: '1'.repeat(401) }, 'text').success).toBe(false);
  for (const price of ['0.1', '.1', '1.', '1E-05', ' 12.50 '])
    expect(decode(schema, { price }, 'text')).toEqual({ success: true, data: { price: Number(price) } });
});

test('each message of a union travels under the names of its own kind', () => {
  const person: PeerMessage = { type: 'participant', contact: { uniqueId: CONTACT, publicKey: 'k' } };
  const messages: PeerMessage[] = [{ type: 'pic', pics: [] }, { type: 'onPicSelected', picUniqueId: null }, person];
  for (const message of messages)
    expect(decode(peerMessage, encode(peerMessage, message))).toEqual({ success: true, data: message });
  expect(encode(peerMessage, person)).toEqual({ type: 'participant', contact: { UniqueId: CONTACT, PublicKey: 'k' } });
  expect(decode(peerMessage, { type: 'participant', contact: person.contact }).success).toBe(false);
  expect(decode(peerMessage, { type: 'unheard of' }).success).toBe(false);
});

test('ignores names like __proto__ as fields', () => {
  const schema = fields({ a: entity({ someName: z.string() }), b: z.optional(z.string()) });
  const hostile: unknown = JSON.parse(`{
    "a": { "SomeName": "x", "__proto__": { "isAdmin": true }, "constructor": { "prototype": { "isAdmin": true } } },
    "__proto__": { "b": "inherited", "isAdmin": true }
  }`);
  for (const from of ['json', 'text'] as const) {
    const decoded = decode(schema, hostile, from);
    expect(decoded).toEqual({ success: true, data: { a: { someName: 'x' } } });
    expect(JSON.stringify(decoded)).not.toContain('isAdmin');
  }
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  expect('isAdmin' in {}).toBe(false);
});

const bareType = (schema: z.core.$ZodType): string => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'nullable' ? bareType(def.innerType) : def.type;
};

test('handles every kind of schema that the contract uses', () => {
  const leaves = new Set<string>();
  const pipes = new Set<z.core.$ZodType>();
  const walk = (schema: z.core.$ZodType): void => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === 'object') Object.values(def.shape).forEach(walk);
    else if (def.type === 'array') walk(def.element);
    else if (def.type === 'union') def.options.forEach(walk);
    else if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') walk(def.innerType);
    else if (def.type === 'pipe' && (def.out as z.core.$ZodTypes)._zod.def.type === 'nullable') walk(def.out);
    else if (def.type === 'pipe') pipes.add(schema);
    // Passes as it is: what it holds must be a leaf too.
    else if (def.type === 'catch') leaves.add(bareType(def.innerType));
    // So do the keys of a record, such as the ids of files.
    else if (def.type === 'record') for (const part of [def.keyType, def.valueType]) leaves.add(bareType(part));
    else if (def.type === 'tuple') for (const item of def.items) leaves.add(bareType(item));
    else leaves.add(def.type);
  };
  const calls = Object.values(contracts).filter((value) => typeof value === 'object' && 'summary' in value);
  expect(calls.length).toBeGreaterThan(20);
  for (const { query, body, data } of calls) [query, body, data].forEach(walk);
  [clientFrame, serverFrame, peerMessage, sealedEnvelope].forEach(walk);
  // None of these holds another schema, whose names would then be forgotten.
  expect([...leaves].toSorted()).toEqual([
    'boolean',
    'custom',
    'enum',
    'literal',
    'never',
    'null',
    'number',
    'string',
    'unknown',
  ]);
  // A pipe passes as it is: where an empty text is none, a text comes out. What is drawn has the same names everywhere.
  expect([...pipes]).toEqual([contracts.drawingEntries]);
});

test('a value that fits no form of a union is not sent', () => {
  const frame = { type: 'push', messageType: 'EndedCall', messageContent: { callUniqueId: 'no id' } } as const;
  expect(() => encode(serverFrame, frame)).toThrow(TypeError);
});
