/** The back office: an admin decides what visitors see, and takes it back. */
import type { Page } from '@playwright/test';
import { createContentByApi } from '../world/content-api';
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

for (const device of ['desktop', 'phone'] as const)
  test(`an admin takes a content off, and visitors no longer find it, on a ${device}`, async ({
    person,
    server,
    visitor,
  }) => {
    const title = 'Aaa arch';
    const write = await createContentByApi(server, 'admin@demo.example');
    const id = await write({ title, visibility: 'public', ctnView: 3 });
    const { page: guest } = await visitor('assisted', { device: 'phone' });
    const { page } = await person('admin', { device });
    await page.goto('/admin');
    if (device === 'phone') {
      await inspect(page);
      await page.screenshot({ path: test.info().outputPath('sections.png') });
      await page.getByRole('link', { name: 'Contents' }).click();
    }
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
    await expect(boxes.first()).toBeVisible();
    await inspect(page);
    await page.screenshot({ path: test.info().outputPath('contents.png') });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: test.info().outputPath('contents-dark.png') });
    await page.emulateMedia({ colorScheme: 'light' });

    await page.getByRole('combobox', { name: 'Type' }).selectOption('Place');
    await expect(page).toHaveURL(/v=3/);
    await page.getByRole('searchbox', { name: 'Search by title' }).fill('AAA');
    await expect(boxes).toHaveCount(1);
    await preview(page, title);
    await guest.goto(`/content-detail/${id}`);
    await expect(guest.getByRole('heading', { name: title })).toBeVisible();

    await boxes.check();
    await inspect(page);
    await page.screenshot({ path: test.info().outputPath('chosen.png') });
    await page.getByRole('button', { name: 'Revert to draft' }).click();
    await expect(page.getByText('1 content is now a draft')).toBeVisible();
    await expect(page.getByText('Draft', { exact: true }).last()).toBeVisible();
    await guest.reload();
    await expect(guest.getByRole('heading', { name: title })).toBeHidden();

    await boxes.check();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('1 content is live')).toBeVisible();
    await guest.goto(`/content-detail/${id}`);
    await expect(guest.getByRole('heading', { name: title })).toBeVisible();

    await boxes.check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No content found')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(boxes).toHaveCount(1);

    await boxes.check();
    await page.getByRole('button', { name: 'Dates…' }).click();
    const dates = page.getByRole('dialog', { name: 'When is it live?' });
    await dates.getByLabel('From').fill('2099-01-01T09:00');
    await inspect(page);
    await page.screenshot({ path: test.info().outputPath('dates.png') });
    await dates.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Scheduled', { exact: true }).last()).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('planned.png') });
  });

/** Opens the preview, which has the page of the content. */
async function preview(page: Page, title: string) {
  await page.getByRole('button', { name: `Preview of ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: `Preview of ${title}` });
  await expect(dialog.locator('iframe').contentFrame().getByRole('heading', { name: title })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('preview.png') });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
}

test('an admin restores an older version, and reads the log, in Italian on a phone', async ({
  person,
  server,
  visitor,
}) => {
  const write = await createContentByApi(server, 'admin@demo.example');
  const id = await write({ title: 'Aaa arch', visibility: 'public' });
  await write({ title: 'Aaa wrong', webUrl: 'https://museum.example/' }, id);
  const { page: guest } = await visitor('assisted', { device: 'phone' });
  await guest.goto(`/content-detail/${id}`);
  await expect(guest.getByRole('heading', { name: 'Aaa wrong' })).toBeVisible();

  const { page } = await person('admin', { device: 'phone', language: 'it' });
  await page.goto('/admin/contents?sort=title&order=asc');
  await expect(page.getByRole('checkbox', { name: 'Seleziona Aaa wrong' })).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('contenuti.png') });
  await page.getByRole('button', { name: 'Versioni di Aaa wrong' }).click();
  const versions = page.getByRole('dialog', { name: 'Versioni di Aaa wrong' });
  await expect(versions.getByText('Modificati: sito web e titolo inglese')).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('versioni.png') });
  await versions.getByRole('button', { name: /^Ripristina la versione di/ }).click();
  await expect(page.getByText('Versione ripristinata')).toBeVisible();
  await versions.getByRole('button', { name: 'Chiudi' }).click();
  await expect(page.getByRole('checkbox', { name: 'Seleziona Aaa arch' })).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'Aaa arch' })).toBeVisible();

  await page.getByRole('link', { name: 'Aaa arch' }).click();
  await expect(page).toHaveURL(new RegExp(`/discover-content-detail\\?c=${id}$`));
  await page.goto('/admin/log');
  await expect(page.getByText(/ha ripristinato una versione precedente di «Aaa arch»/)).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('registro.png') });
});

test('an admin changes a role, signs out a device and disables a person, who can sign in again later', async ({
  person,
}) => {
  const { page: theirs } = await person('operator2', { device: 'phone', language: 'it' });
  const { page } = await person('admin', { device: 'desktop' });
  await page.goto('/admin/people');
  const people = page.getByRole('list', { name: 'People' });
  await expect(people.getByRole('listitem').filter({ hasText: 'Paolo Neri' })).toContainText('You · Administrator');
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('people.png') });
  await page.getByRole('searchbox').fill('bassi');
  await expect(people.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Marco Bassi' }).click();
  await page.getByLabel('Role').selectOption('Administrator');
  await expect(page.getByText('Marco Bassi’s role is now: Administrator')).toBeVisible();
  await page.getByRole('button', { name: /^Sign out: / }).click();
  const ending = page.getByRole('dialog', { name: /^Sign out / });
  await inspect(page);
  await ending.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('No signed-in devices.')).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'E-mail' })).toBeVisible();

  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog', { name: 'Disable Marco Bassi?' }).getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Disabled: can’t sign in or receive calls.')).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('person.png'), fullPage: true });
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download their data' }).click();
  expect((await saving).suggestedFilename()).toBe('Marco Bassi.json');
  await page.goto('/admin/log');
  await expect(page.getByText('Paolo Neri disabled Marco Bassi')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Enable again' }).click();
  await expect(page.getByText('Disabled: can’t sign in or receive calls.')).toBeHidden();

  await page.getByRole('button', { name: 'Delete their data' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete the data of Marco Bassi?' });
  await inspect(page);
  await deleting.getByRole('button', { name: 'Continue' }).click();
  const forEver = deleting.getByRole('button', { name: 'Delete permanently' });
  await expect(forEver).toHaveAttribute('aria-disabled', 'true');
  await deleting.getByLabel('Type “Marco Bassi” to confirm').fill('Marco Bassi');
  await page.screenshot({ path: test.info().outputPath('delete.png') });
  await forEver.click();
  await expect(people.getByRole('listitem').filter({ hasText: 'Paolo Neri' })).toBeVisible();
  await expect(people.getByText('Marco Bassi')).toBeHidden();
});

test('an admin makes a webhook, sees its secret once, sends a test and turns it off', async ({ person }) => {
  const { page } = await person('admin', { device: 'desktop' });
  await page.goto('/admin/webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'New webhook' }).click();
  const making = page.getByRole('dialog', { name: 'New webhook' });
  await making.getByLabel('Address').fill('https://localhost/hook');
  await making.getByRole('button', { name: 'Create' }).click();
  await expect(making.getByText(/^Enter a public https address/)).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('webhook-new.png') });
  // RFC 2606: nobody answers there.
  await making.getByLabel('Address').fill('https://hooks.invalid.example/earth');
  await making.getByRole('switch', { name: 'A call ended' }).click();
  await making.getByRole('button', { name: 'Create' }).click();
  const secret = page.getByRole('dialog', { name: 'This webhook’s secret' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('webhook-secret.png') });
  await secret.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('link', { name: 'https://hooks.invalid.example/earth' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  const deliveries = page.getByRole('list', { name: 'Deliveries of the last 30 days' });
  await expect(deliveries.getByRole('listitem')).toContainText('no response', { timeout: 15_000 });
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('webhook.png'), fullPage: true });
  await page.getByRole('switch', { name: 'Send events' }).click();
  await expect(deliveries.getByRole('listitem')).toContainText('Failed');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});

test('an admin makes an entry of the menu a catalogue, and an ordinary entry again; an operator only looks', async ({
  person,
}) => {
  const { page } = await person('admin', { device: 'desktop' });
  await page.goto('/admin/catalogues');
  const catalogues = page.getByRole('list', { name: 'Recognition' });
  await expect(page.getByText('No catalogues yet')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'New catalogue' }).click();
  const making = page.getByRole('dialog', { name: 'New catalogue' });
  await making.getByLabel('Menu entry').selectOption('Parks');
  await making.getByLabel('Code').fill('two words');
  await making.getByRole('button', { name: 'Save' }).click();
  await expect(making.getByText('Only letters, digits, dots, hyphens and underscores')).toBeVisible();
  await inspect(page);
  await making.getByLabel('Code').fill('PARKS');
  await making.getByRole('button', { name: 'Save' }).click();
  await expect(catalogues.getByText(/^PARKS · /)).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('catalogues.png') });

  const { page: operators } = await person('operator', { device: 'phone', language: 'it' });
  await operators.goto('/admin/catalogues');
  await expect(operators.getByText(/^PARKS · /)).toBeVisible();
  await expect(operators.getByRole('button', { name: 'Nuovo catalogo' })).toHaveCount(0);
  await inspect(operators);
  await operators.screenshot({ path: test.info().outputPath('catalogues-phone.png') });

  await catalogues.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL(/category=\d+/);
  await page.goBack();
  await page.getByRole('button', { name: 'Settings of Parks' }).click();
  await page.getByRole('button', { name: 'Turn it into an ordinary entry' }).click();
  await page.getByRole('button', { name: 'Close the catalogue' }).click();
  await expect(page.getByText('No catalogues yet')).toBeVisible();
});
