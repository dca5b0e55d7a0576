import { expectFilm, expectFramesToRise, expectSound } from '../world/media';
import { acceptCall, callPerson, remoteVideoOf, write, messagesOf } from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

test('a field user who refuses the camera is told how to allow it, and calls with audio only', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', camera: 'refused' });

  await callPerson(luca, giulia);
  await expectOnTop(luca.page.getByRole('heading', { name: 'The camera is blocked' }));
  await luca.page.getByRole('button', { name: 'Continue with audio only' }).click();
  await acceptCall(giulia);

  await expectFilm(remoteVideoOf(luca), giulia.film);
  await expectFramesToRise(luca.page);
  await expectSound(giulia.page);
  await expect(remoteVideoOf(giulia)).toHaveCount(0);
  await write(luca, 'I have no camera');
  await expect(await messagesOf(giulia)).toContainText(['I have no camera']);
});

test('a field user without a camera calls at once, with audio only', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', camera: 'missing' });

  await callPerson(luca, giulia);
  await acceptCall(giulia);

  await expectFilm(remoteVideoOf(luca), giulia.film);
  await expectSound(giulia.page);
  await expectOnTop(luca.page.getByText('No camera found. The call continues with audio only.'));
});

test('an operator who refuses the camera answers, and sees the machine', async ({ person }) => {
  const giulia = await person('operator', { camera: 'refused' });
  const luca = await person('assisted', { device: 'phone' });

  await callPerson(luca, giulia);
  await acceptCall(giulia);
  await giulia.page.getByRole('button', { name: 'Continue with audio only' }).click();

  await expectFilm(remoteVideoOf(giulia), luca.film);
  await expectFramesToRise(giulia.page);
  await expectSound(luca.page);
});
