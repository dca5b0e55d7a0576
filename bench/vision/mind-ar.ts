/**
 * MindAR 1.2.5 (MIT) on frames of the sweep, in Chromium. It is installed into a cache when it is measured, and is no dependency of the project. Its
 * TensorFlow.js runs in WebGL, which is emulated without a graphics processor: what it finds counts there, and not its times.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launchOptions } from '@earth/e2e/world/browser';
import {
  cornerError,
  detect,
  type GrayImage,
  type Homography,
  type Kernels,
  multiply,
  prepareFrame,
  trainTarget,
} from '@earth/vision';
import { FOCAL } from '@earth/vision/simulate';
import { chromium, type Page } from '@playwright/test';
import type { Figure } from '../figures';
import { CELLS, errorOf, figuresOf, type Outcome, type Trial, trialOf } from './sweep';

const PACKAGE = 'mind-ar@1.2.5';
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/mind-ar/', import.meta.url));
const DIST = `${CACHE}node_modules/mind-ar/dist/`;
/** Per cell: an emulated frame takes long. */
const TRIALS = 4;
/** Every so many cells of the sweep. */
const CELL_STEP = 2;
const LENS: Homography = Float64Array.of(FOCAL, 0, 320, 0, FOCAL, 240, 0, 0, 1);

interface Look {
  /** 3 × 4, from pixels of the picture to the camera; null: not found. */
  readonly pose: readonly (readonly number[])[] | null;
  readonly ms: number;
}

declare global {
  interface Window {
    /** See `mind-ar.html`. */
    learn(target: { path: string; width: number; height: number; focal: number }): Promise<void>;
    look(path: string): Promise<Look>;
    isReady?: boolean;
  }
}

async function install() {
  if (existsSync(DIST)) return;
  const args = ['install', '--prefix', CACHE, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE];
  await promisify(execFile)('npm', args);
}

/** Serves the page, MindAR, and the grey pictures that are put into `pictures`. */
async function serve(pictures: Map<string, GrayImage>) {
  const page = await readFile(new URL('mind-ar.html', import.meta.url));
  async function bodyOf(path: string): Promise<readonly [type: string, body: Uint8Array]> {
    if (path === '/') return ['text/html', page];
    const picture = pictures.get(path);
    if (picture) return ['application/octet-stream', picture.data];
    return ['text/javascript', await readFile(`${DIST}${path.replace('/mind-ar/', '')}`)];
  }
  const server = createServer((request, response) => {
    bodyOf(request.url ?? '').then(
      ([type, body]) => response.setHeader('Content-Type', type).end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/** The homography of a pose: of points of the picture, whose third coordinate is 0. */
function homographyOf(pose: readonly (readonly number[])[]): Homography {
  const at = (row: number, column: number) => pose[row]?.[column] ?? 0;
  return multiply(LENS, Float64Array.from([0, 1, 2].flatMap((row) => [at(row, 0), at(row, 1), at(row, 3)])));
}

interface Peer {
  readonly page: Page;
  readonly pictures: Map<string, GrayImage>;
}

async function errorOfPeer({ page, pictures }: Peer, { frame, truth }: Trial, picture: GrayImage) {
  pictures.set('/frame', frame);
  const { pose, ms } = await page.evaluate(() => window.look('/frame'));
  return { ms, error: pose ? cornerError(homographyOf(pose), truth, picture) : null };
}

async function compare(kernels: Kernels, drawings: readonly GrayImage[], peer: Peer) {
  const cells = CELLS.filter((_, at) => at % CELL_STEP === 0);
  const found = cells.map(() => ({ product: [] as number[], mindAr: [] as number[] }));
  const times: number[] = [];
  for (const [at, picture] of drawings.entries()) {
    const target = trainTarget(kernels, picture);
    const [first] = CELLS;
    if (!first) throw new Error('The sweep has no cells');
    peer.pictures.set('/target', picture).set('/frame', trialOf(picture, first, 0).frame);
    const { width, height } = picture;
    await peer.page.evaluate((one) => window.learn(one), { path: '/target', width, height, focal: FOCAL });
    for (const [place, cell] of cells.entries())
      for (let trial = at; trial < TRIALS * drawings.length; trial += drawings.length) {
        const one = trialOf(picture, cell, trial);
        const own = detect(kernels, target, prepareFrame(kernels, one.frame));
        if (own) found[place]?.product.push(errorOf(own.pose, one.truth, target, picture));
        const { error, ms } = await errorOfPeer(peer, one, picture);
        times.push(ms);
        if (error !== null) found[place]?.mindAr.push(error);
      }
  }
  const outcomesOf = (who: 'product' | 'mindAr'): readonly Outcome[] =>
    cells.map((cell, place) => ({ cell, errors: found[place]?.[who] ?? [], trials: TRIALS * drawings.length }));
  return { times, product: outcomesOf('product'), mindAr: outcomesOf('mindAr') };
}

export async function measureMindAr(kernels: Kernels, drawings: readonly GrayImage[]): Promise<readonly Figure[]> {
  await install();
  const pictures = new Map<string, GrayImage>();
  const server = await serve(pictures);
  const browser = await chromium.launch(launchOptions(['--enable-unsafe-swiftshader', '--use-angle=swiftshader']));
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(server.url);
    await page.waitForFunction(() => window.isReady, undefined, { timeout: 60_000 });
    const { times, product, mindAr } = await compare(kernels, drawings, { page, pictures });
    return [
      ...figuresOf(mindAr, 'MindAR'),
      ...figuresOf(product, 'product'),
      { what: 'a frame, MindAR with the graphics processor of this machine', values: times, unit: 'ms' },
    ];
  } finally {
    await browser.close();
    server.close();
  }
}
