import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time';

test('the second starts when the first is over, even where that failed', async () => {
  const log: string[] = [];
  const run = oneAtATime(async (name: string) => {
    log.push(`${name} starts`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (name === 'first') throw new Error('failed');
    return name;
  });

  const first = run('first');
  const second = run('second');

  await expect(first).rejects.toThrow('failed');
  await expect(second).resolves.toBe('second');
  expect(log).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});
