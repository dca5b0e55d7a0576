/**
 * A call, by the product or by a reference page, and the time that its set-up takes. Both are timed by the same script in the page
 * (`clock.js`): from the tap to the accept button on the other side, and from accepting to the first decoded frame on both sides.
 */
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Person } from '@earth/e2e/world/person';
import { acceptCall, callPerson, dismissCall, hangUp } from '@earth/e2e/world/steps';
import type { Page } from '@playwright/test';

/** A real user does not tap in the moment in which a page comes to the front, or rings. */
const SETTLE_MS = 1_000;
const CLOCK = fileURLToPath(new URL('../clock.js', import.meta.url));

declare global {
  interface Window {
    /** The timestamps of this page: see `clock.js`. */
    benchMarks: { click: number; ring: number; firstFrame: number };
  }
}

export interface Round {
  readonly ring: number;
  readonly picture: number;
}

/** How a call is made: by the product, or by the reference page. */
export interface Setup {
  readonly caller: Page;
  readonly callee: Page;
  readonly call: () => Promise<void>;
  readonly accept: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const marksOf = (page: Page) => page.evaluate(() => window.benchMarks);

export async function measureSetup({ caller, callee, call, accept, end }: Setup): Promise<Round> {
  for (const page of [caller, callee]) {
    await page.bringToFront();
    await page.evaluate(() => Object.assign(window.benchMarks, { click: 0, ring: 0, firstFrame: 0 }));
  }
  await setTimeout(SETTLE_MS);
  await call();
  await callee.waitForFunction(() => window.benchMarks.ring > 0);
  const tapped = (await marksOf(caller)).click;
  const rung = (await marksOf(callee)).ring;
  await setTimeout(SETTLE_MS);
  await accept();
  for (const page of [caller, callee]) await page.waitForFunction(() => window.benchMarks.firstFrame > 0);
  const [here, there] = [await marksOf(caller), await marksOf(callee)];
  await end();
  return { ring: rung - tapped, picture: Math.max(here.firstFrame, there.firstFrame) - there.click };
}

export function product(caller: Person, callee: Person): Setup {
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

export function barePage(caller: Page, callee: Page): Setup {
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

export const putClock = (page: Page) => page.addInitScript({ path: CLOCK });
