/**
 * Performance on a visitor's phone: home page, list and detail with Lighthouse's phone settings, response to taps with a CPU four
 * times slower than this machine, and scrolling a list of 1,000 cards. Beside a plain page with as many cards.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrowserPool, launchOptions } from '@earth/e2e/world/browser';
import { fillContents } from '@earth/e2e/world/contents';
import { openBrowser } from '@earth/e2e/world/person';
import { databaseUrl, startServer, type TestServer } from '@earth/e2e/world/server';
import { chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import pg from 'pg';
import type { Figure } from './figures';
import { forgetFrames, marksOf, putClock, type Shown, shownOf } from './frames';
import { freePort } from './reference/free-port';
import { startReference } from './reference/server';
import { compare, byTurns, each, type Turns } from './alternate';

const CARDS = 1_000;
const AUDITS = 3;
const SCORE = 95;
/** The JavaScript budget of a first page, compressed. */
const SCRIPTS_KB = 180;
const ROUNDS = 5;
const INP_MS = 200;
/** The wheel's step, interval and count: two phone screens a second. */
const WHEEL = { px: 28, everyMs: 16, turns: 300 };
const TIMES_SLOWER = 4;
const A_MOMENT_MS = 1_500;
const PICTURE = new URL('../apps/server/demo/amphora.webp', import.meta.url);

interface Addresses {
  readonly home: string;
  readonly list: string;
  readonly detail: string;
  /** Of 1,000 cards. */
  readonly longList: string;
}

/** In addition to the demo: a list of 1,000 contents, each with one of its pictures. */
async function fill(server: TestServer): Promise<Addresses> {
  const gallery = await fillContents(server, CARDS);
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    await client.query(
      `with pictures as (
         select id, row_number() over () - 1 as number, count(*) over () as all from content_files
         where kind = 'image' and digest is not null
       ), pieces as (
         select id, row_number() over () as number from contents where category_id = $1
       ), former as (
         delete from content_files where content_id in (select id from pieces)
       )
       insert into content_files (id, content_id, kind, url)
         select gen_random_uuid(), pieces.id, 'image', '/media/' || pictures.id || '/400.webp'
         from pieces join pictures on pictures.number = pieces.number % pictures.all`,
      [gallery],
    );
    const { rows } = await client.query<{ content: number; category: number }>(
      `select content_id as content, category_id as category from content_texts join contents on contents.id = content_id
       where title = 'Head of a young ruler'`,
    );
    const [ruler] = rows;
    const of = (path: string) => new URL(path, server.url).href;
    return {
      home: of('/earth'),
      list: of(`/content-list/?cid=${ruler?.category}`),
      detail: of(`/content-detail/${ruler?.content}`),
      longList: of(`/content-list/?cid=${gallery}`),
    };
  } finally {
    await client.end();
  }
}

interface Audit {
  /** By category, of 100. */
  readonly scores: Readonly<Record<string, number>>;
  readonly lcp: number;
  readonly blocked: number;
  /** The page's JavaScript as transferred, in kB. */
  readonly scripts: number;
}

/** @param requests Lighthouse's network report; requests of a service worker do not count */
function scriptsIn(requests: readonly Readonly<Record<string, unknown>>[]): number {
  const scripts = requests.filter(
    ({ resourceType, sessionTargetType }) => resourceType === 'Script' && sessionTargetType === 'page',
  );
  return scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0) / 1_000;
}

/** About one in twenty of Lighthouse's recordings lacks its beginning. */
const LIGHTHOUSE_TRIES = 3;

/** Lighthouse's defaults: a phone, a slow network, a first visit. */
async function audit(url: string, tries = LIGHTHOUSE_TRIES): Promise<Audit> {
  const port = await freePort();
  const browser = await chromium.launch(launchOptions([`--remote-debugging-port=${port}`]));
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    });
    if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) {
      if (tries > 1) {
        // Another browser in parallel would slow it down.
        await browser.close();
        return await audit(url, tries - 1);
      }
      throw new Error(`Lighthouse could not open ${url}: ${runtimeError.message}`);
    }
    const scores = Object.values(categories).map(({ id, score }) => [id, (score ?? 0) * 100] as const);
    const valueOf = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    const network = audits['network-requests']?.details;
    if (network?.type !== 'table') throw new Error(`Lighthouse returned no network requests for ${url}`);
    return {
      scores: Object.fromEntries(scores),
      lcp: valueOf('largest-contentful-paint'),
      blocked: valueOf('total-blocking-time'),
      scripts: scriptsIn(network.items),
    };
  } finally {
    await browser.close();
  }
}

async function measureAudits(name: string, ours: string, theirs: string): Promise<Figure[]> {
  const rounds = await byTurns(AUDITS, { ours: () => audit(ours), theirs: () => audit(theirs) }, 0);
  const scores = Object.keys(rounds.ours[0]?.scores ?? {}).map((category) => ({
    what: `${name}, ${category}, product`,
    values: rounds.ours.map(({ scores: all }) => all[category] ?? Number.NaN),
    unit: 'of 100' as const,
    least: SCORE,
  }));
  return [
    ...scores,
    ...compare(
      each(rounds, ({ lcp }) => lcp),
      'bare page',
      { what: `${name}, largest paint`, unit: 'ms' },
    ),
    ...compare(
      each(rounds, ({ blocked }) => blocked),
      'bare page',
      { what: `${name}, blocked`, unit: 'ms' },
    ),
    {
      what: `${name}, JavaScript, product`,
      values: rounds.ours.map(({ scripts }) => scripts),
      unit: 'kB',
      goal: SCRIPTS_KB,
    },
  ];
}

/** @returns the longest duration of a tapped interaction; reported from 16 ms on */
async function tapThrough(page: Page, steps: readonly ((page: Page) => Promise<unknown>)[]): Promise<number> {
  await page.bringToFront();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
  for (const step of steps) {
    await step(page);
    await pause(A_MOMENT_MS);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return Math.max(0, ...Object.values((await marksOf(page)).interactions));
}

async function scroll(page: Page): Promise<Shown> {
  await page.bringToFront();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height / 2);
  await forgetFrames(page);
  for (let turn = 0; turn < WHEEL.turns; turn += 1) {
    await page.mouse.wheel(0, WHEEL.px);
    await pause(WHEEL.everyMs);
  }
  return shownOf(await marksOf(page));
}

async function measureTouch(server: TestServer, { home, longList }: Addresses, bareList: string): Promise<Figure[]> {
  const browsers = createBrowserPool();
  try {
    const { page, browser } = await openBrowser(browsers, server, 'assisted', { device: 'phone', camera: 'missing' });
    const context = await browser.newContext({ viewport: page.viewportSize(), hasTouch: true, isMobile: true });
    const bare = await context.newPage();
    for (const one of [page, bare]) await putClock(one);

    const open = async (one: Page, address: string) => {
      await one.goto(address);
      await one.getByRole('listitem').nth(4).waitFor();
      await pause(A_MOMENT_MS);
    };
    const scrolled = async (one: Page, address: string) => {
      await open(one, address);
      return await scroll(one);
    };
    const scrolls = await byTurns(ROUNDS, {
      ours: () => scrolled(page, longList),
      theirs: () => scrolled(bare, bareList),
    });
    const saving = (one: Page) => one.getByRole('button', { name: /^Saved?$|to favourites$/ });
    const save = (one: Page) => saving(one).nth(1).tap();
    const taps: Turns<number> = await byTurns(ROUNDS, {
      ours: async () => {
        await page.goto(home);
        return await tapThrough(page, [
          (one) => one.getByRole('link', { name: 'Long gallery' }).tap(),
          save,
          save,
          (one) => one.getByRole('listitem').nth(1).getByRole('link').tap(),
          (one) => saving(one).first().tap(),
        ]);
      },
      theirs: async () => {
        await open(bare, bareList);
        return await tapThrough(bare, [save, save]);
      },
    });
    const gaps = { ours: scrolls.ours.flatMap((one) => one.gaps), theirs: scrolls.theirs.flatMap((one) => one.gaps) };
    return [
      ...compare(
        each(scrolls, ({ dropped }) => dropped),
        'bare page',
        { what: `${CARDS.toLocaleString('en')} cards scrolled, frames dropped`, unit: '%' },
      ),
      ...compare(gaps, 'bare page', { what: 'between frames, p95', quantile: 0.95, unit: 'ms' }),
      ...compare(taps, 'bare page', { what: 'longest tap (INP)', unit: 'ms', under: INP_MS }),
    ];
  } finally {
    await browsers.close();
  }
}

export async function measureVisitor(): Promise<readonly Figure[]> {
  const reference = await startReference('cards');
  const server = await startServer();
  try {
    await fetch(`${reference.url}/file`, { method: 'PUT', body: await readFile(PICTURE) });
    const addresses = await fill(server);
    const few = `${reference.url}/?cards=10`;
    return [
      ...(await measureAudits('home', addresses.home, few)),
      ...(await measureAudits('list', addresses.list, few)),
      ...(await measureAudits('detail', addresses.detail, `${reference.url}/?cards=1`)),
      ...(await measureTouch(server, addresses, `${reference.url}/?cards=${CARDS}`)),
    ];
  } finally {
    await server.dispose();
    reference.close();
  }
}
