/** Server time of a sign-in: its three calls, without the time to read the mail. */
import { randomUUID } from 'node:crypto';
import { type SignInTimes, signInByApi } from '@earth/e2e/world/api';
import { startServer } from '@earth/e2e/world/server';
import type { Figure } from './figures';
import { NO_LIMITS } from './no-limits';

const ROUNDS = 20;

export async function measureSignIn(): Promise<readonly Figure[]> {
  const server = await startServer({ ...NO_LIMITS, MAX_DEVICES: '1000' });
  try {
    const rounds: SignInTimes[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const who = { email: 'operator@demo.example', customCode: 'DEMO', deviceId: randomUUID() };
      const times = await signInByApi(server, who);
      // The first round warms up connections and caches.
      if (round > 0) rounds.push(times);
    }
    const figure = (what: string, of: (times: SignInTimes) => number): Figure => ({
      what,
      values: rounds.map(of),
      unit: 'ms',
    });
    return [
      figure('check the e-mail', ({ checkEmail }) => checkEmail),
      figure('ask for the code', ({ confirmCode }) => confirmCode),
      figure('sign in with it', ({ token }) => token),
      figure('the three together', ({ checkEmail, confirmCode, token }) => checkEmail + confirmCode + token),
    ];
  } finally {
    await server.dispose();
  }
}
