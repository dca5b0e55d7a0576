import { expect, test } from 'vitest';
import { waitForAll } from './wait-for-all';

test('returns the results in their order', async () => {
  const results = await waitForAll([Promise.resolve(1), Promise.resolve('two')]);
  expect(results).toEqual([1, 'two']);
});

test('fails only when all have ended', async () => {
  const steps: string[] = [];
  let end = () => {};
  const slow = new Promise<void>((resolve) => {
    end = () => {
      steps.push('slow ended');
      resolve();
    };
  });
  const all = waitForAll([Promise.reject(new Error('refused')), slow]).catch((error: Error) =>
    steps.push(error.message),
  );
  await Promise.resolve();
  end();
  await all;
  expect(steps).toEqual(['slow ended', 'refused']);
});
