import type { Person } from '../world/person';
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

const lines = ({ page }: Person) => page.getByRole('log').getByRole('listitem');

test('what was read is there after a reload while the server is away, is searched, opened where it stands, and gone after the sign-out', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await luca.page.goto('/people');
  await luca.page.getByRole('button', { name: `Message ${giulia.name}` }).click();
  const field = luca.page.getByRole('textbox', { name: /^Message/ });
  await field.fill('The seal of pump 7 drips');
  await field.press('Enter');
  for (let count = 1; count <= 30; count += 1) {
    await field.fill(`Reading ${count} of the gauge`);
    await field.press('Enter');
  }
  await expect(lines(luca).filter({ hasText: 'Reading 30 of' })).toContainText('Delivered');
  await giulia.page.goto('/rooms');
  await giulia.page.getByRole('link', { name: luca.name }).click();
  await expect(lines(giulia).filter({ hasText: 'The seal of' })).toBeInViewport();
  await giulia.page.getByRole('button', { name: /new messages/ }).click();
  await expect(lines(giulia).filter({ hasText: 'Reading 30 of' })).toBeInViewport();
  const countKept = () =>
    giulia.page.evaluate(async () => {
      const done = (request: IDBRequest) =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', resolve);
          request.addEventListener('error', reject);
        });
      const opening = indexedDB.open('cache');
      await done(opening);
      const counting = opening.result.transaction('cache').objectStore('cache').count();
      await done(counting);
      opening.result.close();
      return counting.result;
    });
  // The key, the rooms, the calls, and a page of the room.
  await expect.poll(countKept).toBeGreaterThanOrEqual(4);

  for (const { page } of [giulia, luca]) await page.route('**/services/**', (route) => route.abort());
  await giulia.page.reload();
  await expect(lines(giulia).filter({ hasText: 'Reading 30 of' })).toBeInViewport();
  await giulia.page.getByRole('searchbox', { name: 'Search rooms and messages' }).fill('SEAL');
  const hits = giulia.page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(hits).toHaveCount(1);
  await expect(hits.locator('mark')).toHaveText('seal');
  await inspect(giulia.page);
  await hits.getByRole('link').press('Enter');
  await expect(lines(giulia).filter({ hasText: 'The seal of' })).toBeInViewport();
  await expect(giulia.page.getByRole('log')).toBeFocused();
  await inspect(giulia.page);

  await luca.page.getByRole('link', { name: 'Back to all rooms' }).click();
  await luca.page.getByRole('searchbox', { name: 'Search rooms and messages' }).fill('pump 7');
  await expect(luca.page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1);
  await inspect(luca.page);
  await luca.page.getByRole('list', { name: 'Messages' }).getByRole('link').click();
  await expect(lines(luca).filter({ hasText: 'The seal of' })).toBeInViewport();

  await giulia.page.unrouteAll({ behavior: 'ignoreErrors' });
  await giulia.page.goto('/settings');
  await giulia.page.getByRole('button', { name: 'Log out' }).click();
  await giulia.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(giulia.page).toHaveURL(/login/);
  await expect.poll(countKept).toBe(0);
});
