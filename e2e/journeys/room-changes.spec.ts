import { inspect } from '../world/inspect';
import type { Person } from '../world/person';
import { lineOf, openRoomWith, roomOf, writeInRoom } from '../world/rooms';
import { registerSecret } from '../world/secrets';
import { chooseFiles } from '../world/steps';
import { expect, test } from '../world/test';

/** Opens what else can be done with a message, by keyboard, as on every device. */
async function openActs(person: Person, text: string) {
  await lineOf(person, text).getByRole('button', { name: 'More actions' }).press('Enter');
  return person.page.getByRole('dialog');
}
const field = ({ page }: Person) => page.getByRole('textbox', { name: /^Message/ });

test('an own message is edited and deleted for everybody, in the conversation, the list, quotes and search, also while offline', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  await writeInRoom(luca, 'The seal of pump 7 drips');
  await giulia.page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  await lineOf(giulia, 'pump 7').hover();
  await lineOf(giulia, 'pump 7').getByRole('button', { name: 'Reply' }).click();
  await writeInRoom(giulia, 'Close the inlet first');
  await expect(lineOf(luca, 'Close the inlet')).toContainText('The seal of pump 7');

  // Edited from the field; what was typed before is there again.
  await field(luca).fill('By the way');
  await (await openActs(luca, 'pump 7 drips')).getByRole('button', { name: 'Edit' }).click();
  await expect(field(luca)).toHaveValue('The seal of pump 7 drips');
  await expect(field(luca)).toBeFocused();
  await inspect(luca.page);
  await field(luca).fill(registerSecret('The seal of pump 9 drips'));
  await field(luca).press('Enter');
  await expect(field(luca)).toHaveValue('By the way');
  for (const one of [luca, giulia]) {
    await expect(lineOf(one, 'The seal of pump 9 drips').filter({ hasText: 'Edited' })).toHaveCount(1);
    await expect(lineOf(one, 'Close the inlet')).toContainText('Luca Moretti: The seal of pump 9');
    await expect(one.page.getByText('pump 7')).toHaveCount(0);
  }

  // By the upper arrow, while the server cannot be reached: it waits, survives a reload, and is sent once.
  await giulia.page.route('**/services/**', (route) => route.abort());
  await field(giulia).press('ArrowUp');
  await expect(field(giulia)).toHaveValue('Close the inlet first');
  await field(giulia).press('Escape');
  await expect(field(giulia)).toHaveValue('');
  await field(giulia).press('ArrowUp');
  await field(giulia).fill(registerSecret('Close the outlet first'));
  await field(giulia).press('Enter');
  await expect(lineOf(giulia, 'Close the outlet')).toContainText('Edited');
  await giulia.page.reload();
  await expect(lineOf(giulia, 'Close the outlet')).toContainText('Edited');
  await expect(lineOf(luca, 'Close the inlet')).toBeVisible();
  await giulia.page.unrouteAll({ behavior: 'ignoreErrors' });
  await giulia.page.reload();
  await expect(lineOf(luca, 'Close the outlet')).toContainText('Edited');
  await field(luca).clear();
  await luca.page.getByRole('link', { name: 'Back to all chats' }).click();
  await expect(roomOf(luca, giulia.name)).toContainText('Close the outlet first');

  await giulia.page.getByRole('searchbox', { name: 'Search chats and messages' }).fill('inlet');
  await expect(giulia.page.getByText('Close the inlet')).toHaveCount(0);
  await giulia.page.getByRole('searchbox', { name: 'Search chats and messages' }).fill('outlet');
  await expect(giulia.page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1);
  await giulia.page.getByRole('searchbox', { name: 'Search chats and messages' }).clear();

  // Deleted: a text, and a file that is gone from the server too.
  await chooseFiles(giulia, { name: 'sheet.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') });
  await expect(lineOf(giulia, 'sheet.pdf')).toContainText('Delivered');
  for (const text of ['Close the outlet', 'sheet.pdf']) {
    const dialog = await openActs(giulia, text);
    await dialog.getByRole('button', { name: 'Delete for everyone' }).click();
    await inspect(giulia.page);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(lineOf(giulia, text)).toHaveCount(0);
  }
  await expect(lineOf(giulia, 'Message deleted')).toHaveCount(2);
  await expect(roomOf(luca, giulia.name)).toContainText('Message deleted');
  await inspect(luca.page);
  await roomOf(luca, giulia.name).getByRole('link').click();
  await expect(lineOf(luca, 'Message deleted')).toHaveCount(2);
  await expect(luca.page.getByText(/outlet|sheet\.pdf/)).toHaveCount(0);
  await inspect(luca.page);
});
