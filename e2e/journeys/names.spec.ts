/** Names of all kinds on the pages with lists, headers and chats. */
import { sticksOut } from '../world/inspect';
import { invite } from '../world/invitation';
import { expectWholeScreen } from '../world/large-text';
import { EMOJI, LONG, rename, RIGHT_TO_LEFT } from '../world/names';
import { lineOf, openRoomWith, writeInRoom } from '../world/rooms';
import { expect, test } from '../world/test';

const NAMES = {
  'assisted@demo.example': LONG,
  'assisted2@demo.example': 'X',
  'operator2@demo.example': EMOJI,
  'admin@demo.example': RIGHT_TO_LEFT,
} as const;

for (const width of [320, 1280])
  test(`each is shown whole or with an ellipsis in lists, headers and chats, ${width} px wide`, async ({
    person,
    server,
  }) => {
    await rename(server, NAMES);
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
