/** What is wrong before saving. */
import { expect, test } from 'vitest';
import { problemsIn } from './problems';
import { emptyValues } from './values';

test('a place that is typed wrong is still wrong at saving; other problems are found anew', () => {
  const values = { ...emptyValues, place: { lat: 44.698, long: 10.631 }, price: 'free' };
  const place = { text: 'wrongPlace' } as const;
  expect(problemsIn({ base: emptyValues, values }, { place, email: { text: 'wrongEmail' } })).toEqual({
    price: { text: 'wrongPrice' },
    place,
  });
  expect(problemsIn({ base: emptyValues, values: { ...values, price: '' } }, {})).toEqual({});
});

test('a stored date that is emptied is asked for; a new content needs none', () => {
  const base = { ...emptyValues, date: '2026-03-01' };
  expect(problemsIn({ base, values: emptyValues }, {})).toEqual({ date: { text: 'fillOut' } });
  expect(problemsIn({ base: emptyValues, values: emptyValues }, {})).toEqual({});
});
