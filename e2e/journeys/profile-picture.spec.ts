import type { Locator, Page } from '@playwright/test';
import { inspect } from '../world/inspect';
import type { Person } from '../world/person';
import { openRoomWith, roomOf } from '../world/rooms';
import { registerFileSecret } from '../world/secrets';
import type { TestServer } from '../world/server';
import { querySql } from '../world/sql';
import { callPerson, dismissCall, ringOf } from '../world/steps';
import { expect, test } from '../world/test';

const PLACE = 'GPSLatitude 45.4642';

/** A photograph with data about its place, as phones write it: an APP1 segment after the start of the JPEG. */
async function photographWithPlace(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 960 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser cannot draw');
    for (let x = 0; x < 1280; x += 8)
      for (let y = 0; y < 960; y += 8) {
        context.fillStyle = `hsl(${(x * y) % 360} 60% ${30 + ((x + y) % 40)}%)`;
        context.fillRect(x, y, 8, 8);
      }
    return canvas.toDataURL('image/jpeg');
  });
  const jpeg = Buffer.from(address.split(',')[1] ?? '', 'base64');
  const place = Buffer.from(`Exif\0\0${PLACE}`);
  const head = Buffer.from([0xff, 0xe1, 0, place.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, place, jpeg.subarray(2)]);
}

/** The picture of the avatar in a part of the page. */
const pictureIn = (part: Locator) => part.locator('img[src^="data:image/jpeg"]');
const rowOf = ({ page }: Person, { name }: Person) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

async function choosePicture({ page }: Person, file: Buffer) {
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: file });
  const crop = page.getByRole('dialog', { name: 'Crop and rotate' });
  await crop.getByRole('slider', { name: 'Zoom' }).fill('2');
  await inspect(page);
  await crop.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByText('Picture saved')).toBeVisible();
}

/** The one picture on the server. */
async function storedPicture(server: TestServer) {
  const { rows } = await querySql(server, 'select owner_id as "ownerId", version from profile_pictures');
  return rows[0] as { readonly ownerId: string; readonly version: string } | undefined;
}

test('a picture is seen by contacts and in chats, by nobody else, and by nobody once it is removed', async ({
  server,
  person,
}) => {
  const luca = await person('assisted', { device: 'phone' });
  const giulia = await person('operator');
  const elena = await person('tilesOperator');
  await giulia.page.goto('/people');
  await expect(rowOf(giulia, luca)).toBeVisible();

  await luca.page.goto('/settings');
  await choosePicture(luca, await photographWithPlace(luca.page));
  await inspect(luca.page);
  const own = pictureIn(luca.page.getByRole('main'));
  const bytes = Buffer.from((await own.getAttribute('src'))?.split(',')[1] ?? '', 'base64');
  registerFileSecret(bytes);
  expect(bytes.includes(PLACE)).toBe(false);
  expect(await own.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    256, 256,
  ]);

  // Without a reload: an open page is told.
  await expect(pictureIn(rowOf(giulia, luca))).toBeVisible();
  await rowOf(giulia, luca).getByRole('link').first().click();
  await expect(pictureIn(giulia.page.getByRole('article'))).toBeVisible();
  await inspect(giulia.page);

  const first = await storedPicture(server);
  const refused = await elena.page.evaluate(async (id) => {
    const { Token } = JSON.parse(localStorage.getItem('token') ?? '{}') as { Token: string };
    const answer = await fetch(`/services/profile-pictures/${id}`, { headers: { Authorization: `Bearer ${Token}` } });
    return answer.status;
  }, first?.ownerId);
  expect(refused).toBe(404);

  await luca.page.goto('/people');
  await callPerson(luca, giulia);
  await expect(pictureIn(ringOf(giulia, luca))).toBeVisible();
  await giulia.page.getByRole('button', { name: /^Decline/ }).click();
  await dismissCall(luca);

  // A contact who is removed loses the picture, and the next one has another key.
  await luca.page.getByRole('link', { name: giulia.name }).click();
  // Their calls come later than the person, above the button.
  await expect(luca.page.getByRole('main').getByText('Declined')).toBeVisible();
  await luca.page.getByRole('button', { name: 'Remove contact' }).click();
  await luca.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(pictureIn(giulia.page.getByRole('main'))).toHaveCount(0);
  await expect.poll(async () => (await storedPicture(server))?.version).not.toBe(first?.version);

  // A common chat brings it back: at its head, and in the list.
  await openRoomWith(giulia, luca);
  await expect(pictureIn(giulia.page.getByRole('main')).first()).toBeVisible();
  await giulia.page.goto('/rooms');
  await expect(pictureIn(roomOf(giulia, luca.name))).toBeVisible();

  await luca.page.goto('/settings');
  await luca.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(luca.page.getByText('Picture removed')).toBeVisible();
  await expect(luca.page.getByRole('button', { name: 'Choose a picture' })).toBeFocused();
  await expect(pictureIn(luca.page.getByRole('main'))).toHaveCount(0);
  await giulia.page.goto('/rooms');
  await expect(roomOf(giulia, luca.name)).toContainText('LM');
  await expect(pictureIn(roomOf(giulia, luca.name))).toHaveCount(0);
  expect(await storedPicture(server)).toBeUndefined();
});
