/** The queue on a clock of its own: when a lead is sent, and what becomes of it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testLead } from '../../../../testing/leads';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { createLeadSender, type LeadSender } from './sender';
import { receiveLead } from './service';
import { claimDue } from './store';

const start = Date.parse('2026-03-01T10:00:00Z');

let server: TestServer;
let now: number;
let sender: LeadSender;
/** What the address received, and when, in seconds. */
let sent: { readonly second: number; readonly id: string; readonly text: string }[];
let answer: (signal: AbortSignal) => Promise<string | null>;
const warn = vi.fn<(...logged: unknown[]) => void>();
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const clock = { now: () => new Date(now) };

function newSender(): LeadSender {
  const leadAddress = {
    send(id: string, text: string, signal: AbortSignal) {
      sent.push({ second: (now - start) / 1000, id, text });
      return answer(signal);
    },
  };
  const log = Object.assign(Object.create(server.context.log) as typeof server.context.log, { warn });
  return createLeadSender({ ...server.context, clock, leadAddress, log });
}

beforeEach(async () => {
  await server.context.pool.query('delete from leads');
  now = start;
  sent = [];
  answer = async () => null;
  warn.mockClear();
  sender = newSender();
});
afterEach(() => sender.stop());

const receive = (lastname = 'Galli') =>
  receiveLead(
    { ...server.context, clock },
    { ...testLead(), addressZip: '', lastname } as Parameters<typeof receiveLead>[1],
    'en',
  );

async function goOnTo(second: number): Promise<void> {
  now = start + second * 1000;
  sender.wake();
  await sender.idle();
}

async function waiting(): Promise<number> {
  const { rowCount } = await server.context.pool.query('select 1 from leads where sent_at is null');
  return rowCount ?? 0;
}

const seconds = () => sent.map(({ second }) => second);

test('sends a lead once, and keeps it', async () => {
  await receive();
  await goOnTo(0);
  await goOnTo(60);
  expect(seconds()).toEqual([0]);
  expect(await waiting()).toBe(0);
  expect((await server.context.pool.query('select 1 from leads')).rowCount).toBe(1);
});

test('retries after 1, 2, 4 and 8 seconds, at last every 10 minutes, with the same id', async () => {
  answer = async () => 'status 503';
  await receive();
  for (let second = 0; second <= 15; second += 1) await goOnTo(second);
  expect(seconds()).toEqual([0, 1, 3, 7, 15]);
  await server.context.pool.query('update leads set tries = 40');
  await goOnTo(31);
  await goOnTo(630);
  await goOnTo(631);
  answer = async () => null;
  await goOnTo(1231);
  expect(seconds().slice(5)).toEqual([31, 631, 1231]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(await waiting()).toBe(0);
});

test('a lead that the address never accepts delays no other', async () => {
  for (let count = 0; count < 9; count += 1) await receive(`Lead ${count}`);
  let isFirst = true;
  answer = async () => {
    const why = isFirst ? 'its status is not OK' : null;
    isFirst = false;
    return why;
  };
  await goOnTo(0);
  expect(sent).toHaveLength(9);
  expect(await waiting()).toBe(1);
});

test('another server sends what a killed server was sending', async () => {
  await receive();
  // As a killed server does: it has claimed the lead, and does nothing any more.
  expect(await claimDue(server.context.db, clock.now(), new Date(now + 30_000), 4)).toHaveLength(1);
  await goOnTo(29);
  expect(sent).toEqual([]);
  await goOnTo(30);
  expect(seconds()).toEqual([30]);
  expect(await waiting()).toBe(0);
});

test('the next start sends what a stopped server was sending', async () => {
  await receive();
  let begun = () => {};
  const isSending = new Promise<void>((resolve) => {
    begun = resolve;
  });
  answer = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cut off')));
      begun();
    });
  sender.wake();
  await isSending;
  await sender.stop();
  expect(await waiting()).toBe(1);
  answer = async () => null;
  sender = newSender();
  await goOnTo(0);
  expect(sent).toHaveLength(2);
  expect(await waiting()).toBe(0);
});

test('of several servers one sends a lead', async () => {
  const other = newSender();
  for (let count = 0; count < 12; count += 1) await receive(`Lead ${count}`);
  sender.wake();
  other.wake();
  await Promise.all([sender.idle(), other.idle()]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(12);
  expect(sent).toHaveLength(12);
  await other.stop();
});

test('the log contains only the id of a lead', async () => {
  answer = () => Promise.reject(new Error('no answer'));
  await receive();
  await goOnTo(0);
  answer = async () => 'status 400';
  await goOnTo(1);
  const logged = JSON.stringify(warn.mock.calls);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(logged).toContain(sent[0]?.id);
  for (const secret of ['Chiara', 'Galli', 'example.com', '0522']) expect(logged).not.toContain(secret);
});

test('D9.17: deletes a lead after ten years', async () => {
  await receive();
  await goOnTo(0);
  await goOnTo(10 * 365 * 24 * 3600);
  expect((await server.context.pool.query('select 1 from leads')).rowCount).toBe(1);
  await goOnTo((10 * 365 + 3) * 24 * 3600);
  expect((await server.context.pool.query('select 1 from leads')).rowCount).toBe(0);
});
