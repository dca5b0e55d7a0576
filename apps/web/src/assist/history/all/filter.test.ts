import { expect, test } from 'vitest';
import { isBackwards, readFilter, partOf } from './filter';

test('an address gives what it may, and nothing else', () => {
  const person = '0190a000-0000-7000-8000-00000000000a';
  const filter = { q: 'pump', kind: 'missed', from: '2025-11-01', to: '2025-11-30', with: person };
  expect(readFilter({ ...filter, other: 1 })).toEqual(filter);
  expect(readFilter({ q: 204 }).q).toBe('204');
  expect(readFilter({ q: 'x'.repeat(5000) }).q).toHaveLength(200);
  expect(readFilter({ q: ['a'], kind: 'toString', from: '2025-02-30', to: "2025-11-30' or 1", with: 'Luca' })).toEqual(
    {},
  );
});

test('days run from midnight to midnight of this device, over a change of the clock too', () => {
  expect(partOf({})).toBeUndefined();
  const { from = '', to = '' } = partOf({ from: '2025-10-26', to: '2025-10-26' }) ?? {};
  expect(new Date(from)).toEqual(new Date(2025, 9, 26));
  expect(new Date(to)).toEqual(new Date(2025, 9, 27));
  expect(partOf({ to: '2025-12-31' })).toEqual({ to: new Date(2026, 0, 1).toISOString() });
});

test('a person is the server’s to find', () => {
  expect(partOf({ with: 'id' })).toEqual({ contactUniqueId: 'id' });
});

test('a last day before the first is backwards, one day is not', () => {
  expect(isBackwards({ from: '2025-11-02', to: '2025-11-01' })).toBe(true);
  expect(isBackwards({ from: '2025-11-01', to: '2025-11-01' })).toBe(false);
  expect(isBackwards({ from: '2025-11-01' })).toBe(false);
});
