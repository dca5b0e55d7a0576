/**
 * A view of 12 megapixels with 200 points and a mask in its editor: frames while the picture and a point are dragged, and while the
 * mask is drawn. Beside a bare canvas with the same picture and as many dots, in the same browser.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createBrowserPool } from '@earth/e2e/world/browser';
import { openBrowser } from '@earth/e2e/world/person';
import { startServer } from '@earth/e2e/world/server';
import { signIn } from '@earth/e2e/world/sign-in';
import { fillModel } from '@earth/e2e/world/visits';
import { deadLeaves } from '@earth/vision/testing/pictures';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { byTurns, compare, each, type Turns } from './alternate';
import type { Figure } from './figures';
import { forgetFrames, longestTask, marksOf, putClock, type Shown, shownOf } from './frames';
import { NO_LIMITS } from './no-limits';
import { startReference } from './reference/server';

const SIZE = { width: 4000, height: 3000 };
/** What the server keeps of it. */
const STORED = { width: 1600, height: 1200 };
const POINTS = 200;
const ROUNDS = 5;
/** Of the two presses of the button that zooms in. */
const SCALE = 1.5 ** 2;
const A_MOMENT_MS = 1_000;
const STEP_MS = 16;
const DRAG_MS = 2_000;
const RADIUS_PX = 60;
const LONG_TASK_MS = 50;
const PATIENCE_MS = 60_000;

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Round extends Shown {
  /** 0: there was none. */
  readonly task: number;
}

/** Drags around a circle, at the same speed however many frames are shown. */
async function drag(page: Page, { x, y }: Place) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  const start = performance.now();
  for (let share = 0; share < 1; await pause(STEP_MS)) {
    share = Math.min(1, (performance.now() - start) / DRAG_MS);
    const angle = 2 * Math.PI * share;
    await page.mouse.move(x + RADIUS_PX * Math.sin(angle), y + RADIUS_PX * (1 - Math.cos(angle)));
  }
  await page.mouse.up();
}

/** @param at where the pointer goes down: several are dragged one after the other */
async function measure(page: Page, at: readonly Place[]): Promise<Round> {
  await page.bringToFront();
  await pause(A_MOMENT_MS);
  await forgetFrames(page);
  for (const place of at) await drag(page, place);
  const marks = await marksOf(page);
  return { ...shownOf(marks), task: longestTask(marks) };
}

/** The middle of an element, and its size. */
async function middleOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error('It is not shown');
  const size = { width: Math.round(box.width), height: Math.round(box.height) };
  return { size, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
}

/** The nearest dot to the middle of the frame, and a place there without any. */
async function placesOn(page: Page, frame: string) {
  const { size, middle } = await middleOf(page, frame);
  const boxes = await Promise.all(
    (await page.locator(`${frame} button[aria-pressed]`).all()).map((dot) => dot.boundingBox()),
  );
  const centres = boxes.flatMap((box) => (box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : []));
  const far = ({ x, y }: Place) => Math.hypot(x - middle.x, y - middle.y);
  const [dot] = centres.toSorted((one, other) => far(one) - far(other));
  const next = centres.filter(({ y }) => Math.abs(y - (dot?.y ?? 0)) < 2).map(({ x }) => x);
  const right = Math.min(...next.filter((x) => x > (dot?.x ?? 0) + 2));
  if (!dot || !Number.isFinite(right)) throw new Error('There are no points');
  return { size, dot, gap: { x: (dot.x + right) / 2, y: dot.y } };
}

async function zoomIn(page: Page) {
  for (let press = 0; press < 2; press += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
}

const figuresOf = (rounds: Turns<Round>, what: string): Figure[] => [
  ...compare(
    each(rounds, ({ dropped }) => dropped),
    'bare canvas',
    { what: `frames dropped, ${what}`, unit: '%' },
  ),
  ...compare(
    each(rounds, ({ task }) => task),
    'bare canvas',
    { what: `longest task, ${what}, 0: none`, unit: 'ms', quantile: 1, goal: LONG_TASK_MS },
  ),
];

/** In a grid, as on the bare canvas. */
function gridOf(count: number) {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, at) => ({
    title: `Point ${at + 1}`,
    descr: '',
    at: [((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side] as const,
  }));
}

export async function measureView(): Promise<readonly Figure[]> {
  const { data: small, ...smallSize } = deadLeaves(5, 1000, 750);
  const large = sharp(small, { raw: { ...smallSize, channels: 1 } })
    .resize(SIZE)
    .toColourspace('b-w');
  const picture = { ...SIZE, data: new Uint8Array(await large.raw().toBuffer()) };
  const reference = await startReference('view');
  const server = await startServer(NO_LIMITS);
  const browsers = createBrowserPool();
  try {
    const file = await sharp(picture.data, { raw: { ...SIZE, channels: 1 } })
      .resize(STORED)
      .jpeg()
      .toBuffer();
    await fetch(`${reference.url}/file`, { method: 'PUT', body: new Uint8Array(file) });
    const model = await fillModel(server, picture, 'A large picture', gridOf(POINTS));
    const person = await openBrowser(browsers, server, 'operator', { device: 'desktop', camera: 'missing' });
    const { page, browser } = person;
    await putClock(page);
    await signIn(server, person);
    await page.goto(`/discover-views?m=${model}`);
    await page.getByRole('link', { name: 'View 1' }).click();
    await page.getByRole('button', { name: `Point ${POINTS}:` }).waitFor({ timeout: PATIENCE_MS });
    await zoomIn(page);
    const { size, dot, gap } = await placesOn(page, '[role=presentation]:has(> img)');

    const bare = await (await browser.newContext({ viewport: size })).newPage();
    await putClock(bare);
    const open = async (search = '') => {
      await bare.goto(`${reference.url}/?dots=${POINTS}&scale=${SCALE}${search}`);
      await bare.waitForFunction(() => document.title === 'Drawn', undefined, { timeout: PATIENCE_MS });
    };
    await open();
    const { middle } = await middleOf(page, '[role=presentation]:has(> img)');
    const onBare = ({ x, y }: Place): Place => ({
      x: x - middle.x + size.width / 2,
      y: y - middle.y + size.height / 2,
    });
    const points = await byTurns(ROUNDS, {
      ours: () => measure(page, [gap, dot]),
      theirs: () => measure(bare, [gap, dot].map(onBare)),
    });

    await page.getByRole('tab', { name: 'Mask' }).click();
    await page.getByRole('application').waitFor();
    await zoomIn(page);
    await open('&draws');
    const stage = await middleOf(page, '[role=application]');
    const mask = await byTurns(ROUNDS, {
      ours: () => measure(page, [stage.middle]),
      theirs: () => measure(bare, [onBare(middle)]),
    });
    return [...figuresOf(points, 'points'), ...figuresOf(mask, 'drawing the mask')];
  } finally {
    await browsers.close();
    await server.dispose();
    reference.close();
  }
}
