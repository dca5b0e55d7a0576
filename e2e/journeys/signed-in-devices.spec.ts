import { signInByApi } from '../world/api';
import { inspect } from '../world/inspect';
import { enterEmail } from '../world/sign-in';
import { expect, test } from '../world/test';

test('a sixth device gets instructions; a device signed out from another one is out at once, and its place is free', async ({
  server,
  person,
  visitor,
}) => {
  const desk = await person('operator');
  const phone = await person('operator', { device: 'phone' });
  for (const deviceId of ['third-device', 'fourth-device', 'fifth-device'])
    await signInByApi(server, { email: desk.email, customCode: 'DEMO', deviceId });
  const sixth = await visitor('operator', { device: 'phone' });
  await sixth.page.goto('/login/');
  await enterEmail(sixth, desk.email);
  await expect(sixth.page.getByText('The maximum number of devices for this account has been reached')).toBeVisible();
  await expect(sixth.page.getByText(/“Signed-in devices”/)).toBeVisible();
  await inspect(sixth.page);

  await desk.page.goto('/settings');
  const list = desk.page.getByRole('list', { name: 'Signed-in devices' });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await expect(list.getByRole('listitem').first()).toContainText('This device');
  await inspect(desk.page);
  await desk.page.getByRole('button', { name: 'Sign out Chrome, Android' }).click();
  await inspect(desk.page);
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(4);

  await expect(phone.page.getByText('Your session has ended. Sign in again.')).toBeVisible();
  await sixth.page.getByRole('button', { name: 'NEXT' }).click();
  await expect(sixth.page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
});
