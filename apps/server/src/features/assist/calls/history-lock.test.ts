import { expect, test } from 'vitest';
import { createHistoryLock } from './history-lock';

test('of two at once of one session the second is refused; then it is given again', async () => {
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

test('a history that could not be read does not stand in the way of the next', async () => {
  const once = createHistoryLock();
  await expect(once('luca', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await once('luca', async () => 'calls')).toBe('calls');
});
