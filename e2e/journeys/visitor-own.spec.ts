import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

test('D9.27: a visitor sets a profile, reads the terms, and views the tutorial, without an account', async ({
  visitor,
}, testInfo) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  const look = (name: string) => page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
  await page.goto('/profilo');
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page).toHaveTitle('Settings · Earth');
  await page.getByRole('radio', { name: 'Citizen' }).click({ force: true });
  const question = page.getByRole('dialog', { name: 'Do you want to confirm the data entered?' });
  await expect(question).toContainText('Citizen');
  await inspect(page);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toBeHidden();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Citizen' })).toBeChecked();
  await inspect(page);
  await look('settings');

  await page.getByRole('link', { name: 'Terms and privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy notice' })).toBeAttached();
  await inspect(page);
  await look('terms');
  await page.goBack();
  await page.getByRole('link', { name: 'Credits' }).click();
  await expect(page).toHaveTitle('Credits · Earth');
  await inspect(page);
  await look('credits');
  await page.goBack();
  await page.getByRole('link', { name: 'Tutorial' }).click();
  await expect(page.getByRole('heading', { name: 'Find your way around' })).toBeVisible();
  await inspect(page);
  await look('tutorial');
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'See more' })).toBeVisible();
  const start = await page.getByRole('button', { name: 'Start' }).boundingBox();
  // D9.27
  expect((page.viewportSize()?.height ?? 0) - (start?.y ?? 0) - (start?.height ?? 0)).toBeCloseTo(101, 0);
  await page.getByRole('switch', { name: 'Don’t show again' }).check();
  await look('tutorial-2');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/earth$/);
});

test('D9.27: a signed-in user signs out from the menu, after one question', async ({ person }, testInfo) => {
  const { page } = await person('operator');
  await page.goto('/earth');
  await page.getByRole('button', { name: 'Menu' }).click();
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel).toContainText('operator@demo.example');
  await page.screenshot({ path: testInfo.outputPath('panel.png') });
  await panel.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Do you want to logout?' });
  await expect(question).toBeVisible();
  await inspect(page);
  const avatar = await question.getByText('GF', { exact: true }).boundingBox();
  expect(avatar).toMatchObject({ width: 48, height: 48 });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login\//);
});

test('D9.21: on a tablet a card takes 22 to 47 percent of the width', async ({ visitor }) => {
  const { page } = await visitor('assisted');
  for (const width of [768, 834, 1024, 1180]) {
    await page.setViewportSize({ width, height: 1024 });
    await page.goto('/earth');
    // The first card is the large one.
    const card = page.getByRole('main').getByRole('listitem').nth(2);
    await expect(card).toBeVisible();
    const share = ((await card.boundingBox())?.width ?? 0) / width;
    expect(share).toBeGreaterThanOrEqual(0.22);
    expect(share).toBeLessThanOrEqual(0.47);
  }
});

test('the landing page, «not found» and the position prompt are public too', async ({ visitor }) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/landing-image');
  await expect(page.getByRole('heading', { level: 1, name: 'Earth' })).toBeVisible();
  await inspect(page);
  await page.goto('/menu-list/?cid=999999');
  await expect(page.getByRole('dialog', { name: 'No data available' })).toBeVisible();
  await inspect(page);
  // This browser refuses without a prompt; the page must see the state «prompt».
  await page.addInitScript(() => {
    navigator.permissions.query = async () => Object.assign(new EventTarget(), { state: 'prompt' }) as PermissionStatus;
  });
  await page.goto('/content-kml?cid=13733');
  await page.getByRole('button', { name: 'Show my location' }).click();
  await expect(page.getByRole('dialog', { name: 'Show your location?' })).toBeVisible();
  await inspect(page);
});

test('a code on a sign leads to its content, or to the start if it has none', async ({ visitor }) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/earth?q=Terrazzo%20warm');
  const href = await page.getByRole('link', { name: 'Terrazzo warm' }).getAttribute('href');
  const id = /^\/content-detail\/(\d+)$/.exec(href ?? '')?.[1];
  for (const name of ['contentid', 'keypointid']) {
    await page.goto(`/landing?${name}=${id}`);
    await expect(page).toHaveURL(new RegExp(`/requested-content-detail/${id}$`));
    await expect(page.getByRole('heading', { level: 1, name: 'Terrazzo warm' })).toBeVisible();
  }
  await page.goto('/landing?contentid=999999');
  // A content that does not exist.
  await expect(page).toHaveURL(/\/earth$/);
  await page.goto('/landing?to=%2Fcredits');
  await expect(page).toHaveURL(/\/credits$/);
  await page.goto('/landing?to=https%3A%2F%2Fevil.example');
  await expect(page).toHaveURL(/\/earth$/);
});
