import { expect, test } from 'vitest';
import { mailAddress } from '../../../shared/addresses';
import { webAddress } from '../../../shared/web-address';
import { linkedText } from './linked-text';

const links = (text: string) =>
  linkedText(text).flatMap(({ text: shown, href }) => (href === null ? [] : [[shown, href]]));
const whole = (text: string) =>
  linkedText(text)
    .map((part) => part.text)
    .join('');

test.each([
  ['See https://museum.example/head.', 'https://museum.example/head', 'https://museum.example/head'],
  ['(http://a.example/x)', 'http://a.example/x', 'http://a.example/x'],
  ['https://a.example/Head_(bronze), and', 'https://a.example/Head_(bronze)', 'https://a.example/Head_(bronze)'],
  ['HTTPS://A.example/?q=1&r=2#s!', 'HTTPS://A.example/?q=1&r=2#s', 'https://a.example/?q=1&r=2#s'],
  ['write to info+art@museum.example.', 'info+art@museum.example', 'mailto:info%2Bart@museum.example'],
])('links an address in a sentence: %s', (text, shown, href) => {
  expect(links(text)).toEqual([[shown, href]]);
  expect(whole(text)).toBe(text);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt://https:/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x file:///etc/passwd ftp://a.example tel:112 //a.example www.a.example',
  'https://bank.example@evil.example/',
  'https://user:secret@evil.example/',
  'https://',
  'http://[',
  '<a href="x" onclick="alert(1)">me</a> &lt;b&gt;',
  'me@you @you me@ me@localhost',
])('links nothing else: %s', (text) => {
  expect(links(text)).toEqual([]);
  expect(whole(text)).toBe(text);
});

test('excludes punctuation around an address', () => {
  expect(links('<img src=x onerror="fetch(\'https://a.example/x\')">')).toEqual([
    ['https://a.example/x', 'https://a.example/x'],
  ]);
  expect(links('"https://a.example/"onmouseover="alert(1)')).toEqual([['https://a.example/', 'https://a.example/']]);
  expect(links('https://a.example/\u202Egpj.exe')).toEqual([['https://a.example/', 'https://a.example/']]);
  expect(links('a@b.example?bcc=c@d.example')).toEqual([
    ['a@b.example', 'mailto:a@b.example'],
    ['c@d.example', 'mailto:c@d.example'],
  ]);
});

test('keeps line breaks and all other text', () => {
  const text = 'First\n\nhttps://a.example\r\n— 🏛 second\n';
  expect(whole(text)).toBe(text);
  expect(linkedText('')).toEqual([]);
});

test.each([
  ['a'.repeat(100_000)],
  ['a@'.repeat(50_000)],
  ['https://'.repeat(12_000)],
  [`x@${'a.'.repeat(40_000)}`],
  [')'.repeat(9_000)],
])('takes linear time for any text', (text) => {
  const start = performance.now();
  expect(whole(text)).toBe(text);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('only links web and mail addresses', () => {
  expect(webAddress('https://a.example/x y')).toBe('https://a.example/x%20y');
  for (const text of ['', 'a.example', 'javascript:alert(1)', '/media/x', 'mailto:a@b.example'])
    expect(webAddress(text)).toBeNull();
  expect(mailAddress(' info@a.example ')).toBe('mailto:info@a.example');
  for (const text of ['', 'a', 'a@b@c', 'a@b?cc=d', '@b.example', 'a@b.example&body=x'])
    expect(mailAddress(text)).toBeNull();
});
