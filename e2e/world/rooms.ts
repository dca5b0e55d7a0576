/** What people do in rooms, and what they then see. */
import { expect, type Locator } from '@playwright/test';
import type { Person } from './person';
import { keepSecret } from './secrets';

/** What stands in the open room, one entry a line. */
export const lineOf = ({ page }: Person, text: string): Locator =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: text });
/** A room in the list. */
export const roomOf = ({ page }: Person, name: string): Locator =>
  page.getByRole('list', { name: 'Your rooms' }).getByRole('listitem').filter({ hasText: name });

/** In the room that is open. */
export async function writeInRoom({ page }: Person, text: string) {
  const field = page.getByRole('textbox', { name: /^Message/ });
  await field.fill(keepSecret(text));
  await field.press('Enter');
}

/** Opens the room with somebody, from their row among the people. */
export async function openRoomWith({ page }: Person, { name }: Person) {
  await page.goto('/people');
  await page.getByRole('button', { name: `Message ${name}` }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** How many sealed things the device keeps of what was read on it. */
export const countKept = ({ page }: Person): Promise<number> =>
  page.evaluate(async () => {
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
