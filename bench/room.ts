/**
 * A room of 10,000 messages: the time from the click to its newest messages on the screen, from the device cache, and the smoothness
 * of scrolling, beside a plain page with as many rows in the same browser.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBrowserPool } from '@earth/e2e/world/browser';
import { cast } from '@earth/e2e/world/cast';
import { openBrowser } from '@earth/e2e/world/person';
import { startServer } from '@earth/e2e/world/server';
import { signIn } from '@earth/e2e/world/sign-in';
import type { Page } from '@playwright/test';
import { makeLongRoom } from './crowd/long-room';
import type { Figure } from './figures';
import { startReference } from './reference/server';
import { compare, byTurns, each } from './alternate';
import { NO_LIMITS } from './no-limits';

const MESSAGES = 10_000;
const ROUNDS = 5;
const OPENED_MS = 300;
const LONG_TASK_MS = 50;
/** Time for a page to settle, and for long tasks to be reported. */
const SETTLE_MS = 1_500;
/** Time to fetch, open and cache all messages. */
const FILL_TIMEOUT_MS = 180_000;
/** The wheel's step, interval and count: a hundred messages a second. */
const WHEEL = { px: 120, everyMs: 16, turns: 200 };
const CLOCK = fileURLToPath(new URL('room-clock.js', import.meta.url));

interface Marks {
  readonly clicked: number;
  readonly shown: number;
  readonly frames: readonly number[];
  readonly longTasks: readonly { readonly start: number; readonly duration: number }[];
}

declare global {
  interface Window {
    /** The timestamps of this page: see `room-clock.js`. */
    roomMarks: Marks;
  }
}

interface Round {
  /** From the click to the newest message on the screen. */
  readonly opened: number;
  /** Between two frames while scrolling. */
  readonly frames: readonly number[];
  /** The longest task of opening, and of scrolling; 0: there was none. */
  readonly openingTask: number;
  readonly scrollingTask: number;
}

const textOf = (position: number) =>
  `Message ${position}. ${'The pump is dry, close the valve. '.repeat(position % 5)}`;
const longest = ({ longTasks }: Marks) => Math.max(0, ...longTasks.map(({ duration }) => duration));
const forget = (page: Page) => page.evaluate(() => Object.assign(window.roomMarks, { frames: [], longTasks: [] }));

/** Scrolls back from the newest message. */
async function scroll(page: Page): Promise<Marks> {
  const box = await page.getByRole('log').boundingBox();
  if (!box) throw new Error('There is nothing to scroll');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await forget(page);
  for (let turn = 0; turn < WHEEL.turns; turn += 1) {
    await page.mouse.wheel(0, -WHEEL.px);
    await pause(WHEEL.everyMs);
  }
  return await page.evaluate(() => window.roomMarks);
}

async function measure(page: Page, open: () => Promise<unknown>): Promise<Round> {
  await page.bringToFront();
  await page.reload();
  await pause(SETTLE_MS);
  await forget(page);
  await open();
  await page.waitForFunction(() => window.roomMarks.shown > 0);
  await pause(SETTLE_MS);
  const opening = await page.evaluate(() => window.roomMarks);
  const scrolling = await scroll(page);
  return {
    opened: opening.shown - opening.clicked,
    frames: scrolling.frames.slice(1).map((at, index) => at - (scrolling.frames[index] ?? at)),
    openingTask: longest({ ...opening, longTasks: opening.longTasks.filter(({ start }) => start >= opening.clicked) }),
    scrollingTask: longest(scrolling),
  };
}

/** Scrolls to the first message once, so that all of them are in the device cache. */
async function fill(page: Page, room: string) {
  await page.goto(`/rooms/${room}?message=1`);
  await page.getByText('Message 1.', { exact: false }).first().waitFor({ timeout: FILL_TIMEOUT_MS });
  await pause(SETTLE_MS);
  await page.goto('/rooms');
}

export async function measureRoom(): Promise<readonly Figure[]> {
  const reference = await startReference('room');
  const server = await startServer(NO_LIMITS);
  const browsers = createBrowserPool();
  try {
    const room = await makeLongRoom(server, MESSAGES, textOf);
    const person = await openBrowser(browsers, server, 'operator', { camera: 'missing' });
    await person.page.addInitScript({ path: CLOCK });
    await signIn(server, person);
    await fill(person.page, room);
    const context = await person.browser.newContext({ viewport: person.page.viewportSize() });
    const bare = await context.newPage();
    await bare.addInitScript({ path: CLOCK });
    await bare.goto(reference.url);
    const row = person.page.getByRole('listitem').filter({ hasText: cast.assisted.name }).getByRole('link');
    const openOurs = async () => {
      await row.click();
    };
    const ours = async () => {
      const round = await measure(person.page, openOurs);
      await person.page.goto('/rooms');
      return round;
    };
    const theirs = () => measure(bare, () => bare.getByRole('button', { name: 'Open' }).click());
    const rounds = await byTurns(ROUNDS, { ours, theirs });
    const frames = {
      ours: rounds.ours.flatMap((one) => one.frames),
      theirs: rounds.theirs.flatMap((one) => one.frames),
    };
    const task = { unit: 'ms', quantile: 1, goal: LONG_TASK_MS } as const;
    return [
      ...compare(
        each(rounds, (one) => one.opened),
        'bare page',
        { what: 'opened', unit: 'ms', under: OPENED_MS },
      ),
      ...compare(frames, 'bare page', { what: 'between frames, p50', quantile: 0.5, unit: 'ms' }),
      ...compare(frames, 'bare page', { what: 'between frames, p95', quantile: 0.95, unit: 'ms' }),
      ...compare(
        each(rounds, (one) => one.openingTask),
        'bare page',
        { what: 'longest task, opening, 0: none', ...task },
      ),
      ...compare(
        each(rounds, (one) => one.scrollingTask),
        'bare page',
        { what: 'longest task, scrolling, 0: none', ...task },
      ),
    ];
  } finally {
    await browsers.close();
    await server.dispose();
    reference.close();
  }
}
