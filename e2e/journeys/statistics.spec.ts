import { readFile } from 'node:fs/promises';
import { inspect } from '../world/inspect';
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
  await expect(page.getByRole('table', { name: 'Usage by time' }).getByRole('row')).toHaveCount(14);
  await inspect(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Talk minutes');

  const other = await person('operator');
  await other.page.goto('/admin/usage');
  await expect(other.page).toHaveURL(/\/admin\/contents$/);
});
