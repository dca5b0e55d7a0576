import { expect, test } from 'vitest';
import { bytesOf, periodsOf, roundUpBytes, type Usage } from './periods';

const usage: Usage = {
  days: [
    { day: '2026-02-28', calls: 2, answered: 1, minutes: 4.5, views: 3 },
    { day: '2026-03-01', calls: 1, answered: 1, minutes: 10, views: 0 },
    { day: '2026-03-02', calls: 0, answered: 0, minutes: 0, views: 7 },
  ],
  storage: [
    { day: '2026-02-28', contents: 10, calls: 1, rooms: 1, photographs: 0 },
    { day: '2026-03-02', contents: 30, calls: 2, rooms: 1, photographs: 4 },
  ],
  ratings: { count: 0, average: null },
  service: { isPaid: false, purchasedMinutes: 0, usedMinutes: 0, expires: null },
};

test('every day has its entry, also those without figures', () => {
  const periods = periodsOf(usage, '2026-02-27', '2026-03-02', 'day');
  expect(periods.map(({ from, to, calls, views }) => [from, to, calls, views])).toEqual([
    ['2026-02-27', '2026-02-27', 0, 0],
    ['2026-02-28', '2026-02-28', 2, 3],
    ['2026-03-01', '2026-03-01', 1, 0],
    ['2026-03-02', '2026-03-02', 0, 7],
  ]);
  expect(periods.map(({ storage }) => storage && bytesOf(storage))).toEqual([null, 12, null, 37]);
});

test('weeks begin on Monday, months on the first, and both are cut at the ends of the chosen time', () => {
  const weeks = periodsOf(usage, '2026-02-25', '2026-03-03', 'week');
  expect(weeks.map(({ from, to, calls, minutes }) => [from, to, calls, minutes])).toEqual([
    ['2026-02-25', '2026-03-01', 3, 14.5],
    ['2026-03-02', '2026-03-03', 0, 0],
  ]);
  const months = periodsOf(usage, '2026-02-01', '2026-03-31', 'month');
  expect(months.map(({ from, to, calls, views }) => [from, to, calls, views])).toEqual([
    ['2026-02-01', '2026-02-28', 2, 3],
    ['2026-03-01', '2026-03-31', 1, 7],
  ]);
  expect(months[0]?.storage?.contents).toBe(10);
});

test.each([
  [0, 1024 ** 2],
  [1024 ** 2 + 1, 2 * 1024 ** 2],
  [3 * 1024 ** 3, 4 * 1024 ** 3],
])('%d bytes are drawn below %d', (most, top) => expect(roundUpBytes(most)).toBe(top));
