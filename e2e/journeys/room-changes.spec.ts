import { readFile } from 'node:fs/promises';
import { inspect } from '../world/inspect';
import type { Person } from '../world/person';
import { lineOf, openRoomWith, roomOf, writeInRoom } from '../world/rooms';
import { registerSecret } from '../world/secrets';
import { chooseFiles, downloadBy } from '../world/steps';
import { expect, test } from '../world/test';

/** Opens what else can be done with a message, by keyboard, as on every device. */
async function openActs(person: Person, text: string) {
  await lineOf(person, text).first().getByRole('button', { name: 'More actions' }).press('Enter');
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

test('people answer with emoji: several of them, counted, changed and taken back, and on the other’s devices at once', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  await writeInRoom(luca, 'The seal is tight again');
  await giulia.page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  const react = async (one: Person, emoji: string) =>
    (await openActs(one, 'tight again')).getByRole('button', { name: `React with ${emoji}` }).click();
  const reactionsOf = (one: Person) => lineOf(one, 'tight again').getByRole('list', { name: 'Reactions' });

  await (await openActs(giulia, 'tight again')).getByRole('button', { name: 'React with 👍' }).waitFor();
  await inspect(giulia.page);
  await giulia.page.keyboard.press('Escape');
  await react(giulia, '👍');
  await expect(reactionsOf(luca).getByRole('button', { name: '👍 Giulia Ferri' })).toBeVisible();
  await reactionsOf(luca).getByRole('button', { name: '👍 Giulia Ferri' }).click();
  await expect(reactionsOf(giulia).getByRole('button', { name: '👍 You and Luca Moretti' })).toHaveText('👍2');
  for (const { page } of [giulia, luca]) await inspect(page);

  await react(giulia, '✅');
  await expect(reactionsOf(luca).getByRole('button')).toHaveText(['👍', '✅']);
  await reactionsOf(giulia).getByRole('button', { name: '✅ You' }).click();
  await expect(reactionsOf(luca).getByRole('button')).toHaveText(['👍']);
  await luca.page.reload();
  await expect(reactionsOf(luca).getByRole('button', { name: '👍 You' })).toBeVisible();
  // Neither a message nor unread.
  await expect(roomOf(giulia, luca.name)).toContainText('The seal is tight again');
});

test('a mention is suggested by keyboard, stands out, and is counted in a muted group', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const marco = await person('operator2');
  await giulia.page.goto('/rooms');
  await giulia.page.getByRole('button', { name: 'New chat' }).click();
  for (const { name } of [luca, marco]) await giulia.page.getByRole('checkbox', { name }).check();
  await giulia.page.getByRole('button', { name: 'Create group' }).click();
  await giulia.page.getByRole('textbox', { name: 'Group name' }).fill('Night shift');
  await giulia.page.getByRole('button', { name: 'Create group' }).click();
  await expect(giulia.page.getByRole('heading', { name: 'Night shift' })).toBeVisible();

  await luca.page.goto('/rooms');
  await roomOf(luca, 'Night shift').getByRole('link').click();
  await luca.page.getByRole('button', { name: 'Details' }).click();
  await luca.page.getByRole('switch', { name: 'Mute this chat' }).check();
  await luca.page.getByRole('button', { name: 'Back to the messages' }).click();
  await luca.page.getByRole('link', { name: 'Back to all chats' }).click();

  await field(giulia).pressSequentially('Ask @');
  const suggestions = giulia.page.getByRole('listbox', { name: 'Mention someone' }).getByRole('option');
  await expect(suggestions).toHaveCount(2);
  await inspect(giulia.page);
  await field(giulia).press('Escape');
  await expect(suggestions).toHaveCount(0);
  await field(giulia).press('Backspace');
  await field(giulia).pressSequentially('@mor');
  await expect(suggestions).toHaveText([/Luca Moretti/]);
  await field(giulia).press('Enter');
  await expect(field(giulia)).toHaveValue('Ask @Luca Moretti ');
  await field(giulia).pressSequentially('about the seal');
  await field(giulia).press('Enter');
  registerSecret('about the seal');

  await expect(roomOf(luca, 'Night shift').getByText('You were mentioned')).toBeAttached();
  await expect(luca.page.getByRole('link', { name: 'Chats 1 unread message' })).toBeVisible();
  await inspect(luca.page);
  await roomOf(luca, 'Night shift').getByRole('link').click();
  await expect(lineOf(luca, 'about the seal').locator('strong', { hasText: '@Luca Moretti' })).toBeVisible();
  await inspect(luca.page);
  await luca.page.getByRole('link', { name: 'Back to all chats' }).click();
  await expect(roomOf(luca, 'Night shift').getByText('You were mentioned')).toHaveCount(0);
});

test('a text and a file are forwarded to another chat, sealed anew for its people, and shown as forwarded', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const marco = await person('operator2');
  await openRoomWith(giulia, marco);
  await writeInRoom(giulia, 'Hello Marco, good morning');
  await openRoomWith(luca, giulia);
  await writeInRoom(luca, 'The seal of pump 7 drips');
  await chooseFiles(luca, { name: 'gauge.txt', mimeType: 'text/plain', buffer: Buffer.from('2.1 bar at the inlet') });
  await expect(lineOf(luca, 'gauge.txt')).toContainText('Delivered');
  await giulia.page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  for (const text of ['pump 7', 'gauge.txt']) {
    const dialog = await openActs(giulia, text);
    await dialog.getByRole('button', { name: 'Forward' }).click();
    await inspect(giulia.page);
    await dialog.getByRole('button', { name: marco.name }).click();
    await expect(giulia.page.getByText(`Forwarded to ${marco.name}`)).toBeVisible();
    await expect(dialog).toHaveCount(0);
  }
  await marco.page.goto('/rooms');
  await roomOf(marco, giulia.name).getByRole('link').click();
  for (const text of ['pump 7', 'gauge.txt'])
    await expect(lineOf(marco, text).filter({ hasText: 'Forwarded' })).toHaveCount(1);
  const saved = await downloadBy(lineOf(marco, 'gauge.txt').getByRole('button', { name: 'Download gauge.txt' }));
  expect(await readFile(await saved.path(), 'utf8')).toBe('2.1 bar at the inlet');
  await inspect(marco.page);
});
