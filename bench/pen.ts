/**
 * Delivery time of a pen stroke during a call: from the pointer event in one page to the line on the canvas of the other, for each
 * move. The product, and a reference page in the same two browsers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expectDrawable, openSnapshot } from '@earth/e2e/world/drawing';
import type { Person } from '@earth/e2e/world/person';
import { takeSnapshot } from '@earth/e2e/world/steps';
import type { Page } from '@playwright/test';
import { startCall, withBoth } from './browsers';
import type { Figure } from './figures';
import { compare, byTurns } from './alternate';

const STROKES = 6;
const MOVES = 50;
/** Once per frame. */
const MOVE_MS = 16;
/** The ends of a stroke, as shares of the picture's width. */
const [FROM, TO] = [0.1, 0.9];
/** Time for a page that came to the front to settle, and for a stroke to arrive. */
const SETTLE_MS = 1_000;
/** Positions are rounded in transit. */
const ROUNDING_PX = 0.6;
const SAME_LINE_PX = 3;
const CLOCK = fileURLToPath(new URL('pen-clock.js', import.meta.url));

interface Mark {
  /** In pixels of the picture. */
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

declare global {
  interface Window {
    /** The pen positions and lines of this page: see `pen-clock.js`. */
    penMarks: { moved: Mark[]; drawn: Mark[] };
  }
}

const prepare = (page: Page) => page.addInitScript({ path: CLOCK });

/** The drawing page, and the viewing page. */
interface Pages {
  readonly drawer: Page;
  readonly viewer: Page;
}

/**
 * One stroke from left to right.
 * @param height as a share of the picture
 * @returns the delivery time of each move
 */
async function measureStroke({ drawer, viewer }: Pages, height: number): Promise<number[]> {
  for (const page of [drawer, viewer]) await page.bringToFront();
  const box = await drawer.getByTestId('selected-snapshot').boundingBox();
  if (!box) throw new Error('There is no picture to draw on');
  const top = box.y + box.height * height;
  await drawer.mouse.move(box.x + box.width * FROM, top);
  await drawer.mouse.down();
  await pause(SETTLE_MS);
  for (const page of [drawer, viewer])
    await page.evaluate(() => Object.assign(window.penMarks, { moved: [], drawn: [] }));
  for (let move = 1; move <= MOVES; move += 1) {
    await drawer.mouse.move(box.x + box.width * (FROM + ((TO - FROM) * move) / MOVES), top);
    await pause(MOVE_MS);
  }
  await pause(SETTLE_MS);
  await drawer.mouse.up();
  const { moved } = await drawer.evaluate(() => window.penMarks);
  const { drawn } = await viewer.evaluate(() => window.penMarks);
  return moved.map(({ x, y, at }) => {
    // Earlier strokes are at other heights.
    const there = drawn.find((line) => Math.abs(line.y - y) < SAME_LINE_PX && line.x >= x - ROUNDING_PX);
    if (!there) throw new Error('A part of the stroke has not arrived');
    return there.at - at;
  });
}

async function connectBare(drawer: Page, viewer: Page): Promise<Pages> {
  await drawer.bringToFront();
  await drawer.getByRole('button', { name: 'Connect' }).click();
  for (const page of [drawer, viewer]) await page.getByText('Connected').waitFor();
  return { drawer, viewer };
}

/** A call in which the operator shows a snapshot. */
async function showSnapshot(operator: Person, assisted: Person): Promise<Pages> {
  await startCall(assisted, operator);
  await takeSnapshot(operator);
  await openSnapshot(operator);
  await expectDrawable(assisted);
  return { drawer: operator.page, viewer: assisted.page };
}

/** Strokes at different heights, during a call. */
export async function measurePen(): Promise<readonly Figure[]> {
  const { ours, theirs } = await withBoth('pen', prepare, async ({ assisted, operator, bare }) => {
    const product = await showSnapshot(operator, assisted);
    const reference = await connectBare(bare.operator, bare.assisted);
    const heightOf = (stroke: number) => 0.1 + (0.8 * stroke) / STROKES;
    return await byTurns(STROKES, {
      ours: (stroke) => measureStroke(product, heightOf(stroke)),
      theirs: (stroke) => measureStroke(reference, heightOf(stroke)),
    });
  });
  const moves = { ours: ours.flat(), theirs: theirs.flat() };
  return [
    ...compare(moves, 'bare page', { what: 'p50', quantile: 0.5, unit: 'ms' }),
    ...compare(moves, 'bare page', { what: 'p95', quantile: 0.95, unit: 'ms', under: 60 }),
  ];
}
