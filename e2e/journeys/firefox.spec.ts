/** A person in Firefox: Debian's own, with its fake camera and microphone. */
import { fillContents } from '../world/contents';
import { colorOf, draw, expectDrawable, expectDrawn, expectNothing, openSnapshot } from '../world/drawing';
import { expectFilm, expectFramesToRise, expectSound, readFrameNumber } from '../world/media';
import type { Person } from '../world/person';
import {
  acceptCall,
  callPerson,
  expectSameSafetyNumber,
  hangUp,
  messagesOf,
  remoteVideoOf,
  ringOf,
  shownSnapshotOf,
  takeSnapshot,
  write,
} from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

/** Firefox's camera shows one colour, which changes all the time. */
const colorOfPicture = (person: Person) =>
  remoteVideoOf(person).evaluate((video: HTMLVideoElement) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (video.videoWidth > 0) context?.drawImage(video, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].join(' ');
  });

/** Somebody in Firefox calls somebody in Chromium, until pictures are decoded on both sides. */
async function call(inFirefox: Person, inChromium: Person) {
  await callPerson(inFirefox, inChromium);
  await inFirefox.page.getByRole('button', { name: 'Allow the camera' }).click();
  await expectOnTop(ringOf(inChromium, inFirefox));
  await acceptCall(inChromium);
  await expectFilm(remoteVideoOf(inFirefox), inChromium.film);
  for (const { page } of [inFirefox, inChromium]) await expectFramesToRise(page);
}

/** Screenshots on failure are prepared for as each page closes, by a style that the policy of the page forbids: a problem reported. */
test.use({ screenshot: 'off' });

test('a person in Firefox and one in Chromium see and hear each other, encrypted, and write', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { kind: 'firefox' });
  await call(luca, giulia);
  const colors = new Set<string>();
  await expect.poll(async () => colors.add(await colorOfPicture(giulia)).size).toBeGreaterThan(3);
  for (const { page } of [giulia, luca]) {
    await expectSound(page);
    await expect(page.getByRole('button', { name: 'Encrypted', exact: true }).first()).toBeVisible();
  }
  await expectSameSafetyNumber(giulia, luca);

  await write(luca, 'The needle jumps between 2 and 4 bar');
  await expect(await messagesOf(giulia)).toContainText(['The needle jumps between 2 and 4 bar']);
  await write(giulia, 'Close valve 2 first');
  await expect(await messagesOf(luca)).toContainText(['The needle jumps between 2 and 4 bar', 'Close valve 2 first']);
  await hangUp(luca);
  await expectOnTop(giulia.page.getByRole('button', { name: 'Done' }));
});

test('an operator in Firefox takes a snapshot of a phone’s camera and draws on it, and the phone shows the same', async ({
  person,
}) => {
  const giulia = await person('operator', { kind: 'firefox' });
  const luca = await person('assisted', { device: 'phone' });
  await call(giulia, luca);
  await takeSnapshot(giulia);
  await openSnapshot(giulia);
  await expectDrawable(luca);
  for (const one of [giulia, luca])
    await expect.poll(() => readFrameNumber(shownSnapshotOf(one))).toMatchObject({ person: luca.film });
  expect(await readFrameNumber(shownSnapshotOf(luca))).toEqual(await readFrameNumber(shownSnapshotOf(giulia)));

  const hers = await colorOf(giulia);
  await expectNothing(luca, [0.4, 0.3]);
  await draw(giulia, [0.25, 0.3], [0.6, 0.3]);
  for (const one of [giulia, luca]) await expectDrawn(one, [0.4, 0.3], hers);
  await hangUp(giulia);
  await expectOnTop(luca.page.getByRole('button', { name: 'Done' }));
});

test('a visitor in Firefox goes from the start to a list and opens a content', async ({ server, visitor }) => {
  await fillContents(server, 3);
  const { page } = await visitor('assisted', { kind: 'firefox' });
  await page.goto('/splash/');
  await page.getByRole('link', { name: 'Long gallery' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('link', { name: 'Piece 1' }).click();
  await expect(page.getByRole('heading', { name: 'Piece 1' })).toBeVisible();
  await expect(page.getByText('Bronze, number 1')).toBeVisible();
});
