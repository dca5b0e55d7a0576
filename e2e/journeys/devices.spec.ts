import type { Page } from '@playwright/test';
import { inspect } from '../world/inspect';
import {
  countOwnTracks,
  expectFramesToRise,
  expectLevel,
  expectSound,
  notesOf,
  preferencesOf,
  sentDevices,
} from '../world/media';
import { acceptCall, callPerson } from '../world/steps';
import { expect, test } from '../world/test';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Devices' });

async function openDevices(page: Page) {
  // In a call, on a phone.
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: /^(Devices$|Test camera and microphone)/ }).click();
  await expect(page.getByTestId('preview-video')).toHaveAttribute('data-has-frame');
}

/** Chooses the last option, and returns its name. */
async function chooseLast(page: Page, kind: 'Camera' | 'Microphone' | 'Speaker') {
  const picker = dialogOf(page).getByRole('combobox', { name: kind });
  const last = (await picker.getByRole('option').allTextContents()).at(-1) ?? '';
  await picker.selectOption(last);
  return last;
}

/** Undefined while another camera opens. */
const previewedCamera = (page: Page) =>
  page
    .getByTestId('preview-video')
    .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream | null)?.getVideoTracks()[0]?.label);

/** The others' audio uses the speaker that is stored as the chosen one. */
const soundsThroughChosen = (page: Page) =>
  page
    .getByTestId('remote-audio')
    .evaluate((audio: HTMLAudioElement) => audio.sinkId === localStorage.getItem('selectedAudioOut'));

test('a chosen camera and microphone are tested, used in a call, and kept after a reload', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', camera: 'two' });
  const { page } = luca;

  await page.goto('/settings');
  await openDevices(page);
  const first = await previewedCamera(page);
  // Without a choice, the device in use is named.
  await expect(dialogOf(page).getByRole('combobox', { name: 'Camera' }).locator('option:checked')).toHaveText(
    `${first} (automatic)`,
  );
  const camera = await chooseLast(page, 'Camera');
  const microphone = await chooseLast(page, 'Microphone');
  await chooseLast(page, 'Speaker');
  expect(camera).not.toBe(first);
  await expect.poll(() => previewedCamera(page)).toBe(camera);
  await expectLevel(page);
  await page.getByRole('button', { name: 'Test the speaker' }).click();
  await expect.poll(() => notesOf(page)).toContain(523.25);
  await inspect(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => countOwnTracks(page)).toBe(0);

  await page.goto('/');
  await callPerson(luca, giulia);
  await acceptCall(giulia);

  await expectFramesToRise(giulia.page);
  await expect.poll(() => sentDevices(page)).toEqual([microphone, camera]);
  await expect.poll(() => soundsThroughChosen(page)).toBe(true);
});

test('audio only by one tap: no pictures in either direction, sound goes on, and one tap brings the video back', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await callPerson(luca, giulia);
  await acceptCall(giulia);
  await expectFramesToRise(luca.page);
  const pictureOf = async (page: Page) => (await sentDevices(page))[1];

  await luca.page.getByRole('button', { name: 'Audio only' }).click();
  for (const { page } of [luca, giulia]) await expect.poll(() => pictureOf(page)).toBeUndefined();
  await expect(giulia.page.getByText('Luca is on audio only and can’t see your video')).toBeVisible();
  await expectSound(luca.page);
  await inspect(luca.page);

  await luca.page.getByRole('button', { name: 'Turn video on' }).click();
  await expect(giulia.page.getByText(/is on audio only/)).toBeHidden();
  for (const { page } of [luca, giulia]) await expectFramesToRise(page);
});

test('changing the camera and microphone during a call takes effect at once', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', camera: 'two' });
  await callPerson(luca, giulia);
  await acceptCall(giulia);
  await expectFramesToRise(giulia.page);

  await openDevices(luca.page);
  await inspect(luca.page);
  const camera = await chooseLast(luca.page, 'Camera');
  await expect.poll(() => previewedCamera(luca.page)).toBe(camera);
  const microphone = await chooseLast(luca.page, 'Microphone');
  await expect.poll(() => sentDevices(luca.page)).toEqual([microphone, camera]);
  await luca.page.keyboard.press('Escape');

  await expect(dialogOf(luca.page)).toBeHidden();
  await expect(luca.page.getByRole('button', { name: 'More', exact: true })).toBeFocused();
  await expectFramesToRise(giulia.page);
  await expectSound(giulia.page);
  await openDevices(giulia.page);
  await inspect(giulia.page);
  await dialogOf(giulia.page)
    .getByRole('combobox', { name: /^Others’ video/ })
    .selectOption('Sharper picture');
  await expect.poll(() => preferencesOf(luca.page)).toEqual(['maintain-resolution']);
  // Not a choice of the people who are helped.
  await openDevices(luca.page);
  await expect(dialogOf(luca.page).getByRole('combobox', { name: /^Others’ video/ })).toHaveCount(0);
});
