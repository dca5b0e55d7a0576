import { LEAD_NOTES_MAX } from '@earth/contracts';
import { expect, test } from 'vitest';
import { MESSAGE_MAX } from './contact-draft';
import { toggleMark, toHtml } from './markup';

const written = [
  ['plain', 'plain'],
  ['a **bold** word', 'a <b>bold</b> word'],
  ['//italic// __underline__ ~~strike~~', '<i>italic</i> <u>underline</u> <s>strike</s>'],
  ['**bold and //italic//**', '<b>bold and <i>italic</i></b>'],
  ['two\nlines', 'two<br>lines'],
  ['**over\nlines**', '<b>over<br>lines</b>'],
  ['2 ** 3 and __init', '2 ** 3 and __init'],
  ['https://one.example and https://two.example', 'https://one.example and https://two.example'],
  ['<b onclick="x">&', '&lt;b onclick="x"&gt;&amp;'],
  ['**<script>**', '<b>&lt;script&gt;</b>'],
] as const;

test.each(written)('D5.19: sends %j as %j', (text, html) => {
  expect(toHtml(text)).toBe(html);
});

test("the longest message that can be typed is within the server's limit", () => {
  expect(toHtml(`x${'&'.repeat(MESSAGE_MAX - 1)}`).length).toBeLessThanOrEqual(LEAD_NOTES_MAX);
});

test('wraps the selection in marks, keeps it selected, and removes the marks again', () => {
  const set = toggleMark({ text: 'call me now', start: 5, end: 8 }, 'bold');
  expect(set).toEqual({ text: 'call **me** now', start: 7, end: 9 });
  expect(toggleMark(set, 'bold')).toEqual({ text: 'call me now', start: 5, end: 7 });
});

test('without a selection, puts the cursor between the marks', () => {
  expect(toggleMark({ text: 'now ', start: 4, end: 4 }, 'italic')).toEqual({ text: 'now ////', start: 6, end: 6 });
});
