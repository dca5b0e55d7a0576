import { expect, test } from 'vitest';
import { partsOf } from './links';

const linksIn = (text: string) => partsOf(text).flatMap(({ text: part, href }) => (href ? [[part, href]] : []));

test('an address without a scheme opens by https://', () => {
  expect(linksIn('See www.example.com/seal and example.com/a?b=1, or http://example.com.')).toEqual([
    ['www.example.com/seal', 'https://www.example.com/seal'],
    ['example.com/a?b=1', 'https://example.com/a?b=1'],
    ['http://example.com', 'http://example.com'],
  ]);
});

test('what is no address stays text, and nothing runs', () => {
  for (const text of [
    'valve.pdf',
    '3.4 bar',
    'e.g. this',
    'javascript:alert(1)',
    'data:text/html,x',
    'luca@example.com',
  ])
    expect(linksIn(text), text).toEqual([]);
});

test('nothing of a text is lost', () => {
  const text = 'First (https://en.wikipedia.org/wiki/Valve_(disambiguation)), then\nwww.example.com!';
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(linksIn(text)[0]?.[0]).toBe('https://en.wikipedia.org/wiki/Valve_(disambiguation)');
});

test.each([
  ['names of many parts', 'a-'.repeat(90_000), []],
  ['names of many dots', 'a.'.repeat(90_000), []],
  ['an address of dots', `http://x${'.'.repeat(180_000)}a`, [['http://x', 'http://x']]],
  ['an address that is too long', `http://x/${'a'.repeat(2_000)}`, []],
])('a text made to keep the browser busy is read at once: %s', (_, text, links) => {
  expect(linksIn(text)).toEqual(links);
});
