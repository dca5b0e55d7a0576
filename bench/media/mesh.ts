/** Four people in a call from browser to browser, beside a bare page in the same four browsers. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '@earth/e2e/world/cast';
import { countConnections, framesDecoded, slowCameras, watchMedia } from '@earth/e2e/world/media';
import type { Person } from '@earth/e2e/world/person';
import { acceptCall, dismissCall, hangUp } from '@earth/e2e/world/steps';
import type { Page } from '@playwright/test';
import { byTurns, compare } from '../alternate';
import { openBarePage, openPerson, startCall, withServers } from '../browsers';
import type { Figure } from '../figures';

const ROUNDS = 3;
/** Encoders have found their bitrate. */
const SETTLE_MS = 8_000;
const MEASURE_MS = 10_000;
const LOOK_MS = 100;
const CONNECTED_WITHIN_MS = 60_000;
const ROLES = ['assisted', 'operator', 'operator2', 'assisted2'] as const satisfies readonly Role[];
const LEAST = 0.9;
const BARE = 'bare page';

/** Each page has a connection to each other one. */
async function waitUntilConnected(pages: readonly Page[]) {
  const until = Date.now() + CONNECTED_WITHIN_MS;
  for (const page of pages)
    while ((await countConnections(page)) < pages.length - 1) {
      if (Date.now() > until) throw new Error('The pages are not all connected');
      await pause(LOOK_MS);
    }
}

/** The frames a second that one page decodes in the mean, of all others. */
async function measure(pages: readonly Page[]): Promise<number> {
  await waitUntilConnected(pages);
  await pause(SETTLE_MS);
  const totals = () => Promise.all(pages.map(framesDecoded));
  const [before, start] = [await totals(), performance.now()];
  await pause(MEASURE_MS);
  const [after, end] = [await totals(), performance.now()];
  const frames = after.reduce((sum, total, index) => sum + total - (before[index] ?? 0), 0);
  return (1_000 * frames) / (end - start) / pages.length;
}

/** The first calls the second, who adds the others. */
async function measureProduct(people: readonly [Person, Person, ...Person[]]): Promise<number> {
  const [caller, callee, ...others] = people;
  await startCall(caller, callee);
  for (const other of others) {
    await callee.page.getByRole('button', { name: 'Add person' }).click();
    await callee.page.getByRole('button', { name: `Add ${other.name}` }).click();
    await acceptCall(other);
  }
  const frames = await measure(people.map(({ page }) => page));
  for (const person of people.slice(1)) await hangUp(person);
  for (const person of people) await dismissCall(person);
  return frames;
}

async function measureBare(pages: readonly Page[]): Promise<number> {
  for (const page of pages) {
    await page.bringToFront();
    await page.getByRole('button', { name: 'Join' }).click();
  }
  const frames = await measure(pages);
  for (const page of pages) await page.getByRole('button', { name: 'End' }).click();
  return frames;
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
    const [caller, callee, ...others] = people;
    if (!caller || !callee) throw new Error('There are four people');
    const rounds = await byTurns(ROUNDS, {
      ours: () => measureProduct([caller, callee, ...others]),
      theirs: () => measureBare(pages),
    });
    const what = 'frames that each decodes';
    return [
      ...compare(rounds, BARE, { what, unit: '/s' }),
      {
        what: `${what}, product / ${BARE}`,
        values: rounds.ours.map((frames, round) => frames / (rounds.theirs[round] ?? Number.NaN)),
        unit: '×',
        least: LEAST,
      },
    ];
  });
}
