import type { Page } from '@playwright/test';
import { inspect } from '../world/inspect';
import { expectFilm, expectFramesToRise } from '../world/media';
import { signIn } from '../world/sign-in';
import { remoteVideoOf, talk } from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

declare global {
  interface Window {
    /** The track of the shared screen. */
    testScreen: MediaStreamTrack;
  }
}

/** Runs in the page before its own code: a headless browser has no screen to share. This one is twice as wide as high. */
function installScreen() {
  navigator.mediaDevices.getDisplayMedia = async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 1200, height: 600 });
    const context = canvas.getContext('2d');
    let turn = 0;
    setInterval(() => {
      turn += 1;
      if (!context) return;
      context.fillStyle = `hsl(210 60% ${40 + (turn % 20)}%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }, 50);
    const stream = canvas.captureStream(20);
    const [track] = stream.getVideoTracks();
    if (track) window.testScreen = track;
    return stream;
  };
}

/** Like the browser's own «Stop sharing». */
const stopInBrowser = (page: Page) =>
  page.evaluate(() => {
    window.testScreen.stop();
    window.testScreen.dispatchEvent(new Event('ended'));
  });

test('a controller’s screen replaces their camera, uncropped, until it is stopped', async ({ visitor, server }) => {
  const giulia = await visitor('operator');
  const luca = await visitor('assisted', { device: 'phone' });
  await giulia.page.addInitScript(installScreen);
  for (const one of [giulia, luca]) await signIn(server, one);
  await talk(luca, giulia);
  const seen = remoteVideoOf(luca);
  const shape = () => seen.evaluate((video: HTMLVideoElement) => video.videoWidth / video.videoHeight);

  for (const stop of ['here', 'in the browser']) {
    await giulia.page.getByRole('button', { name: 'Share your screen' }).click();
    await expectOnTop(giulia.page.getByText('Everyone in the call sees your screen'));
    await expectOnTop(luca.page.getByText('Giulia is sharing their screen'));
    await expect.poll(shape).toBeCloseTo(2, 1);
    await expect(seen).toHaveAttribute('data-fit', 'contain');
    await expectFramesToRise(luca.page);
    if (stop === 'here') {
      await inspect(giulia.page);
      await giulia.page.getByRole('button', { name: 'Stop sharing your screen' }).first().click();
    } else await stopInBrowser(giulia.page);
    await expect(luca.page.getByText('Giulia is sharing their screen')).toHaveCount(0);
    await expectFilm(seen, giulia.film);
  }
  await expect(luca.page.getByRole('button', { name: 'Share your screen' })).toHaveCount(0);
});

test('a field user on a desktop shares the screen too', async ({ visitor, server }) => {
  const giulia = await visitor('operator');
  const luca = await visitor('assisted');
  await luca.page.addInitScript(installScreen);
  for (const one of [giulia, luca]) await signIn(server, one);
  await talk(luca, giulia);
  const seen = remoteVideoOf(giulia);

  await luca.page.getByRole('button', { name: 'Share your screen' }).click();

  await expectOnTop(giulia.page.getByText('Luca is sharing their screen'));
  await expect
    .poll(() => seen.evaluate((video: HTMLVideoElement) => video.videoWidth / video.videoHeight))
    .toBeCloseTo(2, 1);
  await expectFramesToRise(giulia.page);
  await luca.page.getByRole('button', { name: 'Stop sharing your screen' }).first().click();
  await expectFilm(seen, luca.film);
});
