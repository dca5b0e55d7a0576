import { expect, test } from 'vitest';
import {
  daysAgo,
  firstName,
  formatAgo,
  formatBytes,
  formatClock,
  formatDay,
  formatFileDate,
  formatList,
  formatShortDate,
  formatTime,
} from './format';

const now = new Date(2025, 10, 20, 0, 30);
const before = (days: number, hours = 0) => new Date(2025, 10, 20 - days, 0, 30 - hours * 60);

test('counts days by the calendar, not by 24 hours', () => {
  expect(daysAgo(before(0, 1), now)).toBe(1);
  expect(daysAgo(new Date(2025, 10, 20, 0, 1), now)).toBe(0);
});

test('formats a day for a file name', () => {
  expect(formatFileDate(new Date(2025, 0, 5, 23, 59))).toBe('2025-01-05');
});

test('formats durations', () => {
  expect(formatClock(7)).toBe('0:07');
  expect(formatClock(232, true)).toBe('03:52');
  expect(formatClock(3723)).toBe('1:02:03');
  expect(formatClock(-1)).toBe('0:00');
});

test.each([
  ['en', ['0 bytes', '1 byte', '12 bytes', '1.5 kB', '1 MB', '1.2 MB', '25 MB', '2,048 GB']],
  ['it', ['0 byte', '1 byte', '12 byte', '1,5 kB', '1 MB', '1,2 MB', '25 MB', '2048 GB']],
] as const)('sizes in %s', (language, sizes) => {
  const bytes = [0, 1, 12, 1536, 1024 ** 2 - 1, 1_250_000, 25 * 1024 ** 2, 2 * 1024 ** 4];
  expect(bytes.map((size) => formatBytes(size, language))).toEqual(sizes);
});

test.each([
  ['en', ['Today', 'Yesterday', 'Friday 14 November', '7 Nov']],
  ['it', ['Oggi', 'Ieri', 'Venerdì 14 novembre', '7 nov']],
] as const)('dates in %s', (language, [today, yesterday, day, short]) => {
  expect(formatDay(now, now, language)).toBe(today);
  expect(formatDay(before(1), now, language)).toBe(yesterday);
  expect(formatDay(before(6), now, language)).toBe(day);
  expect(formatShortDate(before(13), now, language)).toBe(short);
});

test('formats short distances more precisely', () => {
  expect(formatTime(now, 'en')).toBe('00:30');
  expect(formatShortDate(now, now, 'it')).toBe('00:30');
  expect(formatShortDate(before(3), now, 'en')).toBe('Mon');
  expect(formatAgo(new Date(now.getTime() - 12 * 60_000), now, 'it')).toBe('12 min fa');
  expect(formatList(['Giulia', 'Marco'], 'en')).toBe('Giulia and Marco');
});

test('takes the first word of a name as the first name', () => {
  expect([firstName('Giulia Ferri'), firstName('  Anna '), firstName('')]).toEqual(['Giulia', 'Anna', '']);
});
