/**
 * How long a photograph of 12 megapixels takes from the camera to the strip on the other screen, during a call, and how
 * long it stops either page meanwhile: the product, and a bare page in the same two browsers, by turns.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServer, type TestServer } from '@earth/e2e/world/server';
import { giveSensor } from '@earth/e2e/world/sensor';
import type { Page } from '@playwright/test';
import { openBarePage, openPerson, startCall } from './browsers';
import type { Figure } from './figures';
import { type ReferenceServer, startReference } from './reference/server';

const ROUNDS = 6;
/** A page that came to the front has settled by then; tasks that were long have been reported. */
const A_MOMENT_MS = 1_500;
const LONG_TASK_MS = 50;
const CLOCK = fileURLToPath(new URL('photograph-clock.js', import.meta.url));

declare global {
  interface Window {
    /** When things happened in this page: see `photograph-clock.js`. */
    photographMarks: { ready: number; shown: number; longTasks: { start: number; duration: number }[] };
  }
}

interface Round {
  /** From the photograph to the picture on the other page. */
  readonly shown: number;
  /** The longest task of either page meanwhile; 0 where none was long. */
  readonly longestTask: number;
}

/** Who takes the photograph, and the other. */
type Two = readonly [taker: Page, other: Page];

async function prepare(page: Page) {
  // The functions that are put into a page are compiled to keep their names by a call that pages do not know.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await giveSensor(page);
  await page.addInitScript({ path: CLOCK });
}

async function measure([taker, other]: Two, button: string): Promise<Round> {
  for (const page of [other, taker]) {
    await page.bringToFront();
    await page.evaluate(() => Object.assign(window.photographMarks, { ready: 0, shown: 0, longTasks: [] }));
  }
  await pause(A_MOMENT_MS);
  await taker.getByRole('button', { name: button }).click();
  await other.waitForFunction(() => window.photographMarks.shown > 0);
  await pause(A_MOMENT_MS);
  const [here, there] = await Promise.all([taker, other].map((page) => page.evaluate(() => window.photographMarks)));
  if (!here || !there) throw new Error('There are two pages');
  const tasks = [...here.longTasks, ...there.longTasks].filter(
    ({ start, duration }) => start < there.shown && start + duration > here.ready,
  );
  return { shown: there.shown - here.ready, longestTask: Math.max(0, ...tasks.map(({ duration }) => duration)) };
}

/** Rounds by turns, so that what else the machine does falls on both alike; the call goes on all the while. */
async function measureBoth(server: TestServer, reference: ReferenceServer) {
  const luca = await openPerson(server, 'assisted', prepare);
  const people = [luca];
  try {
    const giulia = await openPerson(server, 'operator', prepare);
    people.push(giulia);
    await startCall(luca, giulia);
    const theirs = [
      await openBarePage(luca, reference, prepare),
      await openBarePage(giulia, reference, prepare),
    ] as const;
    for (const page of [luca.page, theirs[0]]) await page.evaluate(() => window.testPhotograph);
    const rounds: { readonly ours: Round; readonly theirs: Round }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const both = {
        theirs: await measure(theirs, 'Take'),
        ours: await measure([luca.page, giulia.page], 'Take a snapshot'),
      };
      // The first loads code and warms both up.
      if (round > 0) rounds.push(both);
    }
    return rounds;
  } finally {
    await Promise.all(people.map(({ browser }) => browser.close()));
  }
}

export async function measureSnapshot(): Promise<readonly Figure[]> {
  const reference = await startReference('photograph');
  try {
    const server = await startServer();
    try {
      const rounds = await measureBoth(server, reference);
      const figures = (what: string, of: (round: Round) => number): [Figure, Figure] => [
        { what: `${what}, bare page`, values: rounds.map((round) => of(round.theirs)), unit: 'ms' },
        { what: `${what}, product`, values: rounds.map((round) => of(round.ours)), unit: 'ms' },
      ];
      const [bareShown, shown] = figures('photograph to the other strip', (round) => round.shown);
      const [bareTask, task] = figures('longest task over 50 ms, 0: none', (round) => round.longestTask);
      return [
        bareShown,
        { ...shown, goal: 1_500 },
        { ...bareTask, quantile: 1 },
        { ...task, quantile: 1, goal: LONG_TASK_MS },
      ];
    } finally {
      await server.dispose();
    }
  } finally {
    reference.close();
  }
}
