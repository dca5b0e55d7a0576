import { inspect } from '../world/inspect';
import { registerSecret } from '../world/secrets';
import { signOut, signIn } from '../world/sign-in';
import { expect, test } from '../world/test';

test('a contact is removed, found by e-mail, added and marked; the mark survives a sign-out', async ({
  person,
  server,
}) => {
  const giulia = await person('operator', { device: 'phone' });
  const { page } = giulia;
  await page.goto('/people');
  await page.getByRole('link', { name: 'Sara Conti' }).click();
  await page.getByRole('button', { name: 'Remove contact' }).click();
  await inspect(page);
  await page.getByRole('dialog', { name: 'Remove Sara Conti' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('link', { name: 'Sara Conti' })).toBeHidden();

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await inspect(page);
  await page.getByRole('menuitem', { name: /^Find a colleague/ }).click();
  await page.getByLabel('E-mail').fill('assisted2@demo.example');
  await inspect(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add Sara Conti?' })).toBeVisible();
  await inspect(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();

  await page.getByRole('link', { name: 'Sara Conti' }).click();
  await page.getByRole('button', { name: 'Favourite' }).click();
  await page.getByRole('link', { name: 'Back to all people' }).click();
  await expect(page.getByRole('list', { name: 'Favourites' })).toContainText('Sara Conti');
  await inspect(page);

  await signOut(giulia);
  await signIn(server, giulia);
  await page.goto('/people');
  await expect(page.getByRole('list', { name: 'Favourites' })).toContainText('Sara Conti');
});

test('a telephone number that a person adds is on their page for colleagues, beside job and e-mail address', async ({
  person,
}) => {
  const giulia = await person('operator', { device: 'phone' });
  await giulia.page.goto('/settings');
  await giulia.page.getByRole('button', { name: 'Add phone number' }).click();
  const field = giulia.page.getByRole('dialog').getByLabel('Phone');
  await field.fill('call me');
  await giulia.page.keyboard.press('Enter');
  await expect(giulia.page.getByText('Enter a phone number')).toBeVisible();
  await inspect(giulia.page);
  await field.fill('+39 0522 123-456');
  await giulia.page.keyboard.press('Enter');
  await expect(giulia.page.getByRole('button', { name: 'Change phone number' })).toBeVisible();
  await expect(giulia.page.getByText('+39 0522 123-456')).toBeVisible();

  const { page } = await person('operator2');
  await page.goto('/people');
  await page.getByRole('link', { name: 'Giulia Ferri' }).click();
  await expect(page.getByText('Service engineer')).toBeVisible();
  await expect(page.getByRole('link', { name: 'operator@demo.example' })).toHaveAttribute(
    'href',
    'mailto:operator@demo.example',
  );
  await expect(page.getByRole('link', { name: '+39 0522 123-456' })).toHaveAttribute('href', 'tel:+390522123456');
  await inspect(page);
});

test('a private note about a person is there after a reload and a sign-in, and its subject gets nothing of it', async ({
  person,
  server,
}) => {
  const note = `${registerSecret('Knows the press in hall 2')}\nCall after nine`;
  const giulia = await person('operator', { device: 'phone' });
  const luca = await person('assisted');
  const { page } = giulia;
  await page.goto('/people');
  await page.getByRole('link', { name: luca.name }).click();
  await page.getByRole('button', { name: 'Add a private note' }).click();
  const field = page.getByRole('textbox', { name: 'Private note' });
  await expect(field).toBeFocused();
  await field.fill(note);
  await inspect(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Note saved')).toBeVisible();
  await page.reload();
  await expect(page.getByText(note)).toBeVisible();
  await inspect(page);
  await signOut(giulia);
  await signIn(server, giulia);
  await page.goto('/people');
  await page.getByRole('link', { name: luca.name }).click();
  await expect(page.getByText(note)).toBeVisible();

  const answers: string[] = [];
  luca.page.on('response', (response) => {
    if (response.url().endsWith('/note')) void response.text().then((text) => answers.push(text));
  });
  await luca.page.goto('/people');
  await luca.page.getByRole('link', { name: giulia.name }).click();
  await expect(luca.page.getByRole('button', { name: 'Add a private note' })).toBeVisible();
  await expect
    .poll(() => answers.map((text) => JSON.parse(text) as { data: unknown }).map(({ data }) => data))
    .toEqual([null]);

  await page.getByRole('button', { name: 'Edit note' }).click();
  await page.getByRole('button', { name: 'Delete note' }).click();
  await inspect(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Add a private note' })).toBeVisible();
});
