/**
 * How many calls of two a server takes a second, and what an open one costs in memory. A call here is what its two pages
 * ask of the server: it is made and rings, the other takes part, both go into the room by their sockets, one leaves and
 * the other is told. As many pairs as stated do that again and again, each as fast as it is answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from '@earth/e2e/world/server';
import { type Crowd, meet, pairOf, part, ring } from './crowd/crowd';
import { withCrowds } from './crowd/crowds';
import type { Figure } from './figures';
import { collectGarbage } from './garbage';
import { memoryOf } from './memory';
import type { BareCrowd } from './reference/bare';
import { besides, byTurns, timesOf } from './turns';

const PEOPLE = 600;
/** Pairs at once. */
const LEVELS = [8, 48];
const STRETCH_MS = 3_000;
const STRETCHES = 3;
const MEMORY_ROUNDS = 2;
/** What still runs after the last answer, it has done by then. */
const REST_MS = 2_000;

/** @param one goes through one call of the pair of that number. @returns calls a second */
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
  const ringing = await ring(crowd, pair);
  await meet(crowd, pair, ringing);
  await part(crowd, pair, ringing);
}

/** As many requests as a call has, each of which writes a row and sends a frame: there, back, and there again. */
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
    figures.push(...besides(rates, 'bare server', { what, unit: '/s' }), timesOf(rates, 'bare server', what));
  }
  return figures;
}

/** Memory with no call, then with one of each pair, in turns. */
async function measureMemory(server: TestServer, crowd: Crowd): Promise<Figure[]> {
  const rest = async () => {
    await pause(REST_MS);
    await collectGarbage(server);
    return await memoryOf(server);
  };
  const added: { readonly server: number; readonly database: number }[] = [];
  for (let round = 0; round <= MEMORY_ROUNDS; round += 1) {
    const before = await rest();
    const open = await Promise.all(
      crowd.pairs.map(async (pair) => {
        const ringing = await ring(crowd, pair);
        await meet(crowd, pair, ringing);
        return { pair, ringing };
      }),
    );
    const after = await rest();
    await Promise.all(open.map(({ pair, ringing }) => part(crowd, pair, ringing)));
    const perCall = (mb: number) => (mb * 1024) / crowd.pairs.length;
    // In the first the database takes the pages that it goes on to use.
    if (round > 0)
      added.push({
        server: perCall(after.server - before.server),
        database: perCall(after.database - before.database),
      });
  }
  return [
    { what: 'memory of an open call, server', values: added.map((one) => one.server), unit: 'kB' },
    { what: 'memory of an open call, database', values: added.map((one) => one.database), unit: 'kB' },
  ];
}

export async function measureCallRate(): Promise<readonly Figure[]> {
  const watched = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  return await withCrowds(PEOPLE, watched, async ({ server, crowd, bare }) => {
    const memory = await measureMemory(server, crowd);
    return [...(await measureRates(crowd, bare)), ...memory];
  });
}
