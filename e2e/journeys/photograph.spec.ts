import { bytesOf } from '../world/media';
import { giveSensor, SENSOR } from '../world/sensor';
import { signIn } from '../world/sign-in';
import { remoteVideoOf, shownSnapshotOf, takeSnapshot, talk, tilesOf } from '../world/steps';
import { expect, test } from '../world/test';

/** Sends a quarter of the pixels from now on, as a bad net would make it. */
function sendLess() {
  const senders = window.testConnections.flatMap((connection) => connection.getSenders());
  return Promise.all(
    senders
      .filter(({ track }) => track?.kind === 'video')
      .map((sender) => {
        const parameters = sender.getParameters();
        for (const encoding of parameters.encodings) encoding.scaleResolutionDownBy = 2;
        return sender.setParameters(parameters);
      }),
  );
}

test('a controller’s snapshot is the other camera’s own picture, however small it arrives live', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await talk(luca, giulia);
  await luca.page.evaluate(sendLess);
  const live = remoteVideoOf(giulia);
  await expect.poll(() => live.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);

  await takeSnapshot(giulia);
  await tilesOf(giulia).first().click();
  for (const one of [giulia, luca]) await expect(shownSnapshotOf(one)).toHaveJSProperty('naturalWidth', 640);
  expect(await bytesOf(shownSnapshotOf(giulia))).toEqual(await bytesOf(shownSnapshotOf(luca)));
});

test('a camera that photographs larger than it films gives every pixel of its sensor', async ({ visitor, server }) => {
  const giulia = await visitor('operator');
  const luca = await visitor('assisted', { device: 'phone' });
  await giveSensor(luca.page);
  for (const one of [giulia, luca]) await signIn(server, one);
  await talk(luca, giulia);

  await takeSnapshot(giulia);
  await tilesOf(giulia).first().click();
  for (const one of [giulia, luca]) {
    await expect(shownSnapshotOf(one)).toHaveJSProperty('naturalWidth', SENSOR.width);
    await expect(shownSnapshotOf(one)).toHaveJSProperty('naturalHeight', SENSOR.height);
  }
  await expect(tilesOf(giulia)).toHaveCount(1);
  // Taken by Luca: he may delete it.
  await expect(luca.page.getByRole('button', { name: 'Delete the snapshot' })).toBeVisible();
});
