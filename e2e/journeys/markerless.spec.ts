/** Markerless contents: a 3D model on a turntable, and in the room where the device can. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createContentByApi } from '../world/content-api';
import { inspect } from '../world/inspect';
import { redCube } from '../world/model';
import { fakeQuickLook, fakeRoom } from '../world/room';
import type { TestServer } from '../world/server';
import { expect, test } from '../world/test';

async function fillContent(server: TestServer) {
  const create = await createContentByApi(server, 'operator@demo.example');
  const modelBase64 = Buffer.from(redCube().bytes).toString('base64');
  return create({ title: 'The crate', descr: 'As large as life', ctnView: 8, visibility: 'public', modelBase64 });
}

/** Which share of the screen is red. */
async function redShare(page: Page) {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red > 100 && green < red / 2 && blue < red / 2) count += 1;
  }
  return count / (info.width * info.height);
}

const modelOf = (page: Page) => page.getByRole('img', { name: 'The crate, in 3D' });

async function openViewer(page: Page, server: TestServer) {
  // A large picture takes seconds to draw without a graphics card.
  await page.setViewportSize({ width: 480, height: 480 });
  await page.goto(`/content-detail/${await fillContent(server)}`);
  await page.getByRole('button', { name: 'View in 3D' }).click();
}

test('view 8: a model stands on a turntable, which keys and buttons move; a broken download is said in words', async ({
  server,
  visitor,
}, testInfo) => {
  const { page } = await visitor('assisted');
  await page.route('**/media/**', (route) => route.abort());
  await openViewer(page, server);
  await expect(page.getByRole('alert')).toContainText('Error loading media');
  await page.unroute('**/media/**');
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(modelOf(page)).toHaveAttribute('data-state', 'ready');
  await expect.poll(() => redShare(page)).toBeGreaterThan(0.03);
  await inspect(page);
  await page.screenshot({ path: testInfo.outputPath('turntable.png') });
  const { keyboard } = page;
  await keyboard.press('0');
  const whole = await redShare(page);
  await keyboard.press('+');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => redShare(page)).toBeGreaterThan(1.2 * whole);
  await keyboard.press('0');
  await keyboard.press('ArrowLeft');
  const turned = await modelOf(page).screenshot();
  await keyboard.press('ArrowUp');
  await expect.poll(async () => (await modelOf(page).screenshot()).equals(turned)).toBe(false);
  await expect(page.getByRole('button', { name: 'See it in your space' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(modelOf(page)).toHaveCount(0);
});

test('view 8: WebXR places the model on the floor by a tap, and leads back to the turntable', async ({
  server,
  visitor,
}) => {
  const { page } = await visitor('assisted');
  const room = await fakeRoom(page);
  await openViewer(page, server);
  await page.getByRole('button', { name: 'See it in your space' }).click();
  await expect(page.getByText('Move the phone slowly')).toBeVisible();
  await expect.poll(() => redShare(page)).toBe(0);
  await room.findFloor();
  await expect(page.getByText('Tap to place it')).toBeVisible();
  await room.tap();
  await expect(page.getByText('Walk around it')).toBeVisible();
  await expect.poll(() => redShare(page)).toBeGreaterThan(0.02);
  await page.getByRole('button', { name: 'Back to the viewer' }).click();
  await expect(page.getByRole('button', { name: 'See it in your space' })).toBeVisible();
  await expect.poll(() => redShare(page)).toBeGreaterThan(0.03);
});

test('view 8: on iOS the model is given to Quick Look', async ({ server, visitor }) => {
  const { page } = await visitor('assisted');
  const opened = await fakeQuickLook(page);
  await openViewer(page, server);
  await page.getByRole('button', { name: 'See it in your space' }).click();
  await expect.poll(opened).toMatchObject({ rel: 'ar', hasPicture: true, type: 'model/vnd.usdz+zip', start: 'PK' });
});
