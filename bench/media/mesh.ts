/** Four people in a call from browser to browser, beside a bare page in the same four browsers. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '@earth/e2e/world/cast';
import { countConnections, framesDecoded, slowCameras, watchMedia } from '@earth/e2e/world/media';
import type { Person } from '@earth/e2e/world/person';
import { acceptCall, dismissCall, hangUp } from '@earth/e2e/world/steps';
import type { Page } from '@playwright/test';
import { byTurns, compare, each, timesOf } from '../alternate';
import { openBarePage, openPerson, startCall, withServers } from '../browsers';
import type { Figure } from '../figures';
import { watchBusy } from './busy';

const ROUNDS = 3;
/** Encoders have found their bitrate. */
const SETTLE_MS = 8_000;
const MEASURE_MS = 10_000;
const LOOK_MS = 100;
const CONNECTED_WITHIN_MS = 60_000;
const ROLES = ['assisted', 'operator', 'operator2', 'assisted2'] as const satisfies readonly Role[];
const LEAST = 0.9;
const BARE = 'bare page';

type BusyClock = () => Promise<number>;

/** Each page has a connection to each other one. */
async function waitUntilConnected(pages: readonly Page[]) {
  const until = Date.now() + CONNECTED_WITHIN_MS;
  for (const page of pages)
    while ((await countConnections(page)) < pages.length - 1) {
      if (Date.now() > until) throw new Error('The pages are not all connected');
      await pause(LOOK_MS);
    }
}

interface Round {
  /** Frames a second that one page decodes in the mean, of all others. */
  readonly frames: number;
  /** Processor time of all browsers for each of them, in ms: what they send is encoded in it, too. */
  readonly busy: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function measure(pages: readonly Page[], clocks: readonly BusyClock[]): Promise<Round> {
  await waitUntilConnected(pages);
  await pause(SETTLE_MS);
  const read = async () => ({
    frames: sum(await Promise.all(pages.map(framesDecoded))),
    busy: sum(await Promise.all(clocks.map((busySeconds) => busySeconds()))),
    at: performance.now(),
  });
  const before = await read();
  await pause(MEASURE_MS);
  const after = await read();
  const frames = after.frames - before.frames;
  return {
    frames: (1_000 * frames) / (after.at - before.at) / pages.length,
    busy: (1_000 * (after.busy - before.busy)) / frames,
  };
}

/** The first calls the second, who adds the others. */
async function measureProduct(people: readonly Person[], clocks: readonly BusyClock[]): Promise<Round> {
  const [caller, callee, ...others] = people;
  if (!caller || !callee) throw new Error('There are four people');
  await startCall(caller, callee);
  for (const other of others) {
    await callee.page.getByRole('button', { name: 'Add person' }).click();
    await callee.page.getByRole('button', { name: `Add ${other.name}` }).click();
    await acceptCall(other);
  }
  const round = await measure(
    people.map(({ page }) => page),
    clocks,
  );
  for (const person of people.slice(1)) await hangUp(person);
  for (const person of people) await dismissCall(person);
  return round;
}

async function measureBare(pages: readonly Page[], clocks: readonly BusyClock[]): Promise<Round> {
  for (const page of pages) {
    await page.bringToFront();
    await page.getByRole('button', { name: 'Join' }).click();
    // It has joined when it shows its own picture. If two joined at once, each would offer the other a connection.
    await page.locator('video').first().waitFor();
  }
  const round = await measure(pages, clocks);
  for (const page of pages) await page.getByRole('button', { name: 'End' }).click();
  return round;
}

/** Two cores can encode and decode what four people send at 15 frames a second. */
const prepare = (page: Page) => page.addInitScript(slowCameras);

async function prepareBare(page: Page) {
  await page.addInitScript(watchMedia);
  await prepare(page);
}

export async function measureMesh(): Promise<readonly Figure[]> {
  const settings = { MAX_USERS_IN_CALL: String(ROLES.length) };
  return await withServers('mesh', { settings }, async (servers) => {
    const people: Person[] = [];
    const pages: Page[] = [];
    for (const role of ROLES) {
      const person = await openPerson(servers, role, prepare);
      people.push(person);
      pages.push(await openBarePage(person, servers.reference.url, prepareBare));
    }
    const clocks = await Promise.all(people.map(({ browser }) => watchBusy(browser)));
    const rounds = await byTurns(ROUNDS, {
      ours: () => measureProduct(people, clocks),
      theirs: () => measureBare(pages, clocks),
    });
    const frames = each(rounds, (round) => round.frames);
    const busy = each(rounds, (round) => round.busy);
    const what = 'frames that each decodes';
    const cost = 'processor time of all for a frame';
    return [
      ...compare(frames, BARE, { what, unit: '/s' }),
      {
        what: `${what}, product / ${BARE}`,
        values: frames.ours.map((ours, round) => ours / (frames.theirs[round] ?? Number.NaN)),
        unit: '×',
        least: LEAST,
      },
      ...compare(busy, BARE, { what: cost, unit: 'ms' }),
      timesOf(busy, BARE, cost),
    ];
  });
}
