import type { Page } from '@playwright/test';
import { signIn } from '../world/sign-in';
import { expect, test } from '../world/test';

/** Simulates an expired access token (after 15 minutes). */
const spoilAccessToken = (page: Page) =>
  page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('token') ?? '{}') as Record<string, string>;
    localStorage.setItem('token', JSON.stringify({ ...stored, Token: 'no longer' }));
  });

test('several tabs share one session: one refresh, one sign-out, one sign-in, one company', async ({
  server,
  visitor,
}) => {
  const anna = await visitor('multi');
  const { page } = anna;
  await signIn(server, anna, 'Demo Water Works');
  const other = await page.context().newPage();
  // A starting tab refreshes the token, and fetches the profile with the new one.
  const hasStarted = other.waitForResponse(/contacts\?profile/);
  await other.goto('/people');
  await hasStarted;
  await expect(other.getByRole('link', { name: 'Giulia Ferri' })).toBeVisible();

  const refreshes: string[] = [];
  page.context().on('request', (request) => request.url().includes('refreshToken') && refreshes.push(request.url()));
  await spoilAccessToken(page);
  await Promise.all([page, other].map((tab) => tab.getByRole('link', { name: /^Me: / }).click()));
  for (const tab of [page, other]) await expect(tab.getByText('This device', { exact: true })).toBeVisible();
  expect(refreshes).toHaveLength(1);

  await page.getByRole('button', { name: /^Tiles/ }).click();
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: /^Tiles/ })).toHaveAttribute('aria-current', 'true');

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  // Visitors have settings too, so the other tab stays there.
  await expect(other.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByText('This device', { exact: true })).toBeHidden();
  await expect(other.getByText('Your session has ended')).toBeHidden();
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor();

  await signIn(server, anna, 'Demo Water Works');
  await expect(other.getByText('This device', { exact: true })).toBeVisible();
});
