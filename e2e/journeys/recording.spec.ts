import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { inspect } from '../world/inspect';
import type { Person } from '../world/person';
import { dismissCall, downloadBy, hangUp, meetInCall } from '../world/steps';
import { contains, readEverythingStored } from '../world/stored';
import { expect, test } from '../world/test';

const signOf = ({ page }: Person) => page.getByText('Recording', { exact: true }).filter({ visible: true });
const questionOf = ({ page }: Person) => page.getByRole('dialog', { name: 'May Giulia record this call?' });
const recordButton = ({ page }: Person) => page.getByRole('button', { name: 'Record the call' });

const videoOf = ({ page }: Person) => page.getByRole('listitem').locator('video');

const timesOf = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => ({ at: element.currentTime, length: element.duration }));

/** How bright the picture is on average, and how much it differs within itself, from 0 to 255. */
const lightOf = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const context = canvas.getContext('2d');
    context?.drawImage(element, 0, 0, 64, 48);
    const { data = [] } = context?.getImageData(0, 0, 64, 48) ?? {};
    const lights = Array.from({ length: 64 * 48 }, (_, at) => data[4 * at + 1] ?? 0);
    return {
      mean: lights.reduce((sum, light) => sum + light, 0) / lights.length,
      range: Math.max(...lights) - Math.min(...lights),
    };
  });

/** The sound of the file is not silence. */
const loudest = (video: Locator) =>
  video.evaluate(async (element: HTMLVideoElement) => {
    const blob = window.testObjects.get(element.src);
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(
      (await blob?.arrayBuffer()) ?? new ArrayBuffer(),
    );
    return sound.getChannelData(0).reduce((most, level) => Math.max(most, Math.abs(level)), 0);
  });

async function expectToPlay(person: Person) {
  const video = videoOf(person);
  await expect(video).toBeVisible();
  await expect.poll(async () => (await timesOf(video)).at).toBeGreaterThan(0.5);
  const { length } = await timesOf(video);
  expect(length).toBeGreaterThan(3);
  expect(length).toBeLessThan(600);
  const { mean, range } = await lightOf(video);
  expect(mean).toBeGreaterThan(10);
  expect(range).toBeGreaterThan(40);
  await video.evaluate((element: HTMLVideoElement, to) => {
    element.pause();
    element.currentTime = to;
  }, length / 2);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false);
  expect((await timesOf(video)).at).toBeCloseTo(length / 2, 1);
  expect((await lightOf(video)).range).toBeGreaterThan(40);
}

test('a call is recorded when the other has agreed, and played, searched, downloaded and deleted on its page', async ({
  person,
  server,
}) => {
  const { giulia, luca } = await meetInCall(person);
  const pieces: string[] = [];
  giulia.page.on('response', (response) => {
    if (response.url().endsWith('/pieces') && response.ok()) pieces.push(response.url());
  });
  await recordButton(giulia).click();
  await expect(giulia.page.getByText('Not recording yet: waiting for Luca to agree')).toBeVisible();
  await expect(questionOf(luca)).toBeVisible();
  await expect(signOf(luca)).toHaveCount(0);
  expect(pieces).toEqual([]);

  await questionOf(luca).getByRole('button', { name: 'Agree' }).click();
  for (const one of [giulia, luca]) await expect(signOf(one)).toBeVisible();
  // Stored while it runs: two pieces are four seconds.
  await expect.poll(() => pieces.length, { timeout: 60_000 }).toBeGreaterThan(1);
  await giulia.page.keyboard.press('r');
  for (const one of [giulia, luca]) await expect(signOf(one)).toHaveCount(0);
  await hangUp(giulia);
  await giulia.page.getByRole('link', { name: 'Details' }).click();
  await giulia.page.getByRole('button', { name: 'Play recording 1' }).click();
  await expectToPlay(giulia);
  expect(await loudest(videoOf(giulia))).toBeGreaterThan(0.01);
  await inspect(giulia.page);

  const saved = await downloadBy(giulia.page.getByRole('button', { name: 'Download recording 1' }));
  expect(saved.suggestedFilename()).toMatch(/^Recording .* 1\.mp4$/);
  expect((await readFile(await saved.path())).subarray(4, 8).toString()).toBe('ftyp');

  // Who was recorded has it too.
  await dismissCall(luca);
  await luca.page.getByRole('link', { name: /^Call with Giulia Ferri/ }).click();
  await luca.page.getByRole('button', { name: 'Play recording 1' }).click();
  await expectToPlay(luca);
  await expect(luca.page.getByRole('button', { name: 'Delete recording 1' })).toHaveCount(0);

  // The server has its pieces sealed: none is, or has in it, the head of an MP4 file.
  const stored = (await readEverythingStored(server)).filter(({ where }) => where.includes('/blobs/calls/'));
  expect(stored.length).toBeGreaterThan(1);
  expect(stored.filter((entry) => contains(entry, Buffer.from('ftyp'))).map(({ where }) => where)).toEqual([]);

  await giulia.page.getByRole('button', { name: 'Delete recording 1' }).click();
  await giulia.page
    .getByRole('dialog', { name: 'Delete recording 1?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(giulia.page.getByRole('heading', { name: 'Recordings' })).toHaveCount(0);
});

test('a call is not recorded if the other refuses, or takes the consent back', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);
  await recordButton(giulia).click();
  await questionOf(luca).getByRole('button', { name: 'Don’t record' }).click();
  const refused = giulia.page.getByText('Luca doesn’t agree to the recording: nothing is being recorded');
  await expect(refused).toBeVisible();
  for (const one of [giulia, luca]) await expect(signOf(one)).toHaveCount(0);

  await recordButton(giulia).click();
  await expect(refused).toHaveCount(0);
  await questionOf(luca).getByRole('button', { name: 'Agree' }).click();
  await expect(signOf(luca)).toBeVisible();
  // In the small call too.
  await luca.page.getByRole('button', { name: 'Make the call small' }).click();
  await expect(luca.page.getByTestId('small-call').getByText('Recording', { exact: true })).toBeVisible();
  await luca.page.getByRole('button', { name: 'Back to the call' }).click();
  await luca.page.getByRole('button', { name: /^Stop it: withdraw/ }).click();
  await expect(refused).toBeVisible();
  for (const one of [giulia, luca]) await expect(signOf(one)).toHaveCount(0);
});
