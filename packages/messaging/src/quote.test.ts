import { expect, test } from 'vitest';
import { quoteOf, readReply, writeReply } from './quote';

const luca = { name: 'Luca Moretti', text: 'The seal drips.\nOn the left.' };

test('a reply carries the message that it answers, in one line', () => {
  const sent = writeReply(luca, 'Close valve 2\n\nThen wait.');
  expect(sent).toBe('> Luca Moretti: The seal drips. On the left.\n\nClose valve 2\n\nThen wait.');
  expect(readReply(sent)).toEqual({
    quote: 'Luca Moretti: The seal drips. On the left.',
    text: 'Close valve 2\n\nThen wait.',
  });
});

test('quotes only the own text of a reply, and only the beginning of a long one', () => {
  const reply = { name: 'Giulia', text: writeReply(luca, 'Close valve 2') };
  expect(quoteOf(reply)).toBe('Giulia: Close valve 2');
  expect(quoteOf({ name: 'G', text: 'word '.repeat(100) }).length).toBeLessThanOrEqual(145);
});

test('leaves a text that is no reply unchanged', () => {
  expect(writeReply(null, 'x')).toBe('x');
  for (const text of ['> x', '>\n\nx', 'x\n> y\n\nz', '2 > 1\n\nyes'])
    expect(readReply(text)).toEqual({ quote: null, text });
});
