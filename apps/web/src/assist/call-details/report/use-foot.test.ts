import { expect, test } from 'vitest';
import { pageRule } from './use-foot';
import { reportNumber } from './number';

test('the foot of a page counts pages, and a name in it ends neither the text nor the rule', () => {
  const rule = pageRule({ page: 'Page', company: 'Rossi "Pumps" \\ <Sons>\n', generated: 'generated today' });
  expect(rule).toContain('"Page" " " counter(page) "/" counter(pages)');
  expect(rule).toContain(String.raw`" · Rossi \22 Pumps\22  \5c  \3c Sons>\a  · generated today"`);
});

test('the number of a report is the day of its call and the end of its id, in every time zone', () => {
  const call = { startDate: '2025-11-20T23:30:00Z', uniqueId: '0190a000-0000-7000-8000-0000000a7f3a' };
  expect(reportNumber(call)).toBe('20251120-7F3A');
});
