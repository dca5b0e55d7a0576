/** Actions and expectations in rooms. */
import { expect, type Locator } from '@playwright/test';
import type { Person } from './person';
import { registerSecret } from './secrets';

/** The messages of the open room with this text. */
export const lineOf = ({ page }: Person, text: string): Locator =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: text });
/** A room in the list. */
export const roomOf = ({ page }: Person, name: string): Locator =>
  page.getByRole('list', { name: 'Your chats' }).getByRole('listitem').filter({ hasText: name });

/** Writes in the open room. */
export async function writeInRoom({ page }: Person, text: string) {
  const field = page.getByRole('textbox', { name: /^Message/ });
  await field.fill(registerSecret(text));
  await field.press('Enter');
}

/** Opens the room with a person, from their row in the people list. */
export async function openRoomWith({ page }: Person, { name }: Person) {
  await page.goto('/people');
  // On a desktop the people of the latest calls are beside the list.
  await page
    .getByRole('button', { name: `Message ${name}` })
    .first()
    .click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** The number of sealed entries in the device cache, or of the drafts on the device, with their key. */
export const countCached = ({ page }: Person, store: 'cache' | 'drafts' = 'cache'): Promise<number> =>
  page.evaluate(async (name) => {
    const done = (request: IDBRequest) =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', resolve);
        request.addEventListener('error', reject);
      });
    const opening = indexedDB.open(name);
    await done(opening);
    const counting = opening.result.transaction(name).objectStore(name).count();
    await done(counting);
    opening.result.close();
    return counting.result;
  }, store);
