/**
 * How long what a pen draws takes to the other screen, during a call: from the event of the pointer in one page to the
 * line on the canvas of the other, for each move of the pen. The product, and a bare page in the same two browsers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Person } from '@earth/e2e/world/person';
import { startServer, type TestServer } from '@earth/e2e/world/server';
import type { Page } from '@playwright/test';
import { openBarePage, openPerson, startCall } from './browsers';
import type { Figure } from './figures';
import { type ReferenceServer, startReference } from './reference/server';

const STROKES = 6;
const MOVES = 50;
/** As often as a screen shows a new picture. */
const MOVE_MS = 16;
/** Where a stroke begins and ends, as shares of the picture's width. */
const [FROM, TO] = [0.1, 0.9];
/** A page that came to the front has settled by then; a stroke has arrived. */
const A_MOMENT_MS = 1_000;
/** Places are rounded on their way. */
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
    /** Where the pen was and what was drawn in this page: see `pen-clock.js`. */
    penMarks: { moved: Mark[]; drawn: Mark[] };
  }
}

const prepare = (page: Page) => page.addInitScript({ path: CLOCK });

/** Who draws, and who sees it. */
interface Two {
  readonly drawer: Page;
  readonly viewer: Page;
}

/** One stroke from left to right. @param height as a share of the picture. @returns for each move how long it took */
async function measureStroke({ drawer, viewer }: Two, height: number): Promise<number[]> {
  for (const page of [drawer, viewer]) await page.bringToFront();
  const box = await drawer.getByTestId('selected-snapshot').boundingBox();
  if (!box) throw new Error('There is no picture to draw on');
  const top = box.y + box.height * height;
  await drawer.mouse.move(box.x + box.width * FROM, top);
  await drawer.mouse.down();
  await pause(A_MOMENT_MS);
  for (const page of [drawer, viewer])
    await page.evaluate(() => Object.assign(window.penMarks, { moved: [], drawn: [] }));
  for (let move = 1; move <= MOVES; move += 1) {
    await drawer.mouse.move(box.x + box.width * (FROM + ((TO - FROM) * move) / MOVES), top);
    await pause(MOVE_MS);
  }
  await pause(A_MOMENT_MS);
  await drawer.mouse.up();
  const { moved } = await drawer.evaluate(() => window.penMarks);
  const { drawn } = await viewer.evaluate(() => window.penMarks);
  return moved.map(({ x, y, at }) => {
    // What was drawn before stands at other heights.
    const there = drawn.find((line) => Math.abs(line.y - y) < SAME_LINE_PX && line.x >= x - ROUNDING_PX);
    if (!there) throw new Error('A part of the stroke has not arrived');
    return there.at - at;
  });
}

async function connectBare(drawer: Page, viewer: Page): Promise<Two> {
  await drawer.bringToFront();
  await drawer.getByRole('button', { name: 'Connect' }).click();
  for (const page of [drawer, viewer]) await page.getByText('Connected').waitFor();
  return { drawer, viewer };
}

/** A call in which the operator shows a snapshot. */
async function showSnapshot(operator: Person, assisted: Person): Promise<Two> {
  await startCall(assisted, operator);
  await operator.page.getByRole('button', { name: 'Take a snapshot' }).click();
  await operator.page.locator('[data-testid="snapshot"][data-state="ready"]').click();
  for (const { page } of [operator, assisted]) await page.getByTestId('drawing').locator('canvas').first().waitFor();
  return { drawer: operator.page, viewer: assisted.page };
}

/** Strokes by turns, so that what else the machine does falls on both alike; the call goes on all the while. */
async function measureBoth(server: TestServer, reference: ReferenceServer) {
  const luca = await openPerson(server, 'assisted', prepare);
  const people = [luca];
  try {
    const giulia = await openPerson(server, 'operator', prepare);
    people.push(giulia);
    const product = await showSnapshot(giulia, luca);
    const bare = await connectBare(
      await openBarePage(giulia, reference, prepare),
      await openBarePage(luca, reference, prepare),
    );
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let stroke = 0; stroke <= STROKES; stroke += 1) {
      const height = 0.1 + (0.8 * stroke) / STROKES;
      const both = [await measureStroke(bare, height), await measureStroke(product, height)] as const;
      // The first loads code and warms both up.
      if (stroke === 0) continue;
      theirs.push(...both[0]);
      ours.push(...both[1]);
    }
    return { ours, theirs };
  } finally {
    await Promise.all(people.map(({ browser }) => browser.close()));
  }
}

export async function measurePen(): Promise<readonly Figure[]> {
  const reference = await startReference('pen');
  try {
    const server = await startServer();
    try {
      const { ours, theirs } = await measureBoth(server, reference);
      return [0.5, 0.95].flatMap((quantile): Figure[] => {
        const what = `p${quantile * 100}`;
        const product: Figure = { what: `${what}, product`, values: ours, quantile, unit: 'ms' };
        return [
          { what: `${what}, bare page`, values: theirs, quantile, unit: 'ms' },
          quantile === 0.95 ? { ...product, goal: 60 } : product,
        ];
      });
    } finally {
      await server.dispose();
    }
  } finally {
    reference.close();
  }
}
