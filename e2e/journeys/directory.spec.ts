/** People from a CSV file and from a directory by SCIM, as an admin sees it. */
import { readFile } from 'node:fs/promises';
import { inspect } from '../world/inspect';
import { photographer } from '../world/pictures';
import { signIn } from '../world/sign-in';
import { expect, test } from '../world/test';

const csv = (name: string, text: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('an admin imports people from a CSV file, which is corrected first, exports them, and disables one', async ({
  person,
}) => {
  const { page } = await person('admin', { device: 'desktop' });
  const take = photographer(page, test.info());
  await page.goto('/admin/people');
  await page.getByRole('button', { name: 'Import people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import people' });
  await expect(dialog.getByText(/^Columns: email/)).toBeVisible();
  await inspect(page);
  await take('import-start');
  const file = dialog.locator('input[type=file]');
  const row = 'assisted2@demo.example;;;operator;';
  await file.setInputFiles(csv('staff.csv', `email;first_name;last_name;role;office\nnone;Zoë;Ångström;;\n${row}\n`));
  await expect(dialog.getByText('1 row to correct')).toBeVisible();
  await expect(dialog.getByText('Enter a valid e-mail address')).toBeVisible();
  await expect(dialog.getByText('Columns that aren’t used: office')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await inspect(page);
  await take('import-wrong');
  // As Excel saves a plain CSV: in Windows-1252.
  const text = `email;first_name;last_name;role;office\nzoe@demo.example;Zoë;Ångström;;\n${row}\n`;
  await file.setInputFiles(csv('staff.csv', Buffer.from(text, 'latin1')));
  await expect(dialog.getByText('zoe@demo.example')).toBeVisible();
  await expect(dialog.getByText('Will change: role')).toBeVisible();
  await inspect(page);
  await take('import-preview');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Added: 1, changed: 1')).toBeVisible();
  await expect(dialog).toBeHidden();
  const people = page.getByRole('list', { name: 'People' });
  await expect(people.getByRole('listitem').filter({ hasText: 'Sara Conti' })).toContainText('Operator');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved).toContain('"zoe@demo.example","Zoë","Ångström","assisted","","true"');
  await page.getByRole('button', { name: 'Import people' }).click();
  await file.setInputFiles(csv('people.csv', saved));
  await expect(dialog.getByText(/0 new people, 0 changed, \d+ unchanged/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await take('people-many');

  await page.getByRole('link', { name: 'Zoë Ångström' }).click();
  await expect(page.getByText('Created at the first sign-in')).toBeVisible();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog', { name: 'Disable Zoë Ångström?' }).getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Disabled: can’t sign in or receive calls.')).toBeVisible();
  await page.goto('/admin/log');
  await expect(page.getByText('Paolo Neri added Zoë Ångström')).toBeVisible();
  await expect(page.getByText('Paolo Neri disabled Zoë Ångström')).toBeVisible();
});

test('a directory with a token provides a person, who then signs in, and disables them, who is signed out', async ({
  person,
  server,
  visitor,
}) => {
  const { page } = await person('admin', { device: 'desktop' });
  const take = photographer(page, test.info());
  await page.goto('/admin/people');
  await page.getByRole('link', { name: 'Create a token for the directory' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  const making = page.getByRole('dialog', { name: 'New token' });
  await making.getByLabel('What’s it for?').fill('Entra ID');
  await making.getByLabel('Contents, menu and scenes').selectOption('No access');
  await making.getByRole('switch', { name: 'Manage people from a directory (SCIM)' }).click();
  await inspect(page);
  await take('token-for-people');
  await making.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new token' });
  const token = await shown.getByText(/^earth_/).innerText();
  await shown.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByText(`SCIM address: ${server.url}/scim/v2`)).toBeVisible();
  await inspect(page);
  await take('token-of-people');

  const ask = async (method: string, path: string, body: object) => {
    const response = await fetch(`${server.url}/scim/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { readonly id: string };
  };
  const { id } = await ask('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'ada@demo.example',
    name: { givenName: 'Ada', familyName: 'Monti' },
    title: 'Fitter',
    roles: [{ value: 'OPERATOR' }],
  });
  const ada = { ...(await visitor('operator2', { device: 'phone' })), email: 'ada@demo.example', name: 'Ada Monti' };
  await signIn(server, ada);
  await ada.page.goto('/settings');
  await expect(ada.page.getByText('Ada Monti').first()).toBeVisible();

  await page.goto('/admin/people');
  await page.getByRole('link', { name: 'Ada Monti' }).click();
  await expect(page.getByText(/^Your directory provides/)).toBeVisible();
  await expect(page.getByLabel('Role')).toBeHidden();
  await inspect(page);
  await take('person-of-directory');
  await ask('PATCH', `/Users/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  });
  await expect(ada.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('The directory has disabled this person. Enable them there.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enable again' })).toBeHidden();
  await inspect(page);
});

test('the import on a phone, in Italian', async ({ person }) => {
  const { page } = await person('admin', { device: 'phone', language: 'it' });
  const take = photographer(page, test.info());
  await page.goto('/admin/people');
  await page.getByRole('button', { name: 'Importa persone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importa persone' });
  await take('import-start-it');
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles(
    csv('persone.csv', 'e-mail;nome;cognome;ruolo\nada@demo.example;Ada;Monti;capo\n;Ugo;Sarti;operatore\n'),
  );
  await expect(dialog.getByText('2 righe da correggere')).toBeVisible();
  await inspect(page);
  await take('import-wrong-it');
  await file.setInputFiles(
    csv('persone.csv', 'e-mail;nome;cognome;ruolo;mansione\nada@demo.example;Ada;Monti;operatore;Montatrice\n'),
  );
  await expect(dialog.getByText('Nuova persona')).toBeVisible();
  await inspect(page);
  await take('import-preview-it');
});
