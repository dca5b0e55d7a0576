import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { signInByApi } from '../world/api';
import { inspect } from '../world/inspect';
import { fillScene, makeMarker, plainPicture } from '../world/markers';
import { redCube } from '../world/model';
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
  await page.getByRole('button', { name: 'Create scene' }).click();

  const { data, ...size } = makeMarker(21).picture;
  const buffer = await sharp(data, { raw: { ...size, channels: 1 } })
    .jpeg()
    .toBuffer();
  const markers = page.getByRole('region', { name: 'AR pictures' });
  const upload = markers.locator('> input[type=file]');
  await upload.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(markers.getByRole('alert')).toBeVisible();
  await upload.setInputFiles({ name: 'marker.jpg', mimeType: 'image/jpeg', buffer });
  await expect(markers.getByRole('button', { name: /^AR picture 1/ })).toBeVisible();

  const items = page.getByRole('region', { name: 'What appears' });
  await items
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer });
  await items.getByLabel('Title in English').fill('The plan');
  const plan = items.getByRole('button', { name: '1. Picture: The plan', exact: true });
  await plan.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(items.getByLabel('To the right')).toHaveValue('0.5');
  await expect(items.getByLabel('Up', { exact: true })).toHaveValue('0.05');
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
  await expect(page.getByRole('img', { name: /QR code for .*\/ar\?scene=\d+/ })).toBeVisible();
  const address = await page.getByText(/\/ar\?scene=\d+$/).innerText();
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(items.getByRole('button', { name: '1. Picture: The plan', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Scenes' }).first().click();
  await scenes
    .getByRole('listitem')
    .filter({ hasText: 'The new hall' })
    .getByRole('button', { name: 'Publish' })
    .click();
  await expect(page.getByText('The scene is now live')).toBeVisible();

  const { page: seen } = await visitor('assisted', { device: 'phone' });
  const { pathname, search, searchParams } = new URL(address);
  await seen.goto(pathname + search);
  await expect(seen.getByRole('dialog', { name: 'How it works' })).toBeVisible();
  await seen.goto(`/content-detail/${searchParams.get('scene')}`);
  await expect(seen.getByText('The new hall').first()).toBeVisible();
});

test('what an admin drags in the preview is where visitors see it', async ({ person, server }) => {
  const contentId = await fillScene(server, makeMarker(22), 'The new room', [
    { kind: 'picture', title: 'The plan', files: [await plainPicture('#204060')], width: 1 },
    { kind: 'model', title: 'The cube', files: [redCube()], width: 0.5, x: -1, y: 0.5 },
  ]);
  const { page } = await person('admin', { device: 'desktop' });
  await page.goto(`/admin/scenes?scene=${contentId}`);
  const preview = page.getByRole('group', { name: 'Preview' });
  const plan = preview.getByRole('button', { name: '1. Picture: The plan', exact: true });
  await expect(plan).toBeVisible();
  await expect(preview.getByText('Loading the 3D model')).toHaveCount(0);
  const items = page.getByRole('region', { name: 'What appears' });
  const right = items.getByLabel('To the right');

  const box = await plan.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  await expect(right).not.toHaveValue('0');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(right).toHaveValue('0');
  await page.getByRole('button', { name: 'Redo' }).click();

  await preview.getByRole('button', { name: /^Size/ }).press('ArrowRight');
  await expect(items.getByLabel('Width')).toHaveValue('1.05');
  await preview.getByRole('button', { name: 'Turn the view' }).press('ArrowUp');
  await preview.getByRole('button', { name: 'Zoom in' }).click();
  await inspect(page);
  const moved = Number(await right.inputValue());
  expect(moved).toBeGreaterThan(0.1);

  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
  await expect(right).toHaveValue(String(moved));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const device = { email: 'assisted@demo.example', customCode: 'DEMO', deviceId: randomUUID() };
  const { accessToken } = await signInByApi(server, device);
  const headers = { Authorization: `Bearer ${accessToken}`, 'X-Device-Id': device.deviceId };
  const answer = await fetch(`${server.url}/api/scenes/${contentId}?l=en`, { headers });
  const { data } = (await answer.json()) as { data: { scene: { items: { position: number[]; width: number }[] } } };
  expect(data.scene.items[0]).toMatchObject({ width: 1.05 });
  expect(data.scene.items[0]?.position[0]).toBe(moved);
});
