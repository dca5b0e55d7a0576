/** An admin sets the company and the site, and visitors and colleagues see it. */
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

test.use({ settings: { SITE_COMPANY: 'DEMO' } });

test('an admin changes products and skins on a phone, in Italian', async ({ person }) => {
  const { page } = await person('admin', { device: 'phone', language: 'it' });
  await page.goto('/admin/company');
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Demo Water Works');
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('general.png'), fullPage: true });
  await page.getByRole('tab', { name: 'Prodotti' }).click();
  await page.getByRole('button', { name: 'Nuovo prodotto' }).click();
  await page.getByLabel('Nome', { exact: true }).fill('Foot valve');
  await page.getByLabel('Nome in italiano').fill('Valvola di fondo');
  await page.getByLabel('Codice').fill('VF-1');
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('product.png') });
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('list', { name: 'Prodotti' })).toContainText('Valvola di fondo');
  await page.screenshot({ path: test.info().outputPath('products.png'), fullPage: true });
  await page.getByRole('tab', { name: 'Marchi e stili' }).click();
  await page.getByRole('button', { name: 'Nuovo stile' }).click();
  await page.getByLabel('Colore del testo', { exact: true }).fill('#0b7a4c');
  await expect(page.getByRole('button', { name: 'Salva' })).toHaveAttribute('aria-disabled', 'true');
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('skin.png') });
  await page.getByRole('button', { name: /^Usa #/ }).click();
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.emulateMedia({ colorScheme: 'dark' });
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('looks-dark.png'), fullPage: true });
});

test('an admin gives the site another colour, and a visitor’s page has it at once', async ({ person, visitor }) => {
  const { page } = await person('admin', { device: 'desktop' });
  await page.goto('/admin/company?part=site');
  await page.getByLabel('Main colour', { exact: true }).fill('#0b3d91');
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('site.png'), fullPage: true });
  await page.getByText('Individual colours').click();
  await inspect(page);
  await page.getByLabel('Text on the main colour', { exact: true }).fill('#333333');
  await expect(page.getByText(/This isn’t readable/)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('site-each.png'), fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: test.info().outputPath('site-dark.png'), fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: /^Use #/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Last changed: .*Paolo Neri$/)).toBeVisible();
  const { page: guest } = await visitor('assisted', { device: 'phone' });
  await guest.goto('/earth');
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await guest.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))).toBe('#0b3d91');
  await guest.screenshot({ path: test.info().outputPath('visitor.png') });
});

test('new terms are approved at the next start, and the admin sees by whom', async ({ person }) => {
  const { page } = await person('admin', { device: 'desktop' });
  const { page: hers } = await person('operator', { device: 'phone' });
  await page.goto('/admin/company?part=terms');
  for (const name of ['Terms of use, English', 'Terms of use, Italian'])
    await page.getByLabel(name).fill('# Only this\n\nBe kind. <b>Always.</b>');
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('terms.png'), fullPage: true });
  await page.getByRole('button', { name: 'Publish' }).click();
  const question = page.getByRole('dialog', { name: 'Publish version 1?' });
  await inspect(page);
  await question.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText('accepted by 0 people');

  await hers.reload();
  const dialog = hers.getByRole('dialog', { name: 'Terms and privacy' });
  await expect(dialog.getByText('Be kind. <b>Always.</b>')).toBeVisible();
  await inspect(hers);
  await hers.screenshot({ path: test.info().outputPath('asked.png') });
  await hers.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('region').evaluate((text) => text.scrollTo(0, text.scrollHeight));
  await dialog.getByRole('button', { name: 'APPROVE' }).click();
  await expect(dialog).toBeHidden();
  await hers.reload();
  await expect(hers.getByRole('navigation').first()).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.reload();
  const mine = page.getByRole('dialog', { name: 'Terms and privacy' });
  await mine.getByRole('region').evaluate((text) => text.scrollTo(0, text.scrollHeight));
  await mine.getByRole('button', { name: 'APPROVE' }).click();
  await expect(page.getByRole('list', { name: 'Who has accepted' })).toContainText('Giulia Ferri');
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('accepted.png'), fullPage: true });
});
