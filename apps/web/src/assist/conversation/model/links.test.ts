import { expect, test } from 'vitest';
import { partsOf } from './links';

const linksIn = (text: string) => partsOf(text).flatMap(({ text: part, href }) => (href ? [[part, href]] : []));

test('an address without a scheme gets https://', () => {
  expect(linksIn('See www.example.com/seal and example.com/a?b=1, or http://example.com.')).toEqual([
    ['www.example.com/seal', 'https://www.example.com/seal'],
    ['example.com/a?b=1', 'https://example.com/a?b=1'],
    ['http://example.com', 'http://example.com'],
  ]);
});

test('other text stays text, and no script URL becomes a link', () => {
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

test('the parts together are the whole text', () => {
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
])('a hostile text is parsed in linear time: %s', (_, text, links) => {
  expect(linksIn(text)).toEqual(links);
});

const hostsIn = (text: string) => partsOf(text).flatMap(({ host, href }) => (href ? [host] : []));

test.each([
  ['a user part', 'https://bank.example@evil.example/', 'evil.example'],
  ['a user part with a password and a port', 'https://bank.example:443@evil.example:8443/x', 'evil.example:8443'],
  ['a backslash, which browsers take for a slash', 'https://evil.example\\@bank.example/', 'evil.example'],
  ['letters that look like others', 'https://аpple.com/', 'xn--pple-43d.com'],
  ['full-width letters', 'https://ｂank.example/', 'bank.example'],
  ['a number that is an address', 'http://2130706433/', '127.0.0.1'],
  ['a soft hyphen', 'https://ba\u00adnk.example/', 'bank.example'],
  ['a user part behind www.', 'www.bank.example@evil.example', 'evil.example'],
])('the real host is given if the text shows something else: %s', (_, text, host) => {
  expect(hostsIn(text)).toEqual([host]);
});

test('no host is given if the text shows the real one', () => {
  const text = 'https://bank.example/a@b, http://Bank.example:80/, www.bank.example and https://bank.example:8443?x=@';
  expect(hostsIn(text)).toEqual([null, null, null, null]);
});

test('a bidirectional control character is no part of an address', () => {
  expect(linksIn('https://evil.example/\u202Ecod.elpmaxe')).toEqual([
    ['https://evil.example/', 'https://evil.example/'],
  ]);
});
