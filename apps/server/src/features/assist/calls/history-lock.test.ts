import { expect, test } from 'vitest';
import { createHistoryLock } from './history-lock';

test('refuses the second of two concurrent requests of one session, and answers the next', async () => {
  const once = createHistoryLock();
  let finish: (calls: string) => void = () => {};
  const first = once('luca', () => new Promise<string>((resolve) => (finish = resolve)));
  await expect(once('luca', async () => 'calls')).rejects.toMatchObject({
    code: 409,
    error: 'historyInProgress',
    message: expect.stringContaining('historyInProgress'),
  });
  expect(await once('giulia', async () => 'calls')).toBe('calls');
  finish('calls');
  expect(await first).toBe('calls');
  expect(await once('luca', async () => 'calls')).toBe('calls');
});

test('a failed request does not block the next', async () => {
  const once = createHistoryLock();
  await expect(once('luca', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await once('luca', async () => 'calls')).toBe('calls');
});
