import sharp from 'sharp';
import { inspect } from '../world/inspect';
import { makeMarker } from '../world/markers';
import { expect, test } from '../world/test';

test('an admin makes a scene of a marker with a picture and an info card, which a visitor then finds', async ({
  person,
  visitor,
}) => {
  const { page } = await person('admin', { device: 'desktop' });
  await page.goto('/admin/scenes');
  const scenes = page.getByRole('list', { name: 'Scenes' });
  await expect(scenes.getByRole('listitem').first()).toBeVisible();
  await inspect(page);

  await page.getByRole('button', { name: 'New scene' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('The new hall');
  await page.getByRole('button', { name: 'Make scene' }).click();

  const { data, ...size } = makeMarker(21).picture;
  const buffer = await sharp(data, { raw: { ...size, channels: 1 } })
    .jpeg()
    .toBuffer();
  const markers = page.getByRole('region', { name: 'Markers' });
  const upload = markers.locator('> input[type=file]');
  await upload.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(markers.getByRole('alert')).toBeVisible();
  await upload.setInputFiles({ name: 'marker.jpg', mimeType: 'image/jpeg', buffer });
  await expect(markers.getByRole('button', { name: /^Marker 1/ })).toBeVisible();

  const items = page.getByRole('region', { name: 'What appears' });
  await items
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer });
  await items.getByLabel('Title in English').fill('The plan');
  const plan = items.getByRole('button', { name: '1. Picture The plan', exact: true });
  await plan.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(items.getByLabel('To the right')).toHaveValue('0.5');
  await expect(items.getByLabel('To the top')).toHaveValue('0.05');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(items.getByLabel('To the right')).toHaveValue('0');
  await page.getByRole('button', { name: 'Redo' }).click();

  await items.getByRole('button', { name: 'Info card' }).click();
  const chooser = page.getByRole('dialog', { name: 'Which content does it open?' });
  await chooser.getByRole('searchbox').fill('the eye');
  await chooser.getByRole('button', { name: 'The eye' }).first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: /QR code of .*\/ar\?scene=\d+/ })).toBeVisible();
  const address = await page.getByText(/\/ar\?scene=\d+$/).innerText();
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(items.getByRole('button', { name: '1. Picture The plan', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Scenes' }).first().click();
  await scenes
    .getByRole('listitem')
    .filter({ hasText: 'The new hall' })
    .getByRole('button', { name: 'Publish' })
    .click();
  await expect(page.getByText('The scene is live')).toBeVisible();

  const { page: seen } = await visitor('assisted', { device: 'phone' });
  const { pathname, search, searchParams } = new URL(address);
  await seen.goto(pathname + search);
  await expect(seen.getByRole('dialog', { name: 'How it works' })).toBeVisible();
  await seen.goto(`/content-detail/${searchParams.get('scene')}`);
  await expect(seen.getByText('The new hall').first()).toBeVisible();
});
