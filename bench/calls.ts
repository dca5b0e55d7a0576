/**
 * Throughput of calls of two in calls per second, and the memory of an open call. A call here consists of the requests of its two
 * pages: it is created and rings, the callee joins, both enter the media room by their sockets, one leaves and the other is
 * notified. So many pairs repeat this, each as fast as it is answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from '@earth/e2e/world/server';
import { type Crowd, meet, pairOf, hangUp, ring } from './crowd/crowd';
import { withCrowds } from './crowd/crowds';
import type { Figure } from './figures';
import { collectGarbage } from './garbage';
import { type Memory, memoryOf } from './memory';
import type { BareCrowd } from './reference/bare';
import { compare, byTurns, each, timesOf } from './alternate';

const PEOPLE = 600;
/** Concurrent pairs. */
const LEVELS = [8, 48];
const STRETCH_MS = 3_000;
const STRETCHES = 3;
const MEMORY_ROUNDS = 2;
/** Time for the server to finish pending work after the last answer. */
const SETTLE_MS = 2_000;

/**
 * @param one runs one call of the pair with this number
 * @returns calls per second
 */
async function rate(pairs: number, duration: number, one: (pair: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const goOn = async (pair: number) => {
    while (performance.now() - start < duration) {
      await one(pair);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: pairs }, (_, pair) => goOn(pair)));
  return (done * 1000) / (performance.now() - start);
}

async function call(crowd: Crowd, at: number) {
  const pair = pairOf(crowd, at);
  const ringing = await ring(pair);
  await meet(pair, ringing);
  await hangUp(pair, ringing);
}

/** As many requests as a call has, each of which writes a row and sends a frame, alternating in direction. */
async function bareCall(crowd: Crowd, bare: BareCrowd, at: number) {
  const { subject } = pairOf(crowd, at);
  for (const person of [2 * at + 1, 2 * at, 2 * at + 1]) await bare.ring(person, subject);
}

async function measureRates(crowd: Crowd, bare: BareCrowd): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const level of LEVELS) {
    const rates = await byTurns(STRETCHES, {
      ours: () => rate(level, STRETCH_MS, (at) => call(crowd, at)),
      theirs: () => rate(level, STRETCH_MS, (at) => bareCall(crowd, bare, at)),
    });
    const what = `${level} pairs at once`;
    figures.push(...compare(rates, 'bare server', { what, unit: '/s' }), timesOf(rates, 'bare server', what));
  }
  return figures;
}

/**
 * The memory added by open calls, in kB per pair.
 * @param open returns a function that ends them
 */
async function added(pairs: number, weigh: () => Promise<Memory>, open: () => Promise<() => Promise<unknown>>) {
  const rest = async () => {
    await pause(SETTLE_MS);
    return await weigh();
  };
  const before = await rest();
  const leave = await open();
  const after = await rest();
  await leave();
  const perCall = (mb: number) => (mb * 1024) / pairs;
  return { server: perCall(after.server - before.server), database: perCall(after.database - before.database) };
}

/**
 * Memory with no call, then with one call per pair; beside it the reference server, whose people hold as many sockets, and which
 * receives as many requests as a call needs to open, each with a row and a frame. Alternately.
 */
async function measureMemory(server: TestServer, crowd: Crowd, bare: BareCrowd): Promise<Figure[]> {
  const { pairs } = crowd;
  const weighOurs = async () => {
    await collectGarbage(server);
    return await memoryOf(server);
  };
  const weighTheirs = async () => ({ ...(await weighOurs()), server: await bare.memory() });
  const openOurs = async () => {
    const open = await Promise.all(
      pairs.map(async (pair) => {
        const ringing = await ring(pair);
        await meet(pair, ringing);
        return { pair, ringing };
      }),
    );
    return () => Promise.all(open.map(({ pair, ringing }) => hangUp(pair, ringing)));
  };
  const openTheirs = async () => {
    await Promise.all(
      pairs.map(async ({ subject }, at) => {
        for (const person of [2 * at + 1, 2 * at]) await bare.ring(person, subject);
      }),
    );
    return async () => {};
  };
  // The first round does not count: the database allocates the pages that it reuses later.
  const rounds = await byTurns(MEMORY_ROUNDS, {
    ours: () => added(pairs.length, weighOurs, openOurs),
    theirs: () => added(pairs.length, weighTheirs, openTheirs),
  });
  return (['server', 'database'] as const).flatMap((what) =>
    compare(
      each(rounds, (round) => round[what]),
      'bare server',
      { what: `memory of an open call, ${what}`, unit: 'kB' },
    ),
  );
}

export async function measureCallRate(): Promise<readonly Figure[]> {
  const watched = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  return await withCrowds(PEOPLE, watched, async ({ server, crowd, bare }) => {
    const memory = await measureMemory(server, crowd, bare);
    return [...(await measureRates(crowd, bare)), ...memory];
  });
}
