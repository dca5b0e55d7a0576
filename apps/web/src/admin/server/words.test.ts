/** The words of each state, in both languages. */
import { type HealthCheck, type HealthState, healthStates } from '@earth/contracts';
import { expect, test } from 'vitest';
import { texts } from './texts';
import { checkWords } from './words';

const DATE = '2026-11-29T21:50:00.000Z';
const states = Object.keys(healthStates) as HealthState[];
const languages = ['en', 'it'];

const say = (check: Omit<HealthCheck, 'subject'>, language = 'en') =>
  checkWords({ subject: 'mail', ...check }, texts.translateIn(language), language);

test.each(states)('%s is said in both languages, with its values', (state) => {
  for (const language of languages)
    for (const count of [1, 3]) {
      const words = say({ state, count, bytes: 5_000_000, date: DATE, reason: 'ECONNREFUSED' }, language);
      expect(words).toMatch(/^\S.*\.$/);
      expect(words).not.toMatch(/[{}]|undefined/);
    }
});

test.each(states.filter((state) => healthStates[state] === 'failed'))(
  '%s says more than that it failed: what to do',
  (state) => {
    for (const language of languages) {
      const words = say({ state, count: 3, bytes: 5_000_000, date: DATE, reason: 'ECONNREFUSED' }, language);
      expect(words).toMatch(/Check|Free|Renew|Give|Controlla|Libera|Rinnova|Aumenta/);
    }
  },
);

test('a mail server that is gone: why, since when, and what to look at', () => {
  const check = { state: 'mailUnreachable', count: 2, date: DATE, reason: 'ECONNREFUSED' } as const;
  expect(say(check)).toMatch(
    /^Can’t reach the e-mail server \(ECONNREFUSED\), last tried on .*2026.*\. .* Check SMTP_URL/,
  );
  expect(say(check, 'it')).toMatch(/^Il server di posta non è raggiungibile \(ECONNREFUSED\)/);
});

test('numbers, dates and sizes are those of the language', () => {
  expect(say({ state: 'queueMoves', count: 1200 })).toBe('1,200 waiting.');
  expect(say({ state: 'queueMoves', count: 12_000 }, 'it')).toBe('12.000 in attesa.');
  expect(say({ state: 'diskLow', bytes: 3 * 1024 ** 3 })).toMatch(/^Only 3 GB free\./);
});
