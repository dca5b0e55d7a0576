import { expect, test } from 'vitest';
import { serialize } from './serialize';

test('starts the second run after the first has ended, even if that failed', async () => {
  const log: string[] = [];
  const run = serialize(async (name: string) => {
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
