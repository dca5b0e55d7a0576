/** Pictures and sound of a page over time, as recorded by the clock in it (`media-clock.js`). */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Setup } from './set-up';

const CLOCK = fileURLToPath(new URL('media-clock.js', import.meta.url));
const SAMPLES_A_MS = 48;
/** A call that sees nothing for so long has no way to the other side. */
const BACK_WITHIN_MS = 90_000;

/** Totals since the page was opened. */
interface SoundSample {
  /** Samples, including silence. */
  readonly played: number;
  /** Samples that were made up, because those of the other side had not arrived. */
  readonly madeUp: number;
  /** How often samples began to be made up. */
  readonly gaps: number;
}

declare global {
  interface Window {
    /** The records of this page: see `media-clock.js`. */
    mediaMarks: {
      /** When each remote frame was decoded, in epoch milliseconds. */
      frames: number[];
      /** One each 60 ms, since `listen`. */
      sounds: SoundSample[];
      listen: () => void;
      stopListening: () => void;
      /** When the first of five frames within a second was decoded, after a moment; 0: none yet. */
      backAfter: (since: number) => number;
    };
  }
}

export const putMediaClock = (page: Page) => page.addInitScript({ path: CLOCK });

/** When both pages see each other again after a moment: the later one's first frame. */
export async function bothSeeAfter({ caller, callee }: Setup, since: number): Promise<number> {
  const seen = [caller, callee].map(async (page) => {
    await page.waitForFunction((from) => window.mediaMarks.backAfter(from) > 0, since, { timeout: BACK_WITHIN_MS });
    return await page.evaluate((from) => window.mediaMarks.backAfter(from), since);
  });
  return Math.max(...(await Promise.all(seen)));
}

/** A call from its first tap until both see each other. */
export async function begin(setup: Setup) {
  const { caller, callee, call, accept } = setup;
  for (const page of [callee, caller]) await page.bringToFront();
  const since = Date.now();
  await call();
  await accept();
  await bothSeeAfter(setup, since);
}

/** What a page received in some seconds. */
export interface Received {
  /** Frames a second. */
  readonly pictures: number;
  /** The longest time without a frame, in ms. */
  readonly longestStill: number;
  /** The longest time for which sound was made up, in ms: at most a sample too long. */
  readonly longestGap: number;
  /** The share of the sound that was made up, in percent. */
  readonly madeUp: number;
}

/** In samples. Those made up between the beginnings of two gaps belong to the first one. */
function longestGapOf(sounds: readonly SoundSample[]): number {
  let longest = 0;
  let gap = 0;
  for (const [index, { madeUp, gaps }] of sounds.entries()) {
    const before = sounds[index - 1];
    if (!before) continue;
    gap = (gaps > before.gaps ? 0 : gap) + Math.max(0, madeUp - before.madeUp);
    longest = Math.max(longest, gap);
  }
  return longest;
}

/** From now on. */
export async function receive(page: Page, ms: number): Promise<Received> {
  const start = Date.now();
  await page.evaluate(() => window.mediaMarks.listen());
  await page.waitForTimeout(ms);
  const { frames, sounds } = await page.evaluate(() => {
    window.mediaMarks.stopListening();
    return window.mediaMarks;
  });
  const seen = frames.filter((at) => at > start && at <= start + ms);
  const edges = [start, ...seen, start + ms];
  const [first, last] = [sounds[0], sounds.at(-1)];
  if (!first || !last) throw new Error('The page has no statistics');
  return {
    pictures: (1_000 * seen.length) / ms,
    longestStill: Math.max(...edges.slice(1).map((at, index) => at - (edges[index] ?? at))),
    longestGap: longestGapOf(sounds) / SAMPLES_A_MS,
    madeUp: (100 * (last.madeUp - first.madeUp)) / Math.max(1, last.played - first.played),
  };
}
