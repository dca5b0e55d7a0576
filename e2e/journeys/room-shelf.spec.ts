/** What is found again in one room: its messages by a search, and all of its pictures and files. */
import pg from 'pg';
import sharp from 'sharp';
import { inspect } from '../world/inspect';
import { lineOf, openRoomWith, roomOf, writeInRoom } from '../world/rooms';
import { databaseUrl, type TestServer } from '../world/server';
import { chooseFiles } from '../world/steps';
import { expect, test } from '../world/test';

/** Plain, so that rows can be written. */
test.use({ settings: { CRYPTO_SCHEMA: '0' } });

const PICTURES = 1000;
const MESSAGES = 600;

async function change(server: TestServer, ...statements: readonly string[]) {
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The messages of the only room so many times, and the position that the room is at. */
const repeat = (times: number, message: string) => [
  `insert into room_messages (id, room_id, position, sender_id, message, crypto_schema, client_id, file_name, file_key, preview_key, file_size, created_at)
   select gen_random_uuid(), room_id, position + n, sender_id, ${message}, 0, 'copy-' || n, file_name, file_key, preview_key, file_size,
     created_at + n * interval '1 second'
   from room_messages, generate_series(1, ${times - 1}) n`,
  `update rooms set last_position = ${times}`,
];

for (const device of ['desktop', 'phone'] as const)
  test(`a message of one chat is found, older ones on request, and opened in place, on a ${device}`, async ({
    person,
    server,
  }) => {
    const luca = await person('assisted', { device: 'phone' });
    const giulia = await person('operator', { device });
    await openRoomWith(luca, giulia);
    await writeInRoom(luca, 'Reading 1 of the gauge');
    await expect(lineOf(luca, 'Reading 1 of')).toContainText(/Sent|Delivered/);
    await luca.page.goto('/people');
    await change(server, ...repeat(MESSAGES, `'Reading ' || n + 1 || ' of the gauge'`));

    const { page } = giulia;
    await page.goto('/rooms');
    await roomOf(giulia, luca.name).getByRole('link').click();
    await expect(lineOf(giulia, `Reading ${MESSAGES} of`)).toBeInViewport();
    if (device === 'phone') await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Search this chat' }).click();
    const panel = page.getByRole('complementary', { name: 'Search this chat' });
    const field = panel.getByRole('searchbox', { name: 'Search messages' });
    await expect(field).toBeFocused();
    await field.fill('reading 17 OF');
    await inspect(page);
    const hits = panel.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    await panel.getByRole('button', { name: 'Search older messages' }).click();
    await expect(hits).toHaveCount(1);
    await expect(hits.locator('mark')).toHaveText('Reading 17 of');
    await inspect(page);

    await hits.getByRole('link').click();
    await expect(lineOf(giulia, 'Reading 17 of')).toBeInViewport();
    await expect(panel).toBeVisible({ visible: device === 'desktop' });
    if (device === 'desktop') return;
    // The search is still there for the next one that was found.
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Search this chat' }).click();
    await expect(field).toHaveValue('reading 17 OF');
    await page.getByRole('button', { name: 'Back to the messages' }).click();
    await expect(lineOf(giulia, 'Reading 17 of')).toBeInViewport();
  });

test('of a chat with a thousand pictures all are listed, those in sight are fetched, and one leads to its message', async ({
  person,
  server,
}) => {
  const luca = await person('assisted', { device: 'phone' });
  const giulia = await person('operator');
  await openRoomWith(luca, giulia);
  const noise = {
    width: 900,
    height: 700,
    channels: 3,
    background: '#29c885',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  } as const;
  const buffer = await sharp({ create: noise }).jpeg({ quality: 90 }).toBuffer();
  await chooseFiles(luca, { name: 'gauge.jpg', mimeType: 'image/jpeg', buffer });
  await expect(luca.page.getByRole('img', { name: 'gauge.jpg' })).toBeVisible();
  await luca.page.goto('/people');
  await change(server, ...repeat(PICTURES, 'message'));

  const { page } = giulia;
  const fetched = new Set<string>();
  await page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  await expect(page.getByRole('img', { name: 'gauge.jpg' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).click();
  page.on('request', (request) => {
    if (request.url().includes('/storage/rooms/')) fetched.add(`${fetched.size} ${request.url()}`);
  });
  await page.getByRole('button', { name: 'Pictures and files' }).click();
  const panel = page.getByRole('complementary', { name: 'Pictures and files' });
  const tiles = panel.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await expect(panel.getByRole('img', { name: 'gauge.jpg' }).first()).toBeVisible();
  const first = await tiles.count();
  expect(first).toBeLessThan(PICTURES);
  await inspect(page);
  const inSight = fetched.size;
  expect(inSight).toBeLessThan(first);

  await expect
    .poll(async () => {
      await panel.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return await tiles.count();
    })
    .toBe(PICTURES);
  await panel.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(tiles.last().getByRole('img')).toBeInViewport();
  expect(fetched.size).toBeLessThan(PICTURES / 2);

  await tiles.last().getByRole('button').click();
  const viewer = page.getByRole('dialog', { name: 'gauge.jpg' });
  await inspect(page);
  await viewer.getByRole('link', { name: 'Show gauge.jpg in the chat' }).click();
  await expect(viewer).toBeHidden();
  await expect(panel).toBeHidden();
  await expect(page.getByText('This is the start of the conversation.')).toBeInViewport();
});
