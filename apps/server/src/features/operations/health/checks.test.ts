import { expect, test } from 'vitest';
import { runChecks } from './checks';

test('a check that throws, rejects or hangs is found, and the others are answered', async () => {
  const found = await runChecks(
    [
      ['disk', () => ({ subject: 'disk', state: 'diskFree' })],
      [
        'files',
        () => {
          throw Object.assign(new Error('at /a/path'), { code: 'EACCES' });
        },
      ],
      ['mail', () => Promise.reject(new TypeError('with a name'))],
      ['redis', () => new Promise(() => undefined)],
      ['relay', () => null],
      ['calls', async () => [{ subject: 'calls', state: 'callsOpen' }]],
    ],
    1,
  );
  expect(found).toEqual([
    { subject: 'disk', state: 'diskFree' },
    { subject: 'files', state: 'checkFailed', reason: 'EACCES' },
    { subject: 'mail', state: 'checkFailed', reason: 'TypeError' },
    { subject: 'redis', state: 'checkFailed', reason: 'ETIMEDOUT' },
    { subject: 'calls', state: 'callsOpen' },
  ]);
});
