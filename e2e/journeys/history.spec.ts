/** All calls: filters that the address keeps, and a file of what matches. */
import { readFile } from 'node:fs/promises';
import { inspect } from '../world/inspect';
import { pastCalls } from '../world/past-calls';
import { signIn } from '../world/sign-in';
import { querySql } from '../world/sql';
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
  await expect(page.getByText('Try other filters.')).toBeVisible();
  await expect(page).toHaveURL(/\/calls\?.*from=2001-01-01/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(calls).toHaveCount(60);
  await page.getByRole('button', { name: 'Show older calls' }).click();
  await expect(calls).toHaveCount(120);
  await inspect(page);
  await calls.last().click();
  // The way back leads to the list that was searched, not to the first page.
  await page.getByRole('button', { name: 'Back to the calls' }).click();
  await expect(page.getByRole('heading', { name: 'Call history' })).toBeVisible();
});

test('a controller writes reference and tags, sealed: the field user reads them, and the history finds them', async ({
  visitor,
  server,
}) => {
  await pastCalls(server, 3);
  const giulia = await visitor('operator');
  const { page } = giulia;
  await signIn(server, giulia);
  await page
    .getByRole('link', { name: /^Call with Luca Moretti/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Add reference and tags' }).click();
  await page.getByRole('textbox', { name: 'Customer’s reference' }).fill('ORD-4711');
  await page.getByRole('textbox', { name: 'Tags' }).fill('leak, warranty case');
  await inspect(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit reference and tags' })).toBeVisible();
  await inspect(page);
  const { rows } = await querySql(server, 'select * from call_labels');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('4711');

  const luca = await visitor('assisted', { device: 'phone' });
  await signIn(server, luca);
  await luca.page.getByRole('link', { name: 'See all: Recent calls' }).click();
  await luca.page
    .getByRole('listitem')
    .filter({ hasText: 'ORD-4711 · leak · warranty case' })
    .getByRole('link')
    .click();
  await expect(luca.page.getByRole('region', { name: 'Reference and tags' })).toContainText('ORD-4711');
  await expect(luca.page.getByRole('button', { name: /reference and tags/ })).toHaveCount(0);
  await luca.page.emulateMedia({ media: 'print' });
  await expect(luca.page.getByTestId('report')).toContainText(/Your reference\s*ORD-4711/);

  await page.goto(`${server.url}/calls`);
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('warranty case');
  await expect(page.getByText('1 call', { exact: true })).toBeVisible();
  await inspect(page);
});
