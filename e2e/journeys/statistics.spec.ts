import { readFile } from 'node:fs/promises';
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

test('an admin sees the statistics and exports them as CSV; other users have no access', async ({ person }) => {
  const { page } = await person('admin');
  const counted = page.waitForResponse((response) => response.url().endsWith('/services/events'));
  await page.goto('/settings');
  expect((await counted).ok()).toBe(true);
  await page.getByRole('link', { name: /^Back office/ }).click();
  await page.getByRole('link', { name: 'What is looked at' }).click();
  const table = page.getByRole('table', { name: 'Screens' });
  await expect(table.getByRole('row', { name: /Profile/ })).toBeVisible();
  await page.getByText('As a table').click();
  await inspect(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download views by day as CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toMatch(/"\d{4}-\d\d-\d\d","en",0,\d+,0/);

  const other = await person('operator');
  await other.page.goto('/admin/statistics');
  await expect(other.page).toHaveURL(/\/admin\/contents$/);
  await expect(other.page.getByRole('link', { name: 'What is looked at' })).toBeHidden();
});
