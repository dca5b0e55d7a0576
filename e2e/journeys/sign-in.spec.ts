import { randomUUID } from 'node:crypto';
import { signInByApi } from '../world/api';
import { enterCode, enterEmail, signIn } from '../world/sign-in';
import { expect, test } from '../world/test';

test('a user of one customer company signs in with e-mail and code, and stays signed in', async ({
  server,
  visitor,
}) => {
  const luca = await visitor('assisted', { device: 'phone' });
  const { page, email } = luca;

  // A visitor starts in Discover; the sign-in is one tap away, and leads to the home page.
  await page.goto('/');
  await expect(page).toHaveURL('/earth');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enterEmail(luca, email);
  await expect(page.getByText(`Code has been sent to ${email}`)).toBeVisible();
  await enterCode(luca, await server.nextCode(email, 0));
  await expect(page.getByRole('button', { name: 'Call for help' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Call for help' })).toBeVisible();
});

test('a user of several customer companies chooses one before a code is sent', async ({ server, visitor }) => {
  const anna = await visitor('multi');
  const { page, email } = anna;

  await page.goto('/login/');
  await enterEmail(anna, email);
  await expect(page.getByRole('button', { name: 'Demo Water Works' })).toBeVisible();
  expect(await server.countCodes(email)).toBe(0);
  await page.getByRole('button', { name: 'Tiles & Co.' }).click();
  await enterCode(anna, await server.nextCode(email, 0));
  await page.getByRole('link', { name: 'Me: Anna Villa' }).click();

  await expect(page.getByRole('definition').filter({ hasText: 'Tiles & Co.' })).toBeVisible();
});

test('an unknown e-mail is reported at the field, and can be replaced', async ({ server, visitor }) => {
  const giulia = await visitor('operator');
  const { page, email } = giulia;

  await page.goto('/login/');
  await enterEmail(giulia, 'nobody@demo.example');
  await expect(page.getByText('Unknown e-mail')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('nobody@demo.example');

  await enterEmail(giulia, email);
  await enterCode(giulia, await server.nextCode(email, 0));
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('an invalid e-mail is reported at the field, without a request', async ({ visitor }) => {
  const giulia = await visitor('operator');
  const requests: string[] = [];
  giulia.page.on('request', (request) => requests.push(request.url()));

  await giulia.page.goto('/login/');
  await enterEmail(giulia, 'giulia.demo.example');

  await expect(giulia.page.getByText('Email format not valid')).toBeVisible();
  expect(requests.filter((url) => url.includes('/services/auth'))).toEqual([]);
});

test('a wrong code is reported at the field, and the right one still works', async ({ server, visitor }) => {
  const giulia = await visitor('operator');
  const { page, email } = giulia;

  await page.goto('/login/');
  await enterEmail(giulia, email);
  const code = await server.nextCode(email, 0);
  await enterCode(giulia, code === '000000' ? '000001' : '000000');
  await expect(page.getByText('Invalid code or device not allowed')).toBeVisible();

  await enterCode(giulia, code);
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('a sixth device is refused', async ({ server, visitor }) => {
  const giulia = await visitor('operator');
  for (let device = 0; device < 5; device += 1)
    await signInByApi(server, { email: giulia.email, customCode: 'DEMO', deviceId: randomUUID() });

  await giulia.page.goto('/login/');
  await enterEmail(giulia, giulia.email);

  await expect(giulia.page.getByText('The maximum number of devices for this account has been reached')).toBeVisible();
  expect(await server.countCodes(giulia.email)).toBe(5);
});

test('a mistyped e-mail can be changed, and the code is sent to the right one', async ({ server, visitor }) => {
  const luca = await visitor('assisted', { device: 'phone' });
  const { page, email } = luca;

  await page.goto('/login/');
  await enterEmail(luca, 'assisted2@demo.example');
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  await enterEmail(luca, email);
  await enterCode(luca, await server.nextCode(email, 0));

  await expect(page.getByRole('button', { name: 'Call for help' })).toBeVisible();
});

test.describe('with a wait between two codes', () => {
  test.use({ settings: { CODE_RESEND_SECONDS: '2' } });

  test('a second code can be requested after the wait, and only that one works', async ({ server, visitor }) => {
    const luca = await visitor('assisted', { device: 'phone' });
    const { page, email } = luca;

    await page.goto('/login/');
    await enterEmail(luca, email);
    const first = await server.nextCode(email, 0);
    const resend = page.getByRole('button', { name: 'Resend code' });
    await expect(resend).toBeDisabled();
    await resend.click();
    const second = await server.nextCode(email, 1);
    if (first !== second) {
      await enterCode(luca, first);
      await expect(page.getByText('Invalid code or device not allowed')).toBeVisible();
    }
    await enterCode(luca, second);

    await expect(page.getByRole('button', { name: 'Call for help' })).toBeVisible();
  });
});

test('the phone’s back button leads from the code to the e-mail, and on from there', async ({ server, visitor }) => {
  const luca = await visitor('assisted', { device: 'phone' });
  const { page, email } = luca;

  await page.goto('/login/');
  await enterEmail(luca, email);
  await expect(page.getByText(`Code has been sent to ${email}`)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);

  await enterEmail(luca, email);
  await enterCode(luca, await server.nextCode(email, 1));
  await expect(page.getByRole('button', { name: 'Call for help' })).toBeVisible();
});

test('a page that requires a sign-in redirects to it, and back to itself', async ({ server, visitor }) => {
  const giulia = await visitor('operator');
  const { page, email } = giulia;

  await page.goto('/people');
  await enterEmail(giulia, email);
  await enterCode(giulia, await server.nextCode(email, 0));

  await expect(page).toHaveURL(/\/people/);
});

test('a sign-out ends the session here and on the server, and leaves no trace', async ({ server, person }) => {
  const giulia = await person('operator');
  const { page } = giulia;

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('Do you want to logout?')).toBeVisible();
  const initials = page.getByRole('dialog').getByText('GF', { exact: true });
  // The dialog opens with an animation.
  await expect.poll(() => initials.boundingBox()).toMatchObject({ width: 48, height: 48 });
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();

  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|profile|company/.test(key))),
  ).toEqual([]);
  await page.goto('/people');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  await signIn(server, giulia);
});

test('a user of two companies switches between them without a code', async ({ server, visitor }) => {
  const anna = await visitor('multi');
  const { page } = anna;
  await signIn(server, anna, 'Demo Water Works');

  await page.goto('/settings');
  await page.getByRole('button', { name: /Tiles & Co\./ }).click();

  await expect(page.getByRole('definition').filter({ hasText: 'Tiles & Co.' })).toBeVisible();
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(page.getByText('No people yet')).toBeVisible();
  expect(await server.countCodes(anna.email)).toBe(1);
});

for (const [brand, page] of [
  ['earth', '/people'],
  ['lastrica', '/tiles'],
] as const)
  test.describe(brand, () => {
    test.use({ settings: { BRAND: brand } });

    test('on a slow network the sign-in still returns to the page that required it', async ({ server, visitor }) => {
      const luca = await visitor('assisted', { device: 'phone' });
      let letGo = () => {};
      const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
      await luca.page.route(/\/assets\/sign-in-[^/]*\.js$/, async (route) => {
        await isLetGo;
        await route.continue();
      });
      await luca.page.clock.install();

      await luca.page.goto(page);
      await luca.page.clock.runFor(2_000);
      await expect(luca.page).toHaveURL(`/login/?to=${encodeURIComponent(page)}`);
      // Longer than the first redirect's delay: a second redirect would have happened by now.
      await luca.page.clock.runFor(5_000);
      letGo();

      const known = await server.countCodes(luca.email);
      await enterEmail(luca, luca.email);
      await enterCode(luca, await server.nextCode(luca.email, known));
      await expect(luca.page).toHaveURL(new RegExp(`${page}$`));
    });
  });
