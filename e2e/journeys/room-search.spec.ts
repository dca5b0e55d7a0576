import { inspect } from '../world/inspect';
import { countCached, lineOf, openRoomWith, roomOf, writeInRoom } from '../world/rooms';
import { registerSecret } from '../world/secrets';
import { signOut } from '../world/sign-in';
import { expect, test } from '../world/test';

test('while the server is down, read messages and a draft survive a reload, can be searched and opened in place, and are deleted at sign-out', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  await writeInRoom(luca, 'The seal of pump 7 drips');
  for (let count = 1; count <= 30; count += 1) await writeInRoom(luca, `Reading ${count} of the gauge`);
  await expect(lineOf(luca, 'Reading 30 of')).toContainText('Delivered');
  await giulia.page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  await expect(lineOf(giulia, 'The seal of')).toBeInViewport();
  await giulia.page.getByRole('button', { name: /new messages/ }).click();
  await expect(lineOf(giulia, 'Reading 30 of')).toBeInViewport();
  // The key, the rooms, the calls, and a page of the room.
  await expect.poll(() => countCached(giulia)).toBeGreaterThanOrEqual(4);

  const field = giulia.page.getByRole('textbox', { name: /^Message/ });
  await field.fill(registerSecret('Which seal is it'));
  // Its key too.
  await expect.poll(() => countCached(giulia, 'drafts')).toBe(2);

  for (const { page } of [giulia, luca]) await page.route('**/services/**', (route) => route.abort());
  await giulia.page.reload();
  await expect(lineOf(giulia, 'Reading 30 of')).toBeInViewport();
  await expect(field).toHaveValue('Which seal is it');
  await giulia.page.getByRole('searchbox', { name: 'Search chats and messages' }).fill('SEAL');
  const hits = giulia.page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(hits).toHaveCount(1);
  await expect(hits.locator('mark')).toHaveText('seal');
  await inspect(giulia.page);
  await hits.getByRole('link').press('Enter');
  await expect(lineOf(giulia, 'The seal of')).toBeInViewport();
  await expect(giulia.page.getByRole('log')).toBeFocused();
  await inspect(giulia.page);

  await luca.page.getByRole('link', { name: 'Back to all chats' }).click();
  await luca.page.getByRole('searchbox', { name: 'Search chats and messages' }).fill('pump 7');
  await expect(luca.page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1);
  await inspect(luca.page);
  await luca.page.getByRole('list', { name: 'Messages' }).getByRole('link').click();
  await expect(lineOf(luca, 'The seal of')).toBeInViewport();

  await giulia.page.unrouteAll({ behavior: 'ignoreErrors' });
  await signOut(giulia);
  for (const store of ['cache', 'drafts'] as const) await expect.poll(() => countCached(giulia, store)).toBe(0);
});
