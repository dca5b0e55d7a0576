/** The engine in a worker of Chromium: times by stage, time to the first sighting, jitter, memory, and the background removal. */
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '@earth/e2e/world/browser';
import type { Figure } from '../figures';
import { pssOf } from '../memory';
import { serveEngine } from './server';

const STARTS_ROUNDS = 6;
const SOAK_MINUTES = 10;
const MB = 1_000_000;

async function inPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const server = await serveEngine();
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    return await work(page);
  } finally {
    await browser.close();
    server.close();
  }
}

export const measureStages = (): Promise<readonly Figure[]> =>
  inPage(async (page) => {
    const times = await page.evaluate(() => window.runJob('time'));
    return [
      { what: 'grey of a frame', values: times.gray, unit: 'ms' },
      { what: 'pyramid and features of a frame', values: times.features, unit: 'ms' },
      { what: 'one target in it: match, pose, alignment', values: times.target, unit: 'ms' },
      { what: 'detection in all', values: times.detection, unit: 'ms', goal: 40 },
      { what: 'tracking, with its pyramid', values: times.tracking, unit: 'ms', goal: 5 },
      { what: 'shortlist of 200 views', values: times.shortlist, unit: 'ms', goal: 10 },
      { what: 'a stored view, until it can be found', values: times.loading, unit: 'ms' },
    ];
  });

export const measureDescriptions = (): Promise<readonly Figure[]> =>
  inPage(async (page) => {
    const values = await page.evaluate(() => window.runJob('describe'));
    return [{ what: 'a description in a worker of Chromium', values, unit: 'ms', goal: 60 }];
  });

export const measureSightings = (): Promise<readonly Figure[]> =>
  inPage(async (page) => {
    const { frames, ms, jitter } = await page.evaluate(() => window.runJob('find'));
    return [
      { what: 'one of 200 views: frames until it is reported', values: frames, unit: 'frames' },
      { what: 'one of 200 views: time until it is reported, without downloads', values: ms, unit: 'ms', goal: 500 },
      { what: 'jitter of a corner, standing', values: jitter, unit: 'px', goal: 0.1 },
    ];
  });

export const measureBackground = (): Promise<readonly Figure[]> =>
  inPage(async (page) => {
    const { learning, extracting, overlaps } = await page.evaluate(() => window.runJob('background'));
    return [
      { what: 'a frame learnt', values: learning, unit: 'ms' },
      { what: 'a frame of a moved camera', values: extracting, unit: 'ms', goal: 33 },
      { what: 'frames a second', values: extracting.map((ms) => 1000 / ms), unit: '/s', least: 30 },
      ...Object.entries(overlaps).map(
        ([clip, values]): Figure => ({
          what: `overlap of mask and truth, ${clip}`,
          values: values.map((value) => 100 * value),
          unit: '%',
          least: 93,
        }),
      ),
    ];
  });

/** Memory of the processes of the pages, in MB. */
async function watchMemory(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser');
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { id }) => sum + pssOf(id), 0);
  };
}

/** What the page's process has after 50 more starts, relative to the first 50. */
export const measureStarts = (): Promise<readonly Figure[]> =>
  inPage(async (page) => {
    const memory = await watchMemory(page);
    const after: number[] = [];
    let kernels = 0;
    for (let round = 0; round < STARTS_ROUNDS; round += 1) {
      kernels = await page.evaluate(() => window.runJob('restart'));
      after.push(await memory());
    }
    const [first = 0] = after;
    return [
      { what: 'memory of the kernels', values: [kernels / MB], unit: 'MB' },
      { what: 'pages’ processes after 50 starts of the engine', values: [first], unit: 'MB' },
      { what: 'growth in 250 more starts', values: [(after.at(-1) ?? 0) - first], unit: 'MB', goal: 20 },
    ];
  });

/** One engine that looks at a film for ten minutes: what the page's process has at the end, relative to the first minute. */
export const measureSoak = (): Promise<readonly Figure[]> =>
  inPage(async (page) => {
    const memory = await watchMemory(page);
    const after: number[] = [];
    let [frames, found, kernels] = [0, 0, 0];
    for (let minute = 0; minute < SOAK_MINUTES; minute += 1) {
      const looked = await page.evaluate(() => window.runJob('minute'));
      frames += looked.frames;
      found += looked.found;
      kernels = looked.bytes;
      after.push(await memory());
    }
    const [first = 0] = after;
    return [
      { what: 'frames in ten minutes', values: [frames], unit: 'frames' },
      { what: 'of them with a target found', values: [(100 * found) / frames], unit: '%' },
      { what: 'memory of the kernels at the end', values: [kernels / MB], unit: 'MB' },
      { what: 'pages’ processes after the first minute', values: [first], unit: 'MB' },
      { what: 'growth in nine more minutes', values: [(after.at(-1) ?? 0) - first], unit: 'MB', goal: 20 },
    ];
  });
