/** A server that dies while people write loses nothing that it has answered. `npm run soak` does the same fifty times. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killUnderLoad, makeTemplate, MESSAGES_AFTER } from '../testing/killed-under-load';
import { bundleServer, cleanUp } from '../testing/server-process';

let template: string;
beforeAll(async () => {
  await bundleServer();
  template = await makeTemplate();
});
afterAll(() => cleanUp(template, []));

test.each([1, 2, 3, 4, 5].map((seed) => ({ seed, withDatabase: seed % 2 === 0 })))(
  'every answered message is there once (seed $seed, the database killed too: $withDatabase)',
  { timeout: 90_000 },
  async (killing) => {
    const { answered, unanswered, messages } = await killUnderLoad(template, killing);
    expect(messages).toBe(answered + unanswered * (1 + MESSAGES_AFTER));
  },
);
