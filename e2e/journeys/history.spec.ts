/** All calls: filters that the address keeps, and a file of what matches. */
import { readFile } from 'node:fs/promises';
import { inspect } from '../world/inspect';
import { pastCalls } from '../world/past-calls';
import { signIn } from '../world/sign-in';
import { expect, test } from '../world/test';

test('a controller finds an old call among hundreds, and downloads those that match', async ({ visitor, server }) => {
  await pastCalls(server, 200);
  const giulia = await visitor('operator');
  const { page } = giulia;
  await signIn(server, giulia);
  // The first page looks among the newest calls, and leads to all.
  await page.getByRole('searchbox', { name: 'Search people and calls' }).fill('boiler');
  await expect(page.getByText('No calls found')).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('boiler');
  const calls = page.getByRole('link', { name: /^Call with Luca Moretti/ });
  await expect(page.getByText('1 call', { exact: true })).toBeVisible();
  await expect(calls).toHaveCount(1);

  await page.reload();
  await expect(page.getByText('The boiler leaks')).toBeVisible();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Not answered');
  await expect(calls).toHaveCount(1);
  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByText('40 calls', { exact: true })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(41);
  expect(lines.at(-1)).toContain('"Luca Moretti","Incoming","Missed"');

  await page.getByLabel('From').fill('2001-01-01');
  await page.getByLabel('To', { exact: true }).fill('2001-01-31');
  await expect(page.getByText('Try other words or other dates.')).toBeVisible();
  await expect(page).toHaveURL(/\/calls\?.*from=2001-01-01/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(calls).toHaveCount(60);
  await page.getByRole('button', { name: 'Show older calls' }).click();
  await expect(calls).toHaveCount(120);
  await inspect(page);
  await calls.last().click();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Call history' })).toBeVisible();
});
