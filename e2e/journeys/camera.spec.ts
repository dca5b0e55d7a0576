import { inspect } from '../world/inspect';
import { giveLightAndZoom } from '../world/sensor';
import { signIn } from '../world/sign-in';
import { expectFramesToRise, sentDevices } from '../world/media';
import { acceptCall, callPerson, talk } from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

test('a controller switches the other camera’s light and zoom, after consent, until it is withdrawn', async ({
  visitor,
  server,
}) => {
  const giulia = await visitor('operator');
  const luca = await visitor('assisted', { device: 'phone' });
  await giveLightAndZoom(luca.page);
  for (const one of [giulia, luca]) await signIn(server, one);
  await talk(luca, giulia);
  const adjustments = () => luca.page.evaluate(() => window.testAdjustments);
  const bar = giulia.page.getByRole('group', { name: 'Luca’s camera' });

  await bar.getByRole('button', { name: 'Ask to control Luca’s camera' }).click();
  await expect(bar.getByText('Waiting for Luca’s answer…')).toBeVisible();
  const question = luca.page.getByRole('dialog', { name: 'Let Giulia control your camera?' });
  await expectOnTop(question);
  await inspect(luca.page);
  await question.getByRole('button', { name: 'Allow', exact: true }).click();
  await expectOnTop(luca.page.getByText('Giulia can control your camera'));

  await bar.getByRole('button', { name: 'Light' }).click();
  await expect(bar.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true');
  await expectOnTop(luca.page.getByRole('button', { name: 'Turn the light off' }));
  await bar.getByRole('slider', { name: 'Zoom' }).fill('4');
  await expect.poll(async () => (await adjustments()).at(-1)).toEqual({ torch: true, zoom: 4 });
  await expect(luca.page.getByRole('slider', { name: 'Zoom' })).toHaveValue('4');
  await inspect(giulia.page);

  await luca.page.getByRole('button', { name: 'Turn the light off' }).click();
  await expect(bar.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'false');
  await luca.page.getByRole('button', { name: 'Stop Giulia from controlling your camera' }).click();
  await expect(bar.getByText('Luca declined camera control')).toBeVisible();
  await expect(bar.getByRole('button')).toHaveCount(0);
});

test('a controller switches the other phone to its front camera and back', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', camera: 'two' });
  await callPerson(luca, giulia);
  await acceptCall(giulia);
  await expectFramesToRise(giulia.page);
  const sentCamera = async () => (await sentDevices(luca.page))[1];
  const first = await sentCamera();
  const bar = giulia.page.getByRole('group', { name: 'Luca’s camera' });
  await bar.getByRole('button', { name: 'Ask to control Luca’s camera' }).click();
  await luca.page.getByRole('button', { name: 'Allow', exact: true }).click();

  await bar.getByRole('button', { name: 'Front camera' }).click();

  await expect.poll(sentCamera).not.toBe(first);
  await expectFramesToRise(giulia.page);
  await bar.getByRole('button', { name: 'Back camera' }).click();
  await expect.poll(sentCamera).toBe(first);
  await expectFramesToRise(giulia.page);
});
