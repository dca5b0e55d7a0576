/** The state of the server, for those who run it. */
import { inspect } from '../world/inspect';
import { runSql } from '../world/sql';
import { expect, test } from '../world/test';

const WEBHOOK_OFF = `
  insert into webhooks (id, company_id, url, events, sealed_secret, language, failures, disabled_at)
  select gen_random_uuid(), id, 'https://hooks.example.com', '[]', '', 'en', 50, now() from companies where code = 'DEMO'`;

for (const device of ['desktop', 'phone'] as const)
  test(`who runs the server sees that something needs attention, and that it is mended, on a ${device}`, async ({
    person,
    server,
  }) => {
    const { page } = await person('admin', { device });
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Server', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Server', exact: true })).toBeVisible();
    await expect(page.getByText(/^PostgreSQL \d+\.\d+/)).toBeVisible();
    // The server checks itself after its start.
    const own = page.getByRole('list', { name: 'This server' });
    await expect(own.getByText('Stored on the disk of the server.')).toBeVisible();
    await inspect(page);
    const attention = page.getByRole('list', { name: 'Needs attention' });
    const webhook = attention.getByText(/^1 webhook was turned off because its address kept failing/);
    await expect(webhook).toBeHidden();

    await runSql(server, WEBHOOK_OFF);
    // The page asks again by itself.
    await expect(webhook).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText(/needs? attention\.$/)).toBeVisible();
    await inspect(page);
    await page.screenshot({ path: test.info().outputPath('server.png'), fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: test.info().outputPath('server-dark.png'), fullPage: true });
    await runSql(server, 'delete from webhooks');
    await expect(webhook).toBeHidden({ timeout: 40_000 });
  });

test.describe('with other admins in SERVER_ADMINS', () => {
  test.use({ settings: { SERVER_ADMINS: 'DEMO:somebody@else.example' } });

  test('an admin of a company has no such page', async ({ person }) => {
    const { page } = await person('admin', { device: 'desktop' });
    await page.goto('/admin/server');
    await expect(page).toHaveURL(/\/admin\/contents$/);
    await expect(page.getByRole('link', { name: 'Server', exact: true })).toBeHidden();
  });
});
