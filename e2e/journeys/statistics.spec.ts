import { readFile } from 'node:fs/promises';
import { inspect } from '../world/inspect';
import { runSql } from '../world/sql';
import { expect, test } from '../world/test';

test('an admin sees the statistics and exports them as CSV; other users have no access', async ({ person }) => {
  const { page } = await person('admin');
  const counted = page.waitForResponse((response) => response.url().endsWith('/services/events'));
  await page.goto('/settings');
  expect((await counted).ok()).toBe(true);
  await page.getByRole('link', { name: 'Back office', exact: true }).click();
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  const table = page.getByRole('table', { name: 'Screens' });
  await expect(table.getByRole('row', { name: 'Me and settings' })).toBeVisible();
  await page.getByText('As a table').click();
  await inspect(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download views by day as CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toMatch(/"\d{4}-\d\d-\d\d","en",0,\d+,0/);

  const other = await person('operator');
  await other.page.goto('/admin/statistics');
  await expect(other.page).toHaveURL(/\/admin\/contents$/);
  await expect(other.page.getByRole('link', { name: 'Analytics', exact: true })).toBeHidden();
});

test('an admin sees what the company uses, by day, week and month, and exports it', async ({ person }) => {
  const { page } = await person('admin', { device: 'desktop' });
  await page.goto('/admin/usage');
  await expect(page.getByText('No calls in this period.')).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('usage.png'), fullPage: true });
  await page.getByRole('radio', { name: '1 year' }).check();
  await page.getByRole('radio', { name: 'Month' }).check();
  await page.getByText('All figures as a table').click();
  // 365 days are in thirteen months, or in twelve if they end with the last day of one; and the head.
  const rows = page.getByRole('table', { name: 'Usage by time' }).getByRole('row');
  await expect.poll(async () => [13, 14].includes(await rows.count())).toBe(true);
  await inspect(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Talk minutes');

  const other = await person('operator');
  await other.page.goto('/admin/usage');
  await expect(other.page).toHaveURL(/\/admin\/contents$/);
});

test.describe('with the payment provider for tests', () => {
  test.use({ settings: { PAYMENTS: 'test', MINUTE_PACKAGES: '60:1900,300:7900' } });

  test('an admin buys minutes by card: one is declined, one is accepted, and an answer that is lost comes later', async ({
    server,
    person,
  }) => {
    await runSql(server, `update companies set paid_service = true, purchased_minutes = 100 where code = 'DEMO'`);
    const { page } = await person('admin');
    await page.goto('/admin/usage');
    await expect(page.getByText('100 minutes left')).toBeVisible();
    await expect(page.getByText('Your purchases will appear here.')).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: 'Buy minutes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Buy minutes' });
    await dialog.getByRole('radio', { name: /300 minutes/ }).check();
    await inspect(page);
    await page.screenshot({ path: test.info().outputPath('packages.png') });
    await dialog.getByRole('button', { name: 'Pay €79.00' }).click();
    await expect(dialog.getByText('Test payments')).toBeVisible();
    await inspect(page);
    await page.screenshot({ path: test.info().outputPath('test-cards.png') });
    await dialog.getByRole('button', { name: 'Card that is declined' }).click();
    await expect(dialog.getByText('The card was declined')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('declined.png') });
    await dialog.getByRole('button', { name: 'Use another card' }).click();
    await dialog.getByRole('button', { name: 'Card that is accepted' }).click();
    await expect(dialog.getByText('300 minutes added')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('400 minutes left')).toBeVisible();

    await page.getByRole('button', { name: 'Buy minutes' }).click();
    await dialog.getByRole('radio', { name: /60 minutes/ }).check();
    await dialog.getByRole('button', { name: 'Pay €19.00' }).click();
    await dialog.getByRole('button', { name: 'Answer that gets lost' }).click();
    await expect(dialog.getByText('The payment isn’t confirmed yet')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('unknown.png') });
    await dialog.getByRole('button', { name: 'Check again' }).click();
    await expect(dialog.getByText('60 minutes added')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('460 minutes left')).toBeVisible();
    const rows = page.getByRole('list', { name: 'Purchases' }).getByRole('listitem');
    await expect(rows).toHaveText([/60 minutes.*Paid.*€19\.00/, /300 minutes.*Paid.*€79\.00/, /300 minutes.*Declined/]);
    await inspect(page);
    await page.screenshot({ path: test.info().outputPath('purchases.png'), fullPage: true });
  });
});
