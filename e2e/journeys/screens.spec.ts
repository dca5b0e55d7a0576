import type { Locator } from '@playwright/test';
import { inspect } from '../world/inspect';
import { enterCode, enterEmail } from '../world/sign-in';
import { expect, test } from '../world/test';

test('every step of signing in', async ({ server, visitor }) => {
  const anna = await visitor('multi', { device: 'phone' });
  const { page, email } = anna;

  await page.goto('/login/');
  await expect(page.getByRole('heading', { name: 'Sign in with your e-mail' })).toBeVisible();
  await inspect(page);
  await enterEmail(anna, 'nobody@demo.example');
  await expect(page.getByText('Unknown e-mail')).toBeVisible();
  await inspect(page);
  await enterEmail(anna, email);
  await expect(page.getByRole('heading', { name: 'Which company?' })).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Demo Water Works' }).click();
  const code = await server.nextCode(email, 0);
  await enterCode(anna, code === '000000' ? '000001' : '000000');
  await expect(page.getByText('Invalid code or device not allowed')).toBeVisible();
  await inspect(page);
});

for (const [who, device] of [
  ['assisted', 'phone'],
  ['assisted', 'desktop'],
  ['operator', 'phone'],
  ['operator', 'desktop'],
] as const)
  test(`every page of a signed-in user: ${who}, ${device}`, async ({ person }) => {
    const { page } = await person(who, { device });
    const helper = page.getByText('Marco Bassi').or(page.getByText('Marco', { exact: true }));

    await expect(who === 'operator' && device === 'phone' ? page.getByRole('main') : helper.first()).toBeVisible();
    await inspect(page);
    await page.goto('/people');
    await page.getByRole('link', { name: 'Paolo Neri' }).click();
    await expect(page.getByRole('heading', { name: 'Paolo Neri' })).toBeVisible();
    await inspect(page);
    await page.goto('/people');
    await expect(page.getByRole('link', { name: 'Paolo Neri' })).toBeVisible();
    await inspect(page);
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Me', exact: true })).toBeVisible();
    // Visitors are asked who they are; members are known.
    await expect(page.getByText(/Tourist|Date of birth/)).toHaveCount(0);
    await inspect(page);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page);
    await page.goto('/nowhere');
    await expect(page.getByText('Page not found')).toBeVisible();
    await inspect(page);
  });

test('on a phone the title stands beside the way back, and actions that do not fit start below both', async ({
  person,
}) => {
  const { page } = await person('admin', { device: 'phone' });
  const title = page.getByRole('heading', { level: 1 });
  const boxOf = async (element: Locator) => {
    const box = await element.boundingBox();
    if (!box) throw new Error('It is not shown.');
    return { ...box, middle: box.y + box.height / 2 };
  };
  const expectBeside = async (back: Locator, words: string) => {
    await expect(title).toHaveText(words);
    const [arrow, head] = [await boxOf(back), await boxOf(title)];
    expect(Math.abs(arrow.middle - head.middle), words).toBeLessThan(2);
    expect(head.x, words).toBeGreaterThan(arrow.x + arrow.width - 12);
  };
  for (const [path, role, name, words] of [
    ['/settings/keys', 'link', 'Back to “Me”', 'Your keys'],
    ['/contact', 'button', 'Back', 'Contact us'],
    ['/calls', 'button', 'Back', 'Call history'],
  ] as const) {
    await page.goto(path);
    await expectBeside(page.getByRole(role, { name, exact: true }), words);
  }
  const act = await boxOf(page.getByRole('button', { name: 'Download as CSV' }));
  expect(act.x).toBeLessThan((await boxOf(title)).x);
  await page.goto('/admin/scenes');
  await page.getByRole('link', { name: 'Out of the river' }).click();
  await expectBeside(page.getByRole('link', { name: 'Scenes', exact: true }), 'Out of the river');
});

test('the keys', async ({ person }) => {
  const { page } = await person('operator');

  await page.keyboard.press('?');

  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await inspect(page);
});

test('the server’s own pages: none runs script from user text', async ({ server, visitor }) => {
  const { page } = await visitor('operator');
  const paths = ['/', '/login/', '/people', '/settings', '/nowhere', '/docs', '/docs/', '/dev/mail', '/config.json'];
  for (const path of [...paths, '/healthz', '/metrics', '/services/contacts?profile']) {
    const policy = (await fetch(`${server.url}${path}`)).headers.get('content-security-policy') ?? '';
    const scripts = policy.split(';').find((directive) => directive.trim().startsWith('script-src'));
    expect(scripts, path).toMatch(/script-src 'self'/);
    expect(scripts, path).not.toMatch(/unsafe-inline|unsafe-eval/);
  }

  await page.goto('/docs');
  // Its script lists the calls.
  await expect(page.getByText('/services/calls').first()).toBeVisible();
  await page.goto('/dev/mail');
  await expect(page.locator('body')).not.toBeEmpty();
});
