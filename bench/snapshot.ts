/**
 * How long a photograph of 12 megapixels takes from the camera to the strip on the other screen, during a call, and how
 * long it stops either page meanwhile: the product, and a bare page in the same two browsers, by turns.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { giveSensor } from '@earth/e2e/world/sensor';
import type { Page } from '@playwright/test';
import { startCall, withBoth } from './browsers';
import type { Figure } from './figures';
import { besides, byTurns, each } from './turns';

const ROUNDS = 6;
/** A page that came to the front has settled by then; tasks that were long have been reported. */
const A_MOMENT_MS = 1_500;
const LONG_TASK_MS = 50;
const CLOCK = fileURLToPath(new URL('photograph-clock.js', import.meta.url));

/** Chromium's trace of what its threads run, and what that is called in it. */
const TASKS = ['-*', 'toplevel'];
const TASK = 'ThreadControllerImpl::RunTask';

/** As much of a trace's events as is read. `tdur`: microseconds of a processor. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

declare global {
  interface Window {
    /** When things happened in this page: see `photograph-clock.js`. */
    photographMarks: { ready: number; shown: number; whole: number; longTasks: { start: number; duration: number }[] };
  }
}

interface Round {
  /** From the photograph to the picture on the other page. */
  readonly shown: number;
  /** From the photograph to all of it there, decrypted. */
  readonly whole: number;
  /** The longest task of either page meanwhile; 0 where none was long. */
  readonly longestTask: number;
  /** The most time of a processor that one task of either page took, from then until a moment later. */
  readonly heaviestTask: number;
}

/** Who takes the photograph, and the other. */
type Two = readonly [taker: Page, other: Page];

async function prepare(page: Page) {
  // The functions that are put into a page are compiled to keep their names by a call that pages do not know.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await giveSensor(page);
  await page.addInitScript({ path: CLOCK });
}

function browserOf(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser of its own');
  return browser;
}

/** Of the pages' own threads, in milliseconds. A task that waits for a processor takes none of it. */
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

async function measure([taker, other]: Two, button: string): Promise<Round> {
  for (const page of [other, taker]) {
    await page.bringToFront();
    await page.evaluate(() => Object.assign(window.photographMarks, { ready: 0, shown: 0, whole: 0, longTasks: [] }));
  }
  await pause(A_MOMENT_MS);
  for (const page of [other, taker]) await browserOf(page).startTracing(page, { categories: TASKS });
  await taker.getByRole('button', { name: button }).click();
  await other.waitForFunction(() => window.photographMarks.whole > 0);
  await pause(A_MOMENT_MS);
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

/** The call goes on all the while. */
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
    ...besides(shown, 'bare page', { what: 'photograph to the other strip', unit: 'ms', under: 1_500 }),
    ...besides(whole, 'bare page', { what: 'all of it there', unit: 'ms' }),
    ...besides(longest, 'bare page', {
      what: 'longest task over 50 ms, 0: none',
      unit: 'ms',
      quantile: 1,
      goal: LONG_TASK_MS,
    }),
    ...besides(heaviest, 'bare page', { what: 'most of a processor by one task', unit: 'ms', quantile: 1 }),
  ];
}
