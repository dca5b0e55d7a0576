/** After a call the field user and the guest may rate it. */
import { guestLinkBy } from '../world/guest-link';
import { inspect } from '../world/inspect';
import { signIn } from '../world/sign-in';
import { querySql } from '../world/sql';
import { acceptCall, hangUp, meetInCall } from '../world/steps';
import { expect, test } from '../world/test';

test('a field user rates a call with a comment, which its controller reads; the usage page has the average', async ({
  person,
  visitor,
  server,
}) => {
  const { giulia, luca } = await meetInCall(person);
  await hangUp(luca);
  const { page } = luca;
  await expect(page.getByRole('group', { name: 'How was the call?' })).toBeVisible();
  await inspect(page);
  await page.locator('label').filter({ hasText: '4 stars' }).click();
  await expect(page.getByText('Thanks for your rating.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Comment (optional)' }).fill('It runs again');
  await inspect(page);
  // What is typed is sent without a press of «Send».
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('group', { name: 'How was the call?' })).toHaveCount(0);
  const { rows } = await querySql(server, 'select * from call_ratings');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('It runs again');

  // A controller is not asked.
  await expect(giulia.page.getByRole('link', { name: 'Details' })).toBeVisible();
  await expect(giulia.page.getByRole('group', { name: 'How was the call?' })).toHaveCount(0);
  await giulia.page.getByRole('link', { name: 'Details' }).click();
  const rating = giulia.page.getByRole('region', { name: 'Rating' });
  await expect(rating.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
  await expect(rating).toContainText('It runs again');
  await inspect(giulia.page);

  const paolo = await visitor('admin');
  await signIn(server, paolo);
  await paolo.page.goto('/admin/usage');
  await expect(paolo.page.getByText('4 of 5', { exact: true })).toBeVisible();
  await expect(paolo.page.getByText('1 rating', { exact: true })).toBeVisible();
});

test('a guest rates the call after it, without a session', async ({ person, visitor, server }) => {
  const giulia = await person('operator');
  const rosa = await visitor('assisted', { device: 'phone' });
  const link = await guestLinkBy(giulia);
  await rosa.page.goto(link);
  await rosa.page.getByRole('textbox', { name: 'Your name' }).fill('Rosa Blu');
  await rosa.page.getByRole('button', { name: 'Start the call' }).click();
  await acceptCall(giulia);
  await expect(rosa.page.getByTestId('local-video')).toBeVisible();
  await hangUp(giulia);
  await rosa.page.locator('label').filter({ hasText: '5 stars' }).click();
  await expect(rosa.page.getByRole('textbox')).toHaveCount(0);
  await expect(rosa.page.getByText('Thanks for your rating.')).toBeVisible();
  await inspect(rosa.page);
  const { rows } = await querySql(server, 'select stars from call_ratings');
  expect(rows).toEqual([{ stars: 5 }]);
});
