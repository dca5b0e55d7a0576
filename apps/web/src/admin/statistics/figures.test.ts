import { expect, test } from 'vitest';
import { byDay, byLanguage, dayAfter, type Statistics } from './figures';

const of = (day: string, locale: 'en' | 'it', contents: number, screens = 0, favourites = 0) => ({
  day,
  locale,
  contents,
  screens,
  favourites,
});
const statistics: Statistics = {
  days: [of('2026-02-28', 'en', 1, 2), of('2026-02-28', 'it', 3, 4, 5), of('2026-03-02', 'it', 6)],
  screens: [],
  contents: [],
};

test('sums each day over the languages; a day without views has zeros', () => {
  expect(byDay(statistics, '2026-02-28', '2026-03-02')).toEqual([
    { day: '2026-02-28', contents: 4, screens: 6, favourites: 5 },
    { day: '2026-03-01', contents: 0, screens: 0, favourites: 0 },
    { day: '2026-03-02', contents: 6, screens: 0, favourites: 0 },
  ]);
});

test('sorts languages by views, descending', () => {
  expect(byLanguage(statistics)).toEqual([
    { locale: 'it', contents: 9, screens: 4, favourites: 5 },
    { locale: 'en', contents: 1, screens: 2, favourites: 0 },
  ]);
});

test('counts days across the end of a month and a change of daylight saving time', () => {
  expect([dayAfter('2026-03-01', -1), dayAfter('2026-03-28', 2)]).toEqual(['2026-02-28', '2026-03-30']);
});
