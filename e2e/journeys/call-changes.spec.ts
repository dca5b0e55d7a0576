import { inspect } from '../world/inspect';
import type { Person } from '../world/person';
import { registerSecret } from '../world/secrets';
import { hangUp, meetInCall, messagesOf, write } from '../world/steps';
import { expect, test } from '../world/test';

test('in a call a message is edited, deleted and answered with emoji, and so it is on the page of the call', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);
  await write(giulia, 'Close valve 7 first');
  await write(giulia, 'Wrong window, sorry');
  const linesOf = async (one: Person, text: string) => (await messagesOf(one)).filter({ hasText: text });
  await expect(await linesOf(luca, 'Close valve 7')).toHaveCount(1);
  const openActs = async (one: Person, text: string) => {
    await (await linesOf(one, text)).getByRole('button', { name: 'More actions' }).press('Enter');
    return one.page.getByRole('dialog', { name: 'Message' });
  };

  const field = giulia.page.getByRole('textbox', { name: /^Message to/ });
  await (await openActs(giulia, 'Close valve 7')).getByRole('button', { name: 'Edit' }).click();
  await expect(field).toHaveValue('Close valve 7 first');
  await field.fill(registerSecret('Close valve 9 first'));
  await field.press('Enter');
  await expect((await linesOf(luca, 'Close valve 9')).filter({ hasText: 'Edited' })).toHaveCount(1);
  await (await openActs(giulia, 'Wrong window')).getByRole('button', { name: 'Delete for everyone' }).click();
  await giulia.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(await linesOf(luca, 'Message deleted')).toHaveCount(1);
  await (await openActs(luca, 'Close valve 9')).getByRole('button', { name: 'React with 👍' }).click();
  const reactionsOf = async (one: Person) =>
    (await linesOf(one, 'Close valve 9')).getByRole('list', { name: 'Reactions' });
  await expect((await reactionsOf(giulia)).getByRole('button', { name: `👍 ${luca.name}` })).toBeVisible();
  for (const { page } of [giulia, luca]) await inspect(page);

  await hangUp(giulia);
  await giulia.page.getByRole('link', { name: 'Details' }).click();
  const chat = giulia.page.getByRole('region', { name: 'Chat' }).getByRole('listitem');
  await expect(chat.filter({ hasText: 'Close valve 9 first' }).filter({ hasText: 'Edited' })).toContainText('👍');
  await expect(chat.filter({ hasText: 'Message deleted' })).toHaveCount(1);
  await expect(giulia.page.getByText(/valve 7|Wrong window/)).toHaveCount(0);
  await inspect(giulia.page);
});
