/**
 * A layer of 10,000 shapes on a phone's map: smoothness of panning and zooming, and the longest task of opening and of moving it.
 * Beside a plain page with the same library and shapes, in the same browser.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrowserPool } from '@earth/e2e/world/browser';
import { openBrowser } from '@earth/e2e/world/person';
import { databaseUrl, startServer, type TestServer } from '@earth/e2e/world/server';
import type { Page } from '@playwright/test';
import pg from 'pg';
import type { Figure } from './figures';
import { forgetFrames, longestTask, marksOf, putClock, type Shown, shownOf } from './frames';
import { geoJsonOf, kmlOf, MIDDLE, makeShapes } from './map/shapes';
import { startReference } from './reference/server';
import { compare, byTurns, each } from './alternate';
import { NO_LIMITS } from './no-limits';

const SHAPES = 10_000;
const ROUNDS = 5;
const LONG_TASK_MS = 50;
/** 60 frames a second; the browser rounds the timestamps. */
const FRAME_MS = 17;
/** The menu entry whose layer is replaced: the parks. */
const ENTRY = 13733;
/** The initial zoom of the product's map. */
const ZOOM = 14;
const A_MOMENT_MS = 1_500;
const PATIENCE_MS = 120_000;
/** The maximum rate of pointer and wheel events, and their duration. */
const STEP_MS = 16;
const DRAG_MS = 2_000;
const ZOOM_MS = 1_000;
const RADIUS_PX = 90;
const WHEEL_PX = 800;
const LIBRARY = new URL('.', import.meta.resolve('maplibre-gl/dist/maplibre-gl.mjs'));

/**
 * Writes the layer into the server's folder, as named by the menu.
 * @returns the page that shows it
 */
async function fill({ dataDir }: TestServer, kml: string): Promise<string> {
  const name = `${'0b'.repeat(16)}.kml`;
  const folder = join(dataDir, 'blobs', 'maps');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), kml);
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  try {
    const { rowCount } = await client.query('update categories set attchm_url = $1 where id = $2', [
      `/maps/${name}`,
      ENTRY,
    ]);
    if (rowCount !== 1) throw new Error('The menu has no entry for the layer');
  } finally {
    await client.end();
  }
  return `/content-kml?cid=${ENTRY}`;
}

interface Round extends Shown {
  /** The longest task of opening, and of moving; 0: there was none. */
  readonly openingTask: number;
  readonly movingTask: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Repeats a step for this time, with its progress from 0 to 1. A slow page gets fewer steps on the same path. */
async function during(ms: number, step: (share: number) => Promise<unknown>) {
  const start = performance.now();
  for (let share = 0; share < 1; await pause(STEP_MS)) {
    share = Math.min(1, (performance.now() - start) / ms);
    await step(share);
  }
}

/** Drags around a circle, back to the start. */
async function drag(page: Page, { x, y }: Point) {
  const moveTo = (share: number) => {
    const angle = 2 * Math.PI * share;
    return page.mouse.move(x + RADIUS_PX * Math.cos(angle), y + RADIUS_PX * Math.sin(angle));
  };
  await moveTo(0);
  await page.mouse.down();
  await during(DRAG_MS, moveTo);
  await page.mouse.up();
}

/** Zooms with the wheel. */
async function zoom(page: Page, direction: 1 | -1) {
  let turned = 0;
  await during(ZOOM_MS, async (share) => {
    const px = Math.round(share * WHEEL_PX) - turned;
    turned += px;
    await page.mouse.wheel(0, direction * px);
  });
}

/**
 * Pans at the initial zoom, with the whole layer visible, and zoomed in again.
 * @param at the centre of the uncovered part of the map
 */
async function move(page: Page, at: Point) {
  await drag(page, at);
  await zoom(page, 1);
  await drag(page, at);
  await zoom(page, -1);
  await drag(page, at);
}

async function measure(page: Page, at: Point, open: () => Promise<unknown>): Promise<Round> {
  await page.bringToFront();
  await open();
  await pause(A_MOMENT_MS);
  const openingTask = longestTask(await marksOf(page));
  await forgetFrames(page);
  await move(page, at);
  const marks = await marksOf(page);
  return { ...shownOf(marks), openingTask, movingTask: longestTask(marks) };
}

async function openOurs(page: Page, address: string) {
  await page.goto(address);
  await page.getByText(/^10,?000 parks$/).waitFor({ timeout: PATIENCE_MS });
  await page.getByText('Loading the map…').waitFor({ state: 'hidden', timeout: PATIENCE_MS });
}

async function openBare(page: Page, url: string) {
  await page.goto(`${url}/?zoom=${ZOOM}&long=${MIDDLE.long}&lat=${MIDDLE.lat}`);
  await page.waitForFunction(() => document.title === 'Drawn', undefined, { timeout: PATIENCE_MS });
}

/** The size of the map in the page, and the centre of its uncovered part. */
async function placeOf(page: Page) {
  const map = await page.locator('canvas').boundingBox();
  const sheet = await page.getByRole('region', { name: 'Map', exact: true }).boundingBox();
  if (!map || !sheet) throw new Error('There is no map');
  const size = { width: Math.round(map.width), height: Math.round(map.height) };
  return { size, middle: { x: map.x + map.width / 2, y: (map.y + sheet.y) / 2 } };
}

function figuresOf(rounds: { readonly ours: readonly Round[]; readonly theirs: readonly Round[] }): Figure[] {
  const gaps = { ours: rounds.ours.flatMap((one) => one.gaps), theirs: rounds.theirs.flatMap((one) => one.gaps) };
  const task = { unit: 'ms', quantile: 1, goal: LONG_TASK_MS } as const;
  return [
    ...compare(
      each(rounds, ({ dropped }) => dropped),
      'bare page',
      { what: 'frames dropped', unit: '%' },
    ),
    ...compare(gaps, 'bare page', { what: 'between frames, p95', quantile: 0.95, unit: 'ms', goal: FRAME_MS }),
    ...compare(
      each(rounds, ({ openingTask }) => openingTask),
      'bare page',
      { what: 'longest task, opening, 0: none', ...task },
    ),
    ...compare(
      each(rounds, ({ movingTask }) => movingTask),
      'bare page',
      { what: 'longest task, moving, 0: none', ...task },
    ),
  ];
}

export async function measureMap(): Promise<readonly Figure[]> {
  const shapes = makeShapes(SHAPES);
  const reference = await startReference('map', LIBRARY);
  const server = await startServer(NO_LIMITS);
  const browsers = createBrowserPool();
  try {
    await fetch(`${reference.url}/file`, { method: 'PUT', body: geoJsonOf(shapes) });
    const address = await fill(server, kmlOf(shapes));
    const { page, browser } = await openBrowser(browsers, server, 'assisted', { device: 'phone', camera: 'missing' });
    await putClock(page);
    await openOurs(page, address);
    const { size, middle } = await placeOf(page);
    const context = await browser.newContext({ viewport: size, hasTouch: true, isMobile: true });
    const bare = await context.newPage();
    await putClock(bare);
    return figuresOf(
      await byTurns(ROUNDS, {
        ours: () => measure(page, middle, () => openOurs(page, address)),
        theirs: () => measure(bare, middle, () => openBare(bare, reference.url)),
      }),
    );
  } finally {
    await browsers.close();
    await server.dispose();
    reference.close();
  }
}
