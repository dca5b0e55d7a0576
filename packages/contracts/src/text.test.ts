import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { email } from './entities';
import { cutText, firstGrapheme, graphemeStart, isBlank, leadOf } from './text';

test.each([
  ['nothing', ''],
  ['spaces of all widths', ' \t\r\n\u00a0\u2003\u3000\u2028'],
  ['of zero width', '\u200b\u200c\u200d\ufeff\u2060'],
  ['fillers of Hangul', '\u115f\u1160\u3164\uffa0'],
  ['Braille without dots', '\u2800'],
  ['marks of direction', '\u200e\u200f\u202e\u2066\u2069\u061c'],
  ['variation selectors and tags', '\ufe0f\u{e0100}\u{e0061}\u{e007f}'],
  ['soft hyphen, joiner of graphemes, control characters', '\u00ad\u034f\u0007\u0085'],
  ['annotation marks, null notehead', '\ufff9\ufffb\u{1d159}'],
])('%s shows nothing', (_, text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['.', 'a\u200b', '👍', '\u2801', '\u0301', '\u0600', 'ㅎ', '🏴\u{e0067}\u{e007f}', '\ue000'])(
  '%j shows something',
  (text) => {
    expect(isBlank(text)).toBe(false);
  },
);

test('a text is cut at the end of a whole grapheme', () => {
  const engineer = '👩🏽‍🔧';
  expect(cutText(`ab${engineer}c`, 2)).toBe('ab');
  expect(cutText(`ab${engineer}c`, 5)).toBe('ab');
  expect(cutText(`ab${engineer}c`, 2 + engineer.length)).toBe(`ab${engineer}`);
  expect(cutText('cafe\u0301s', 4)).toBe('caf');
  expect(cutText('🇮🇹🇫🇷', 6)).toBe('🇮🇹');
  expect(cutText('short', 5)).toBe('short');
});

test('a single grapheme that has no end is cut in itself', () => {
  expect(cutText(`a${'\u0301'.repeat(10_000)}`, 100)).toHaveLength(100);
});

test('a place within a grapheme is one before it', () => {
  expect(graphemeStart('a👩🏽‍🔧', 4)).toBe(1);
  expect(graphemeStart('ab', 1)).toBe(1);
  expect(graphemeStart('ab', 2)).toBe(2);
});

test('the first grapheme is a whole one', () => {
  expect(firstGrapheme('👨‍👩‍👧 family')).toBe('👨‍👩‍👧');
  expect(firstGrapheme('')).toBe('');
});

const isEmail = (text: string) => z.safeParse(email, text).success;

test.each([
  'o!b#c$d%e@museum.example',
  "o'brien@museum.example",
  '{x}|~`^*?+-_&@museum.example',
  'a.b.c@museum.example',
  'post@xn--80ak6aa92e.xn--p1ai',
  'post@a-b.1.example',
  'root@localhost',
  'x@museum.e',
  `${'l'.repeat(64)}@museum.example`,
  `x@${'d'.repeat(63)}.example`,
])('%s is an e-mail address', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  '',
  '@museum.example',
  'chiara@',
  'a b@museum.example',
  'a,b@museum.example',
  '<a@museum.example>',
  'a@b@museum.example',
  '.a@museum.example',
  'a..b@museum.example',
  'a.@museum.example',
  'a@-museum.example',
  'a@museum-.example',
  'a@museum..example',
  'a@museum.example.',
  'a@mu_seum.example',
  'a@museum.example\r\nBcc: b@museum.example',
  `${'l'.repeat(65)}@museum.example`,
  `x@${'d'.repeat(64)}.example`,
  `x@${'d.'.repeat(126)}example`,
])('%j is none', (text) => {
  expect(isEmail(text)).toBe(false);
});

test('one address is written in one way, without the spaces around it', () => {
  expect(z.parse(email, ' Chiara.Blu@Museum.EXAMPLE ')).toBe('chiara.blu@museum.example');
});

test.each([
  ['Bronze, 2nd century BC\n\nCast hollow.\nIt was found in a river.', 'Bronze, 2nd century BC'],
  ['Capo giardiniere dei parchi\n\nPer alberi caduti.', 'Capo giardiniere dei parchi'],
])('the facts before the text: %j', (descr, lead) => {
  expect(leadOf(descr)).toEqual({ lead, text: descr.slice(lead.length + 2) });
});

test.each([
  '',
  'Cast hollow.\n\nIt was found.',
  'Two lines\nof one paragraph',
  'Only one line',
  `${'long '.repeat(20)}\n\nText`,
])('no facts, and the whole text: %j', (descr) => expect(leadOf(descr)).toEqual({ lead: '', text: descr }));
