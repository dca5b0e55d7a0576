/** Frames, interactions and long tasks of a page, recorded by the clock in it (`visitor-clock.js`). */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const FRAME_MS = 1_000 / 60;
const CLOCK = fileURLToPath(new URL('visitor-clock.js', import.meta.url));

/** In ms of the page's clock. */
interface Marks {
  readonly frames: readonly number[];
  /** The duration of each click or key press, by its number. */
  readonly interactions: Readonly<Record<string, number>>;
  /** The durations of long tasks. */
  readonly longTasks: readonly number[];
}

declare global {
  interface Window {
    /** The records of this page: see `visitor-clock.js`. */
    visitorMarks: Marks;
  }
}

/** Must be called before the page is opened. */
export const putClock = (page: Page) => page.addInitScript({ path: CLOCK });

export const marksOf = (page: Page) => page.evaluate(() => window.visitorMarks);

/** Clears the records of frames and tasks. */
export const forgetFrames = (page: Page) =>
  page.evaluate(() => Object.assign(window.visitorMarks, { frames: [], longTasks: [] }));

export interface Shown {
  /** Between two frames. */
  readonly gaps: readonly number[];
  /** In percent of the frames at 60 Hz. */
  readonly dropped: number;
}

/** Frames that a 60 Hz screen would have shown and did not count as dropped. */
export function shownOf({ frames }: Marks): Shown {
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const dropped = gaps.map((gap) => Math.max(0, Math.round(gap / FRAME_MS) - 1)).reduce((sum, one) => sum + one, 0);
  return { gaps, dropped: (100 * dropped) / (dropped + gaps.length) };
}

/** 0: there was none. */
export const longestTask = ({ longTasks }: Marks) => Math.max(0, ...longTasks);
