/**
 * Time from Enter in one page to the screen of the other while a thousand users are connected, two of them in browsers, and the
 * others write a hundred messages a second. Beside a plain page in the same browsers, with a reference server that relays plain
 * text.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BrowserPool, createBrowserPool } from '@earth/e2e/world/browser';
import { openBrowser, type Person } from '@earth/e2e/world/person';
import { lineOf, openRoomWith, roomOf, writeInRoom } from '@earth/e2e/world/rooms';
import type { TestServer } from '@earth/e2e/world/server';
import { signIn } from '@earth/e2e/world/sign-in';
import type { Page } from '@playwright/test';
import { flood } from './chat/flood';
import { type ChatSide, openBare, openOurs, sealForPairs } from './chat/sides';
import { withCrowds } from './crowd/crowds';
import type { Figure } from './figures';
import type { BareCrowd } from './reference/bare';
import { startReference } from './reference/server';
import { compare, byTurns } from './alternate';

/** In addition to the two in browsers. */
const PEOPLE = 998;
const ROUNDS = 5;
const COURSE = { people: PEOPLE, rate: 100, seconds: 16, warmUpSeconds: 0 };
/** Written while the others write, and all shown before they stop. */
const MESSAGES = 40;
const EVERY_MS = 250;
const A_MOMENT_MS = 1_000;
const CLOCK = fileURLToPath(new URL('shown-clock.js', import.meta.url));

declare global {
  interface Window {
    /** The timestamps of this page: see `shown-clock.js`. */
    shownMarks: { readonly entered: number; readonly shown: Readonly<Record<string, number>> };
  }
}

/** A writer and a reader in one conversation, and the load of the others. */
interface Setup {
  readonly writer: Page;
  readonly reader: Page;
  readonly others: ChatSide;
  readonly write: (text: string) => Promise<unknown>;
}

const textOf = (number: number) => `Number ${number}: ${'close the valve behind the pump and look. '.repeat(5)}`.trim();

/** @returns from Enter to the screen, in ms */
async function measureOne({ writer, reader, write }: Setup, number: number): Promise<number> {
  await write(textOf(number));
  await reader.waitForFunction((sought) => sought in window.shownMarks.shown, String(number));
  const { entered } = await writer.evaluate(() => window.shownMarks);
  const { shown } = await reader.evaluate(() => window.shownMarks);
  return (shown[number] ?? Number.NaN) - entered;
}

/** @throws if the others stopped before the last was shown */
async function measure(way: Setup, round: number): Promise<number[]> {
  for (const page of [way.writer, way.reader]) await page.bringToFront();
  const end = performance.now() + COURSE.seconds * 1_000;
  const load = flood(way.others, COURSE);
  await pause(A_MOMENT_MS);
  const latencies: number[] = [];
  for (let message = 1; message <= MESSAGES; message += 1) {
    const began = performance.now();
    latencies.push(await measureOne(way, round * MESSAGES + message));
    await pause(Math.max(0, EVERY_MS - (performance.now() - began)));
  }
  if (performance.now() > end) throw new Error('The machine is too slow to write the messages while the others write');
  await load;
  return latencies;
}

/** A signed-in person. */
async function openPerson(browsers: BrowserPool, server: TestServer, role: 'assisted' | 'operator'): Promise<Person> {
  const device = role === 'assisted' ? 'phone' : 'desktop';
  const person = await openBrowser(browsers, server, role, { device, camera: 'missing' });
  await person.page.addInitScript({ path: CLOCK });
  await signIn(server, person);
  return person;
}

async function openProduct(writer: Person, reader: Person, others: ChatSide): Promise<Setup> {
  await openRoomWith(writer, reader);
  await writeInRoom(writer, 'Hello');
  await reader.page.goto('/rooms');
  await roomOf(reader, writer.name).getByRole('link').tap();
  await lineOf(reader, 'Hello').waitFor();
  return { writer: writer.page, reader: reader.page, others, write: (text) => writeInRoom(writer, text) };
}

/** In the same browsers, in windows of the same size. */
async function openBarePages(url: string, [writer, reader]: readonly [Person, Person], bare: BareCrowd) {
  const open = async ({ page: own, browser }: Person, person: number, other: number) => {
    const context = await browser.newContext({ viewport: own.viewportSize() });
    const page = await context.newPage();
    await page.addInitScript({ path: CLOCK });
    await page.goto(`${url}/?server=${bare.address}&person=${person}&other=${other}`);
    await page.getByText('Connected').waitFor();
    return page;
  };
  return { writer: await open(writer, PEOPLE, PEOPLE + 1), reader: await open(reader, PEOPLE + 1, PEOPLE) };
}

export async function measureShown(): Promise<readonly Figure[]> {
  const reference = await startReference('shown');
  const browsers = createBrowserPool();
  try {
    return await withCrowds(PEOPLE, {}, async ({ server, crowd, bare }) => {
      const sealed = await sealForPairs(crowd);
      const [writer, reader] = [
        await openPerson(browsers, server, 'operator'),
        await openPerson(browsers, server, 'assisted'),
      ] as const;
      const product = await openProduct(writer, reader, await openOurs(crowd, sealed));
      const pages = await openBarePages(reference.url, [writer, reader], bare);
      const field = pages.writer.getByRole('textbox');
      const write = async (text: string) => {
        await field.fill(text);
        await field.press('Enter');
      };
      const plain: Setup = { ...pages, others: openBare(bare, sealed), write };
      const rounds = await byTurns(ROUNDS, {
        ours: (round) => measure(product, round),
        theirs: (round) => measure(plain, round),
      });
      const turns = { ours: rounds.ours.flat(), theirs: rounds.theirs.flat() };
      return [0.5, 0.95, 0.99].flatMap((quantile) =>
        compare(turns, 'bare page', { what: `p${quantile * 100}`, quantile, unit: 'ms' }),
      );
    });
  } finally {
    await browsers.close();
    reference.close();
  }
}
