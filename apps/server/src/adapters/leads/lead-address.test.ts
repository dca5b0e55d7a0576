import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LeadCollector } from '../../../testing/lead-collector';
import { createLeadAddress } from './lead-address';

const collector = new LeadCollector();
beforeAll(() => collector.up());
afterAll(() => collector.down());
beforeEach(() => {
  collector.collected.length = 0;
});

const send = (signal = AbortSignal.timeout(10_000)) =>
  createLeadAddress(collector.url).send('one-lead', '{"Firstname":"Chiara"}', signal);

test('D7.20: posts a lead as text/plain; it is accepted if the status in the answer is OK', async () => {
  collector.answer = { status: 200, text: '{"status":"OK"}' };
  expect(await send()).toBeNull();
  expect(collector.collected).toMatchObject([
    { headers: { 'content-type': 'text/plain; charset=utf-8', 'idempotency-key': 'one-lead' } },
  ]);
});

test.each([
  ['another status', 200, '{"status":"KO"}', 'its status is not OK'],
  ['a status in small letters', 200, '{"status":"ok"}', 'its status is not OK'],
  ['no JSON', 200, '<h1>OK</h1>', 'its status is not OK'],
  ['nothing', 200, '', 'its status is not OK'],
  ['a failure that says OK', 500, '{"status":"OK"}', 'status 500'],
  ['the way elsewhere', 302, '{"status":"OK"}', 'status 302'],
])('rejects %s, and repeats nothing of the answer', async (_, status, text, why) => {
  collector.answer = { status, text };
  expect(await send()).toBe(why);
});

test('rejects if the address is not there, or the attempt is aborted', async () => {
  await expect(send(AbortSignal.abort())).rejects.toThrow('aborted');
  await collector.down();
  await expect(send()).rejects.toThrow('fetch failed');
});
