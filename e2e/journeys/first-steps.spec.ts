/** The first use: a controller who is alone is led to a first call, a field user allows the devices on one card. */
import pg from 'pg';
import { inspect } from '../world/inspect';
import { sendInvitation } from '../world/invitation';
import { pastCalls } from '../world/past-calls';
import { databaseUrl, type TestServer } from '../world/server';
import { signIn } from '../world/sign-in';
import { expect, test } from '../world/test';

/** As in a new company: nobody knows anybody. */
async function forgetEverybody({ dataDir }: TestServer) {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  try {
    await client.query('delete from address_book');
  } finally {
    await client.end();
  }
}

test('a controller who is alone invites somebody, checks camera and microphone, and makes a test call', async ({
  visitor,
  server,
}) => {
  await forgetEverybody(server);
  const giulia = await visitor('operator');
  const { page } = giulia;
  await signIn(server, giulia);
  const guide = page.getByRole('region', { name: 'Get started' });
  await expect(guide).toBeVisible();
  const step = (name: string) => guide.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await inspect(page);

  await step('Invite people').getByRole('button').click();
  await sendInvitation(page, { email: 'rosa@plant.example', name: 'Rosa Blu' });
  await expect(step('Invite people').getByText('Done')).toBeVisible();

  await step('Check camera and microphone').getByRole('button').click();
  await expect(page.getByTestId('preview-video')).toHaveAttribute('data-has-frame');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(step('Check camera and microphone').getByText('Done')).toBeVisible();

  await step('Make a test call').getByRole('button').click();
  const link = page.getByRole('dialog', { name: 'Invite by link' });
  await expect(link.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(/\/guest#/);
  await link.getByText('Send by e-mail or SMS').click();
  await expect(link.getByRole('link', { name: 'SMS' })).toHaveAttribute('href', /^sms:\?&body=.*guest%23/);
  await inspect(page);

  await pastCalls(server, 1);
  await page.reload();
  await expect(step('Make a test call').getByText('Done')).toBeVisible();
  await inspect(page);
});

test('a field user allows camera and microphone on one card, which names who is reached, and then is gone', async ({
  visitor,
  server,
}) => {
  const luca = await visitor('assisted', { device: 'phone', camera: 'film' });
  const { page } = luca;
  // As in a browser that has not been asked.
  await page.context().clearPermissions();
  await signIn(server, luca);
  const card = page.getByRole('region', { name: 'Ready for your first call?' });
  await expect(card).toBeVisible();
  await inspect(page);
  await page.context().grantPermissions(['camera', 'microphone']);
  await card.getByRole('button', { name: 'Allow camera and microphone' }).click();
  await expect(page.getByText('Camera and microphone are ready.')).toBeVisible();
  await expect(card).toBeHidden();
  await page.context().clearPermissions();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Call for help/ })).toBeVisible();
  await expect(card).toBeHidden();
});
