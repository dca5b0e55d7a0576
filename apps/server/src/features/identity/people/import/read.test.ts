/** Hostile CSV texts. A form cannot send some of them, JSON can. */
import { IMPORT_CHARS_MAX, IMPORT_ROWS_MAX } from '@earth/contracts';
import { expect, test } from 'vitest';
import { readPeople } from './read';

test.each([
  ['empty lines alone', '\n'.repeat(IMPORT_CHARS_MAX), 2 * IMPORT_ROWS_MAX + 1, 'tooManyRows'],
  [
    'empty lines after its people',
    `email\na@b.example${'\n'.repeat(3_000_000)}`,
    2 * IMPORT_ROWS_MAX + 1,
    'tooManyRows',
  ],
  ['too many cells in a row', `email\na@b.example${`${','.repeat(9_000)}\n`.repeat(400)}`, 1, 'notCsv'],
  ['half a character', 'email,name\na@b.example,Ada\ud800', 1, 'notCsv'],
])('a file with %s is told as a whole, and not read to its end', (_, csv, row, problem) => {
  expect(readPeople(csv)).toEqual({ people: [], wrong: [{ row, email: '', name: '', problem }], ignored: [] });
});

test('empty rows between and after people are no people', () => {
  const { people, wrong } = readPeople(`email\n\na@b.example\n${'\n'.repeat(5_000)}b@b.example\n\n`);
  expect([people.map(({ row }) => row), wrong]).toEqual([[3, 5_004], []]);
});
