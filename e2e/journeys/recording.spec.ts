import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { inspect } from '../world/inspect';
import { storeLongRecording } from '../world/long-recording';
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

/** The loudest sound of the file that was saved last. */
const loudestSaved = ({ page }: Person) =>
  page.evaluate(async () => {
    const file = [...window.testObjects.values()].findLast(({ type }) => type === 'video/mp4');
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(
      (await file?.arrayBuffer()) ?? new ArrayBuffer(),
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

/** Jumps to a time, and waits until there is a picture. @returns the time that is shown */
async function jump(video: Locator, to: number) {
  await video.evaluate((element: HTMLVideoElement, time) => {
    element.pause();
    element.currentTime = time;
  }, to);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => !element.seeking && element.readyState > 1))
    .toBe(true);
  return (await timesOf(video)).at;
}

const MISSING = [20, 21] as const;

/**
 * Plays a recording of ten minutes, of which two pieces are missing, and jumps in it.
 * @param ends when each piece ends
 */
async function expectToPlayInParts({ page }: Person, ends: readonly number[]) {
  const requested = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/pieces?')) requested.add(request.url());
  });
  const item = page.getByRole('listitem').filter({ hasText: 'Recording 2' });
  const video = item.locator('video');
  await expect(item.getByText('A part of this recording wasn’t saved.')).toBeVisible();
  await item.getByRole('button', { name: 'Play recording 2' }).click();
  await expect(video).toBeFocused();
  await expect.poll(async () => (await timesOf(video)).at).toBeGreaterThan(0.5);
  expect((await timesOf(video)).length).toBeGreaterThan(590);
  expect(await jump(video, 400)).toBeCloseTo(400, 1);
  expect((await lightOf(video)).range).toBeGreaterThan(40);
  expect(requested.size).toBeGreaterThan(2);
  expect(requested.size, 'of the pieces').toBeLessThan(ends.length / 3);

  const [before = 0, , after = 0, next = 0] = ends.slice(MISSING[0] - 1);
  const shown = await jump(video, (before + after) / 2);
  expect(shown).toBeGreaterThan(after - 1);
  expect(shown).toBeLessThan(next);

  await page.route('**/pieces?*', (route) => route.abort());
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 500;
  });
  await expect(item.getByText('Couldn’t load the next part')).toBeVisible();
  await page.unroute('**/pieces?*');
  await item.getByRole('button', { name: 'Try again' }).click();
  await expect(item.getByText('Couldn’t load the next part')).toHaveCount(0);
  expect(await jump(video, 500)).toBeCloseTo(500, 1);
}

/** The pieces that the server has stored since, as they come: two are four seconds. */
function watchPieces({ page }: Person): readonly string[] {
  const pieces: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/pieces') && response.ok()) pieces.push(response.url());
  });
  return pieces;
}

test('a call is recorded when the other has agreed, and played, searched, downloaded and deleted on its page', async ({
  person,
  server,
}) => {
  const { giulia, luca } = await meetInCall(person);
  const pieces = watchPieces(giulia);
  await recordButton(giulia).click();
  await expect(giulia.page.getByText('Not recording yet: waiting for Luca to agree')).toBeVisible();
  await expect(questionOf(luca)).toBeVisible();
  await expect(signOf(luca)).toHaveCount(0);
  expect(pieces).toEqual([]);

  await questionOf(luca).getByRole('button', { name: 'Agree' }).click();
  for (const one of [giulia, luca]) await expect(signOf(one)).toBeVisible();
  // Stored while it runs.
  await expect.poll(() => pieces.length, { timeout: 60_000 }).toBeGreaterThan(1);
  await giulia.page.keyboard.press('r');
  for (const one of [giulia, luca]) await expect(signOf(one)).toHaveCount(0);
  await hangUp(giulia);
  await giulia.page.getByRole('link', { name: 'Details' }).click();
  await giulia.page.getByRole('button', { name: 'Play recording 1' }).click();
  await expectToPlay(giulia);
  await inspect(giulia.page);

  const saved = await downloadBy(giulia.page.getByRole('button', { name: 'Download recording 1' }));
  expect(saved.suggestedFilename()).toMatch(/^Recording .* 1\.mp4$/);
  expect((await readFile(await saved.path())).subarray(4, 8).toString()).toBe('ftyp');
  expect(await loudestSaved(giulia)).toBeGreaterThan(0.01);

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

  const callId = new URL(giulia.page.url()).pathname.split('/').at(-1) ?? '';
  const file = await readFile(await saved.path());
  const ends = await storeLongRecording(server, 'operator', { file, seconds: 600, callId, missing: MISSING });
  await giulia.page.reload();
  await expectToPlayInParts(giulia, ends);
  await giulia.page
    .getByRole('listitem')
    .filter({ hasText: 'Recording 2' })
    .getByRole('button', { name: 'Delete recording 2' })
    .click();
  await giulia.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(giulia.page.getByText('Recording 2')).toHaveCount(0);

  await giulia.page.getByRole('button', { name: 'Delete recording 1' }).click();
  await giulia.page
    .getByRole('dialog', { name: 'Delete recording 1?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(giulia.page.getByRole('heading', { name: 'Recordings' })).toHaveCount(0);
});

test('if the tab of the person who records dies, what it has recorded is kept, and the other is not told that it goes on', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);
  const pieces = watchPieces(giulia);
  await recordButton(giulia).click();
  await questionOf(luca).getByRole('button', { name: 'Agree' }).click();
  await expect(signOf(luca)).toBeVisible();
  await expect.poll(() => pieces.length, { timeout: 60_000 }).toBeGreaterThan(1);
  const protocol = await giulia.page.context().newCDPSession(giulia.page);
  const crashed = giulia.page.waitForEvent('crash');
  // Never answered: the process ends.
  protocol.send('Page.crash').catch(() => undefined);
  await crashed;

  await expect(signOf(luca)).toHaveCount(0, { timeout: 60_000 });
  await hangUp(luca);
  await dismissCall(luca);
  await luca.page.getByRole('link', { name: /^Call with Giulia Ferri/ }).click();
  await luca.page.getByRole('button', { name: 'Play recording 1' }).click();
  await expectToPlay(luca);
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
