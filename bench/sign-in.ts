/** How long the server takes to let somebody in: the three calls of a sign-in, without the time to read the mail. */
import { randomUUID } from 'node:crypto';
import { startServer } from '@earth/e2e/world/server';
import type { Figure } from './figures';

const ROUNDS = 20;
const EMAIL = 'operator@demo.example';
const CUSTOMER = 'DEMO';

/** Resolves once the answer was read; rejects where it is an error. */
async function post(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<number> {
  const start = performance.now();
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'X-Timestamp': new Date().toISOString() },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${text}`);
  return performance.now() - start;
}

export async function measureSignIn(): Promise<readonly Figure[]> {
  const server = await startServer({ MAX_DEVICES: '1000' });
  try {
    const config = (await (await fetch(`${server.url}/config.json`)).json()) as { apiKey: string; appCode: string };
    const auth = `${server.url}/services/auth`;
    const rounds: { check: number; code: number; token: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const deviceId = randomUUID();
      const headers = { 'X-Api-Key': config.apiKey, 'X-Device-Id': deviceId };
      const check = await post(`${auth}?checkEmail`, headers, { email: EMAIL, deviceId, appCode: config.appCode });
      const code = await post(`${auth}?confirmCode`, headers, { email: EMAIL, customCode: CUSTOMER, deviceId });
      const password = await server.nextCode(EMAIL, round);
      const who = { customCode: CUSTOMER, email: EMAIL, password, deviceId, appOs: 'web', model: 'bench' };
      const token = await post(`${auth}?token`, headers, who);
      // The first warms connections and caches up.
      if (round > 0) rounds.push({ check, code, token });
    }
    return [
      { what: 'check the e-mail', values: rounds.map(({ check }) => check), unit: 'ms' },
      { what: 'ask for the code', values: rounds.map(({ code }) => code), unit: 'ms' },
      { what: 'sign in with it', values: rounds.map(({ token }) => token), unit: 'ms' },
      { what: 'the three together', values: rounds.map((round) => round.check + round.code + round.token), unit: 'ms' },
    ];
  } finally {
    await server.dispose();
  }
}
