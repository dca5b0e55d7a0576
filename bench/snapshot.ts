/**
 * Time of a photograph of 12 megapixels from the camera to the strip on the other screen, during a call, and how long it blocks
 * either page: the product, and a reference page in the same two browsers, alternately.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { giveSensor } from '@earth/e2e/world/sensor';
import type { Page } from '@playwright/test';
import { startCall, withBoth } from './browsers';
import type { Figure } from './figures';
import { compare, byTurns, each } from './alternate';

const ROUNDS = 6;
/** Time for a page that came to the front to settle, and for long tasks to be reported. */
const SETTLE_MS = 1_500;
const LONG_TASK_MS = 50;
const CLOCK = fileURLToPath(new URL('photograph-clock.js', import.meta.url));

/** Chromium's trace category for the tasks of its threads. */
const TASKS = ['-*', 'toplevel'];
const TASK = 'ThreadControllerImpl::RunTask';

/** The fields of a trace event that are read. `tdur`: CPU time in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

declare global {
  interface Window {
    /** The timestamps of this page: see `photograph-clock.js`. */
    photographMarks: { ready: number; shown: number; whole: number; longTasks: { start: number; duration: number }[] };
  }
}

interface Round {
  /** From the photograph to the picture on the other page. */
  readonly shown: number;
  /** From the photograph to the complete, decrypted picture. */
  readonly whole: number;
  /** The longest task of either page meanwhile; 0: there was none. */
  readonly longestTask: number;
  /** The most CPU time of one task in either page, from then until a moment later. */
  readonly heaviestTask: number;
}

/** The page that takes the photograph, and the other. */
type Pages = readonly [taker: Page, other: Page];

async function prepare(page: Page) {
  // The compiler wraps functions in a helper that keeps their names, which pages do not have.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await giveSensor(page);
  await page.addInitScript({ path: CLOCK });
}

function browserOf(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  return browser;
}

/** Of the main threads, in milliseconds. Waiting for a CPU does not count. */
function heaviestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const pages = new Set<string>();
  for (const { name, args, pid, tid } of traceEvents)
    if (name === 'thread_name' && args.name === 'CrRendererMain') pages.add(`${pid} ${tid}`);
  let heaviest = 0;
  for (const { name, pid, tid, tdur } of traceEvents)
    if (name === TASK && pages.has(`${pid} ${tid}`)) heaviest = Math.max(heaviest, (tdur ?? 0) / 1000);
  return heaviest;
}

async function measure([taker, other]: Pages, button: string): Promise<Round> {
  for (const page of [other, taker]) {
    await page.bringToFront();
    await page.evaluate(() => Object.assign(window.photographMarks, { ready: 0, shown: 0, whole: 0, longTasks: [] }));
  }
  await pause(SETTLE_MS);
  for (const page of [other, taker]) await browserOf(page).startTracing(page, { categories: TASKS });
  await taker.getByRole('button', { name: button }).click();
  await other.waitForFunction(() => window.photographMarks.whole > 0);
  await pause(SETTLE_MS);
  const heaviest = [
    heaviestTask(await browserOf(other).stopTracing()),
    heaviestTask(await browserOf(taker).stopTracing()),
  ];
  const [here, there] = await Promise.all([taker, other].map((page) => page.evaluate(() => window.photographMarks)));
  if (!here || !there) throw new Error('There are two pages');
  const tasks = [...here.longTasks, ...there.longTasks].filter(
    ({ start, duration }) => start < there.whole && start + duration > here.ready,
  );
  return {
    shown: there.shown - here.ready,
    whole: there.whole - here.ready,
    longestTask: Math.max(0, ...tasks.map(({ duration }) => duration)),
    heaviestTask: Math.max(...heaviest),
  };
}

/** During a call. */
export async function measureSnapshot(): Promise<readonly Figure[]> {
  const rounds = await withBoth('photograph', prepare, async ({ assisted, operator, bare }) => {
    await startCall(assisted, operator);
    for (const page of [assisted.page, bare.assisted]) await page.evaluate(() => window.testPhotograph);
    return await byTurns(ROUNDS, {
      ours: () => measure([assisted.page, operator.page], 'Take a snapshot'),
      theirs: () => measure([bare.assisted, bare.operator], 'Take'),
    });
  });
  const shown = each(rounds, (round) => round.shown);
  const whole = each(rounds, (round) => round.whole);
  const longest = each(rounds, (round) => round.longestTask);
  const heaviest = each(rounds, (round) => round.heaviestTask);
  return [
    ...compare(shown, 'bare page', { what: 'photograph to the other strip', unit: 'ms', under: 1_500 }),
    ...compare(whole, 'bare page', { what: 'all of it there', unit: 'ms' }),
    ...compare(longest, 'bare page', {
      what: 'longest task over 50 ms, 0: none',
      unit: 'ms',
      quantile: 1,
      goal: LONG_TASK_MS,
    }),
    ...compare(heaviest, 'bare page', { what: 'most of a processor by one task', unit: 'ms', quantile: 1 }),
  ];
}
