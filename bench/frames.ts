/** What a page has shown while something moved, and what it was busy with, by the clock in it (`visitor-clock.js`). */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const FRAME_MS = 1_000 / 60;
const CLOCK = fileURLToPath(new URL('visitor-clock.js', import.meta.url));

/** In ms of the page's clock. */
interface Marks {
  readonly frames: readonly number[];
  /** How long each click or key took, by its number. */
  readonly interactions: Readonly<Record<string, number>>;
  /** How long each task took that was long. */
  readonly longTasks: readonly number[];
}

declare global {
  interface Window {
    /** What has happened in this page: see `visitor-clock.js`. */
    visitorMarks: Marks;
  }
}

/** Before the page's own code. */
export const putClock = (page: Page) => page.addInitScript({ path: CLOCK });

export const marksOf = (page: Page) => page.evaluate(() => window.visitorMarks);

/** Frames and tasks count from now on. */
export const forgetFrames = (page: Page) =>
  page.evaluate(() => Object.assign(window.visitorMarks, { frames: [], longTasks: [] }));

export interface Shown {
  /** Between two frames. */
  readonly gaps: readonly number[];
  /** In percent of those that a screen shows meanwhile. */
  readonly dropped: number;
}

/** Frames that a screen of 60 a second would have shown and did not are dropped. */
export function shownOf({ frames }: Marks): Shown {
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const dropped = gaps.map((gap) => Math.max(0, Math.round(gap / FRAME_MS) - 1)).reduce((sum, one) => sum + one, 0);
  return { gaps, dropped: (100 * dropped) / (dropped + gaps.length) };
}

/** 0: none was long. */
export const longestTask = ({ longTasks }: Marks) => Math.max(0, ...longTasks);
