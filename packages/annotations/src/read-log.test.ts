import { expect, test } from 'vitest';
import { readLog } from './read-log';

const begin = { op: 'begin', tool: 'pen', at: [1, 2], width: 3 };
const read = (entry: object) => readLog(JSON.stringify({ entries: [entry] }));

test('a stroke may have a colour and erase another; fields of a later client are left out', () => {
  expect(read({ ...begin, color: '#ff3b30', glow: true })).toEqual([{ ...begin, color: '#ff3b30' }]);
  expect(read({ ...begin, erases: 2 })).toEqual([{ ...begin, erases: 2 }]);
});

test.each([
  { color: 'red;--x' },
  { color: '#FFF' },
  { color: null },
  { erases: 0 },
  { erases: 1.5 },
  { erases: 20_001 },
])('a log with %o is refused', (wrong) => {
  expect(read({ ...begin, ...wrong })).toBeNull();
});
