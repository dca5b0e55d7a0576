import type { Locator } from '@playwright/test';
import pg from 'pg';
import { inspect } from '../world/inspect';
import type { Person } from '../world/person';
import { openRoomWith, roomOf, writeInRoom } from '../world/rooms';
import { databaseUrl, type TestServer } from '../world/server';
import { expect, test } from '../world/test';

/** The maximum of rendered messages, for a room of any length. */
const LINES_MAX = 60;
/** Allowed shift of a line in px: less than is visible. */
const STILL = 2;

const linesOf = ({ page }: Person): Locator => page.getByRole('log').getByRole('listitem');
const lineOf = (person: Person, text: string | RegExp): Locator => linesOf(person).filter({ hasText: text });

/** Ten thousand plain messages in the only room, as before encryption. */
async function fillRoom(server: TestServer, { name }: Person) {
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `insert into room_messages (id, room_id, position, sender_id, message, crypto_schema, created_at)
       select gen_random_uuid(), rooms.id, n, contacts.id, 'Reading ' || n || ' of the gauge', 0,
         now() - (10001 - n) * interval '1 minute'
       from rooms, contacts, generate_series(1, 10000) n where contacts.name = $1`,
      [name],
    );
    expect(rowCount).toBe(10_000);
    await client.query('update rooms set last_position = 10000');
  } finally {
    await client.end();
  }
}

test('a room of 10,000 messages opens at its end, keeps its position while older ones load, and jumps to the first unread one', async ({
  person,
  server,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await luca.page.goto('/people');
  await luca.page.getByRole('button', { name: `Message ${giulia.name}` }).click();
  await expect(luca.page.getByRole('heading', { name: giulia.name })).toBeVisible();
  await luca.page.goto('/people');
  await fillRoom(server, luca);

  const { page } = giulia;
  await page.goto('/rooms');
  const room = page.getByRole('list', { name: 'Your chats' }).getByRole('listitem').filter({ hasText: luca.name });
  await expect(room).toContainText('10000');
  await room.getByRole('link').click();
  await expect(lineOf(giulia, 'Reading 10000 of')).toBeInViewport();
  expect(await linesOf(giulia).count()).toBeLessThan(LINES_MAX);

  // Older messages load while the user scrolls.
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route(/toid=/i, async (route) => {
    await held;
    await route.continue();
  });
  const log = page.getByRole('log');
  const request = page.waitForRequest(/toid=/i);
  await log.evaluate((element) => element.scrollTo({ top: 200 }));
  await request;
  const line = lineOf(giulia, /Reading 98(0[6-9]|1\d) of/).first();
  const text = /Reading \d+ of/.exec(await line.innerText())?.[0] ?? '';
  const topOf = async () => (await lineOf(giulia, text).boundingBox())?.y ?? Number.NaN;
  const heightOf = () => log.evaluate((element) => element.scrollHeight);
  const [top, height] = [await topOf(), await heightOf()];
  come();
  await expect.poll(heightOf).toBeGreaterThan(height + 500);
  expect(Math.abs((await topOf()) - top)).toBeLessThan(STILL);

  await page.getByRole('button', { name: 'First unread message' }).click();
  await expect(lineOf(giulia, 'Reading 1 of')).toBeInViewport();
  await expect(page.getByText('10000 new messages')).toBeInViewport();
  await expect(log).toBeFocused();
  expect(await linesOf(giulia).count()).toBeLessThan(LINES_MAX);
  await page.getByRole('button', { name: 'Go to the latest messages' }).click();
  await expect(lineOf(giulia, 'Reading 10000 of')).toBeInViewport();
  await inspect(page);
});

test('messages that arrive while the end is shown are followed, and the button that goes there never flashes up', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(giulia, luca);
  await writeInRoom(giulia, 'Number 0');
  await luca.page.goto('/rooms');
  await roomOf(luca, giulia.name).getByRole('link').click();
  await expect(lineOf(luca, 'Number 0')).toBeInViewport();
  const flashes = await luca.page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLButtonElement) seen.push(node.textContent);
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  for (let number = 1; number <= 8; number += 1) {
    const text = `Number ${number}: ${'close the valve behind the pump and look. '.repeat(5)}`;
    await writeInRoom(giulia, text);
    await expect(lineOf(luca, `Number ${number}:`)).toBeInViewport({ ratio: 0.9 });
  }
  expect(await flashes.jsonValue()).toEqual([]);
  // A keyboard takes room.
  const size = luca.page.viewportSize();
  await luca.page.setViewportSize({ width: size?.width ?? 0, height: (size?.height ?? 0) - 250 });
  await expect(lineOf(luca, 'Number 8:')).toBeInViewport({ ratio: 0.9 });
});
