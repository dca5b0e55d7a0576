/** Notices: an admin writes and sends one, and a visitor who asked for it gets it by push and finds it in the list. */
import { inspect } from '../world/inspect';
import { listenForPushes } from '../world/push';
import { atPushService, startPushService } from '../world/push-service';
import { expect, test } from '../world/test';

test.use({ browserKind: 'whole', serviceWorkers: 'allow', settings: atPushService });

test('a visitor asks for notices, gets the one that the server pushes and finds it in the list; an admin writes, plans, sends and deletes it', async ({
  person,
  server,
  visitor,
}) => {
  const guest = await visitor('assisted', { device: 'phone' });
  const service = await startPushService(server, guest);
  await guest.page.goto('/settings');
  const notices = await listenForPushes(guest, server);
  const asking = guest.page.waitForResponse(
    (response) => response.request().method() === 'POST' && /notices/.test(response.url()),
  );
  await guest.page.getByRole('switch', { name: 'Notices on this device' }).click();
  expect((await asking).status()).toBe(200);
  await expect(guest.page.getByText('News arrives on this device', { exact: false })).toBeVisible();
  await inspect(guest.page);
  await guest.page.screenshot({ path: test.info().outputPath('settings.png'), fullPage: true });

  const { page } = await person('admin', { device: 'desktop' });
  await page.goto('/admin/notices');
  await expect(page.getByText('No notices yet')).toBeVisible();
  await expect(page.getByText('1 device gets notices as notifications.')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'New notice' }).click();
  const form = page.getByRole('dialog', { name: 'New notice' });
  await form.getByLabel('Title in English').fill('Closed this afternoon');
  await form.getByLabel('Text in English').fill('A pipe burst in the great hall. We open again tomorrow at nine.');
  await form.getByLabel('Title in Italian').fill('Chiuso questo pomeriggio');
  await form.getByLabel('Text in Italian').fill('Si è rotto un tubo nella sala grande. Riapriamo domani alle nove.');
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('new-notice.png') });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Draft')).toBeVisible();
  await page.getByRole('button', { name: 'Send later' }).click();
  const plan = page.getByRole('dialog', { name: 'When should it be sent?' });
  await plan.getByLabel('Date and time').fill('2020-01-01T10:00');
  await plan.getByRole('button', { name: 'Send later' }).click();
  await expect(plan.getByText('Choose a time from now on, within a year.')).toBeVisible();
  await inspect(page);
  await plan.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog', { name: 'Send it now?' }).getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText(/^(Being sent|Sent) · Today/)).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('notice.png'), fullPage: true });

  // What the server has sent, as the browser's push service would hand it to the worker.
  await notices.push(await service.next(0));
  await expect
    .poll(() => notices.shown())
    .toEqual(['Closed this afternoon: A pipe burst in the great hall. We open again tomorrow at nine.']);
  await page.reload();
  await expect(page.getByText('Notifications: 1 of 1 delivered, 0 failed')).toBeVisible();
  await guest.page.goto('/settings');
  await guest.page.getByRole('link', { name: 'All notices' }).click();
  await expect(guest.page.getByRole('heading', { name: 'Closed this afternoon' })).toBeVisible();
  await inspect(guest.page);
  await guest.page.screenshot({ path: test.info().outputPath('notices.png') });

  await guest.page.goto('/settings');
  // It is off here before the server knows of it.
  const told = guest.page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
  await guest.page.getByRole('switch', { name: 'Notices on this device' }).click();
  await expect(guest.page.getByText('Get news about openings', { exact: false })).toBeVisible();
  await told;
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No notices yet')).toBeVisible();
  await expect(page.getByText('0 devices get notices as notifications.')).toBeVisible();
  await guest.page.goto('/notices');
  await expect(guest.page.getByText('No notices')).toBeVisible();
  await inspect(guest.page);
  expect(service.arrived()).toHaveLength(1);
  await service.close();
});
