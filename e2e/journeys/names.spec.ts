/** Names as people have them: of two hundred letters, of one, of emoji, and from right to left. */
import pg from 'pg';
import { sticksOut } from '../world/inspect';
import { expectWholeScreen } from '../world/large-text';
import { invite } from '../world/invitation';
import { lineOf, openRoomWith, writeInRoom } from '../world/rooms';
import { databaseUrl, type TestServer } from '../world/server';
import { expect, test } from '../world/test';

const LONG = `Wolfe${'schlegelsteinhausen'.repeat(10)}berger`.slice(0, 200);
const RIGHT_TO_LEFT = 'محمد بن عبد الله (مهندس)';
const NAMES = {
  'assisted@demo.example': LONG,
  'assisted2@demo.example': 'X',
  'operator2@demo.example': '👩🏽‍🔧🚰👨‍👩‍👧‍👦',
  'admin@demo.example': RIGHT_TO_LEFT,
} as const;

async function rename(server: TestServer) {
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    for (const [email, name] of Object.entries(NAMES))
      expect((await client.query('update contacts set name = $1 where email = $2', [name, email])).rowCount).toBe(1);
  } finally {
    await client.end();
  }
}

for (const width of [320, 1280])
  test(`each is shown whole or with an ellipsis in lists, headers and chats, ${width} px wide`, async ({
    person,
    server,
  }) => {
    await rename(server);
    const giulia = await person('operator', { device: width === 320 ? 'phone' : 'desktop' });
    const { page } = giulia;
    const luca = { ...(await person('assisted', { device: 'phone' })), name: LONG };
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/people');
    await invite(giulia, { email: 'ada@pump.example', name: LONG.slice(0, 120) });
    await expectWholeScreen(page, 'people');
    // Within a text of the other direction its brackets stay with it.
    await expect(page.getByRole('button', { name: `Message \u2068${RIGHT_TO_LEFT}\u2069` })).toBeVisible();

    for (const each of Object.values(NAMES)) {
      await page.goto('/people');
      const row = page.getByRole('link', { name: each, exact: true });
      await expect(row, 'a tip has the whole name').toHaveAttribute('title', each);
      await row.click();
      await expect(page.getByRole('heading', { name: each })).toBeVisible();
      await expectWholeScreen(page, each);
      await page.getByRole('button', { name: 'Message', exact: true }).click();
      await expect(page.getByRole('log')).toBeVisible();
      await expect(page.getByRole('heading', { name: each, level: 2 })).toHaveAttribute('title', each);
      await writeInRoom(giulia, `To ${each}`);
      await expect(lineOf(giulia, `To ${each}`)).toContainText(/Sent|Delivered/);
      await expectWholeScreen(page, `the chat with ${each}`);
      expect(await sticksOut(page), each).toBe(0);
    }
    await openRoomWith(luca, giulia);
    await writeInRoom(luca, 'From me');
    await page.goto('/rooms');
    await expect(page.getByRole('list', { name: 'Your chats' }).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('link', { name: LONG, exact: true })).toHaveAttribute('title', LONG);
    await expectWholeScreen(page, 'chats');
  });
