/** Backoff of signing in: how long a client has to wait before the next attempt. Time only passes while it waits. */
import { type CallSpec, checkEmail, confirmCode } from '@earth/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server';

const LONGEST = 15 * 60;

let server: TestServer;
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** Each time as another device of the same network address. @returns the seconds to wait; 0: it was accepted */
async function waitOf({ path, flag = '' }: CallSpec, email: string): Promise<number> {
  const body = new URLSearchParams({ email, customCode: 'DEMO', appCode: 'earth' });
  const { headers } = await server.visitor().raw(`${path}?${flag}`, { method: 'POST', body });
  return Number(headers.get('retry-after') ?? 0);
}

/** The pauses between so many attempts, each made as soon as possible. The first has been made already. */
async function pausesOf(call: CallSpec, email: string, count: number): Promise<number[]> {
  const pauses: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const wait = await waitOf(call, email);
    pauses.push(wait);
    server.clock.advance(wait * 1000);
    await waitOf(call, email);
  }
  return pauses;
}

test('the pause between mails to an e-mail address doubles, up to 15 minutes', async () => {
  server = await startTestServer({ CODE_RESEND_SECONDS: '200' });
  const { email } = server.people.operator;
  await waitOf(confirmCode, email);
  expect(await pausesOf(confirmCode, email, 5)).toEqual([200, 400, 800, LONGEST, LONGEST]);
});

test('a network address waits once half its limit is used: a second, then twice as long each time, up to 15 minutes', async () => {
  server = await startTestServer({ SIGN_IN_ADDRESS_PER_HOUR: '30' });
  for (let tries = 0; tries < 15; tries += 1) expect(await waitOf(checkEmail, 'ada@demo.example')).toBe(0);
  const doubled = Array.from({ length: 10 }, (_, index) => 2 ** index);
  expect(await pausesOf(checkEmail, 'ada@demo.example', 12)).toEqual([...doubled, LONGEST, LONGEST]);
});
