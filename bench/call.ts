/**
 * How long a call takes to be there: the product's, and a bare page's in the same two browsers, by turns. Both are timed
 * by the same script in the page (`clock.js`): from the tap to the button to accept on the other side, and from accepting
 * to the first decoded picture on both.
 */
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Person } from '@earth/e2e/world/person';
import { startServer, type TestServer } from '@earth/e2e/world/server';
import { acceptCall, callPerson, dismissCall, hangUp } from '@earth/e2e/world/steps';
import type { Page } from '@playwright/test';
import { openBarePage, openPerson } from './browsers';
import { type Figure, median } from './figures';
import { type ReferenceServer, startReference } from './reference/server';

const ROUNDS = 15;
/** Nobody taps in the moment in which a page comes to the front, or in which it rings. */
const A_MOMENT_MS = 1_000;
const CLOCK = fileURLToPath(new URL('clock.js', import.meta.url));

declare global {
  interface Window {
    /** When things happened in this page: see `clock.js`. */
    benchMarks: { click: number; ring: number; firstFrame: number };
  }
}

interface Round {
  readonly ring: number;
  readonly picture: number;
}

/** What a call is made by: the product, or the bare page. */
interface Way {
  readonly caller: Page;
  readonly callee: Page;
  readonly call: () => Promise<void>;
  readonly accept: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const marksOf = (page: Page) => page.evaluate(() => window.benchMarks);

async function measure({ caller, callee, call, accept, end }: Way): Promise<Round> {
  for (const page of [caller, callee]) {
    await page.bringToFront();
    await page.evaluate(() => Object.assign(window.benchMarks, { click: 0, ring: 0, firstFrame: 0 }));
  }
  await setTimeout(A_MOMENT_MS);
  await call();
  await callee.waitForFunction(() => window.benchMarks.ring > 0);
  const tapped = (await marksOf(caller)).click;
  const rung = (await marksOf(callee)).ring;
  await setTimeout(A_MOMENT_MS);
  await accept();
  for (const page of [caller, callee]) await page.waitForFunction(() => window.benchMarks.firstFrame > 0);
  const [here, there] = [await marksOf(caller), await marksOf(callee)];
  await end();
  return { ring: rung - tapped, picture: Math.max(here.firstFrame, there.firstFrame) - there.click };
}

function product(caller: Person, callee: Person): Way {
  return {
    caller: caller.page,
    callee: callee.page,
    call: () => callPerson(caller, callee),
    accept: () => acceptCall(callee),
    async end() {
      await hangUp(caller);
      await dismissCall(caller);
      await dismissCall(callee);
    },
  };
}

function bare(caller: Page, callee: Page): Way {
  const accept = callee.getByRole('button', { name: 'Accept' });
  return {
    caller,
    callee,
    call: () => caller.getByRole('button', { name: 'Call' }).click(),
    accept: () => accept.click(),
    async end() {
      await caller.getByRole('button', { name: 'End' }).click();
      await callee.waitForFunction(() => document.querySelector('video')?.srcObject === null);
    },
  };
}

const prepare = (page: Page) => page.addInitScript({ path: CLOCK });

/** Rounds by turns, so that what else the machine does falls on both alike. */
async function measureBoth(server: TestServer, reference: ReferenceServer) {
  const caller = await openPerson(server, 'assisted', prepare);
  const people = [caller];
  try {
    const callee = await openPerson(server, 'operator', prepare);
    people.push(callee);
    const ours = product(caller, callee);
    const theirs = bare(await openBarePage(caller, reference, prepare), await openBarePage(callee, reference, prepare));
    const rounds: { readonly ours: Round; readonly theirs: Round }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const both = { theirs: await measure(theirs), ours: await measure(ours) };
      // The first loads code and warms both up.
      if (round > 0) rounds.push(both);
    }
    return rounds;
  } finally {
    await Promise.all(people.map(({ browser }) => browser.close()));
  }
}

export async function measureCalls(): Promise<readonly Figure[]> {
  const reference = await startReference('call');
  const server = await startServer();
  try {
    const rounds = await measureBoth(server, reference);
    const figures = (name: string, of: (round: Round) => number): Figure[] => {
      const [ours, theirs] = [rounds.map((round) => of(round.ours)), rounds.map((round) => of(round.theirs))];
      return [
        { what: `${name}, bare page`, values: theirs, unit: 'ms' },
        { what: `${name}, product`, values: ours, unit: 'ms' },
        { what: `${name}, product / bare page`, values: [median(ours) / median(theirs)], unit: '×' },
      ];
    };
    const withGoal = (times: number, figure: Figure) => (figure.unit === '×' ? { ...figure, goal: times } : figure);
    const picture = figures('accept to first picture on both', (round) => round.picture);
    const setUp = figures('set-up (both)', (round) => round.ring + round.picture);
    return [
      ...figures('tap to ring', (round) => round.ring),
      ...picture.map((figure) => withGoal(1.5, figure)),
      ...setUp.map((figure) => withGoal(2, figure)),
    ];
  } finally {
    await server.dispose();
    reference.close();
  }
}
