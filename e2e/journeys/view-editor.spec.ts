import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { inspect } from '../world/inspect';
import { makeMarker } from '../world/markers';
import { expect, test } from '../world/test';

/** Where a dot is in the picture, in shares of it. */
async function placeOf(page: Page, name: RegExp) {
  const dot = await page.getByRole('button', { name }).boundingBox();
  const picture = await page.getByRole('presentation').locator('img').boundingBox();
  if (!dot || !picture) throw new Error('They are not shown');
  const centre = [dot.x + dot.width / 2 - picture.x, dot.y + dot.height / 2 - picture.y] as const;
  return [centre[0] / picture.width, centre[1] / picture.height] as const;
}

test('D1.7, D2.21, D2.66, D2.67, D4.26, D5.22: an operator adds a view and sets its points, which the server keeps', async ({
  person,
}) => {
  const { page } = await person('operator', { device: 'desktop' });
  await page.goto('/earth');
  await page.getByRole('searchbox', { name: 'Search all titles' }).fill('ruler from all sides');
  await page.getByRole('link', { name: 'Edit The ruler from all sides' }).click();
  const views = page.getByRole('list', { name: 'Views' });
  await expect(views.getByRole('listitem')).toHaveCount(2);
  await expect(views.getByText('5 points').first()).toBeVisible();
  await inspect(page);

  // A file that is no picture is refused with the reason, and can be put away.
  const files = page.locator('input[type=file]').first();
  await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText(/^notes\.txt was not added: /)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  const { data, ...size } = makeMarker(11).picture;
  const buffer = await sharp(data, { raw: { ...size, channels: 1 } })
    .jpeg()
    .toBuffer();
  await files.setInputFiles({ name: 'side.jpg', mimeType: 'image/jpeg', buffer });
  await expect(views.getByRole('listitem')).toHaveCount(3);
  await expect(views.getByText('Not processed yet')).toBeVisible();

  // A new point is dropped if it is closed without a content.
  await page.getByRole('link', { name: 'View 3' }).click();
  const stage = page.getByRole('presentation').filter({ has: page.locator('img') });
  await expect(stage.locator('img')).toBeVisible();
  await stage.click({ position: { x: 300, y: 300 } });
  const panel = page.getByRole('region', { name: 'New point' });
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(stage.getByRole('button')).toHaveCount(0);

  await stage.click({ position: { x: 300, y: 300 } });
  await panel.getByRole('button', { name: '#ffd23f' }).click();
  await panel.getByRole('button', { name: 'The eye' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const eye = page.getByRole('button', { name: 'Point 1: The eye' });
  await expect(eye).toHaveAttribute('aria-pressed', 'true');
  await inspect(page);

  // Moved by the mouse, and nudged by the keyboard: kept after a reload.
  const before = await placeOf(page, /^Point 1/);
  await eye.hover();
  await page.mouse.down();
  await stage.hover({ position: { x: 420, y: 380 }, force: true });
  await page.mouse.up();
  await expect(page.getByText('Point moved')).toBeVisible();
  const moved = await placeOf(page, /^Point 1/);
  expect(moved[0]).toBeGreaterThan(before[0] + 0.05);
  await eye.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect.poll(async () => (await placeOf(page, /^Point 1/))[0]).toBeGreaterThan(moved[0]);
  const nudged = await placeOf(page, /^Point 1/);
  await page.reload();
  await expect(eye).toBeVisible();
  const kept = await placeOf(page, /^Point 1/);
  expect(Math.hypot(kept[0] - nudged[0], kept[1] - nudged[1])).toBeLessThan(0.002);

  // Zooming leaves it on its place of the picture.
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const zoomed = await placeOf(page, /^Point 1/);
  expect(Math.hypot(zoomed[0] - kept[0], zoomed[1] - kept[1])).toBeLessThan(0.002);

  // A used content cannot be chosen twice; another one replaces it; a deleted point comes back.
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await stage.click({ position: { x: 200, y: 150 } });
  await expect(panel.getByRole('button', { name: /^The eye/ })).toBeDisabled();
  await panel.getByRole('button', { name: 'Close' }).click();
  await eye.click();
  await page.getByRole('region', { name: 'Point 1' }).getByRole('button', { name: 'The band' }).click();
  const band = page.getByRole('button', { name: 'Point 1: The band' });
  await expect(band).toBeVisible();
  await expect(eye).toHaveCount(0);
  await band.focus();
  await page.keyboard.press('Delete');
  await expect(band).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(band).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(views.getByText('1 point', { exact: true })).toBeVisible();
});

test('D4.26: the points of a view on a phone, in Italian; a stranger finds no editor', async ({ person }) => {
  const { page } = await person('operator', { device: 'phone', language: 'it' });
  await page.goto('/earth');
  await page.getByRole('searchbox').fill('sovrano da ogni lato');
  await page.getByRole('link', { name: /^Modifica/ }).click();
  await page.getByRole('link', { name: 'Vista 1' }).click();
  await page.getByRole('button', { name: /^Punto 2/ }).click();
  await expect(page.getByRole('region', { name: 'Punto 2' })).toBeVisible();
  await inspect(page);
  const { page: other } = await person('assisted', { device: 'phone', language: 'it' });
  await other.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(other.getByText('Questa pagina non esiste')).toBeVisible();
});
