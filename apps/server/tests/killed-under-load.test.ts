/** A server or a database that dies while people write loses nothing that was acknowledged. `npm run soak` does it fifty times. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killUnderLoad, makeTemplate, MESSAGES_AFTER } from '../testing/killed-under-load';
import { bundleServer, cleanUp } from '../testing/server-process';

let template: string;
beforeAll(async () => {
  await bundleServer();
  template = await makeTemplate();
});
afterAll(() => cleanUp(template, []));

test.each([
  { seed: 1, killed: 'server' },
  { seed: 2, killed: 'both' },
  { seed: 3, killed: 'database' },
] as const)(
  'every answered message is there once, with its file (seed $seed, killed: $killed)',
  { timeout: 90_000 },
  async (killing) => {
    const { answered, unanswered, messages } = await killUnderLoad(template, killing);
    expect(messages).toBe(answered + unanswered * (1 + MESSAGES_AFTER));
  },
);
