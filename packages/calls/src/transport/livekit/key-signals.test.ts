import { expect, test } from 'vitest';
import { readKeySignal, writeKeySignal, type KeySignal } from './key-signals';

test.each<KeySignal>([
  { type: 'hello', page: 'AA==' },
  { type: 'key', page: 'AA==', number: 3, wrapped: 'BB==', isUsed: true },
  { type: 'key', page: 'AA==', number: 3, wrapped: 'BB==', isUsed: false },
  { type: 'received', page: 'AA==', number: 3 },
])('reads what was written: $type', (signal) => {
  expect(readKeySignal(writeKeySignal(signal))).toEqual(signal);
});

test.each([
  ['hello', 'no JSON'],
  ['hello', 'null'],
  ['hello', '{}'],
  ['hello', '{"page":1}'],
  ['key', '{"page":"AA==","number":1}'],
  ['key', '{"page":"AA==","number":0,"wrapped":"BB=="}'],
  ['key', '{"page":"AA==","number":1.5,"wrapped":"BB=="}'],
  ['received', '{"page":"AA==","number":"1"}'],
] as const)('drops a %s of %s', (type, body) => {
  expect(readKeySignal({ type, body })).toBeNull();
});
