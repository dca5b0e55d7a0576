import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { inspect } from '../world/inspect';
import { makeMarker } from '../world/markers';
import { fillModel } from '../world/visits';
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
  await page.getByRole('searchbox', { name: 'Search' }).fill('ruler from all sides');
  await page.getByRole('link', { name: 'Edit The ruler from all sides' }).click();
  const views = page.getByRole('list', { name: 'Views' });
  await expect(views.getByRole('listitem')).toHaveCount(2);
  await expect(views.getByText('5 points').first()).toBeVisible();
  await inspect(page);

  // A file that is no picture is refused with the reason, and can be put away.
  const files = page.locator('input[type=file]').first();
  await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText(/^Couldn’t add notes\.txt: /)).toBeVisible();
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
  await expect(page.getByRole('tabpanel').getByText('Saved', { exact: true })).toBeVisible();
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
  await expect(page.getByRole('tabpanel').getByText('Saved', { exact: true })).toBeVisible();
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
  await expect(page.getByRole('tabpanel').getByText('Saved', { exact: true })).toBeVisible();
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
  await expect(other.getByText('Pagina non trovata')).toBeVisible();
});

/** The share of the stored mask that is painted; 0 without a mask. */
async function paintedShare(page: Page) {
  const view = new URL(page.url()).searchParams.get('view');
  const answer = await page.waitForResponse((response) => response.url().includes(`${view}?getLayer`));
  const { data } = (await answer.json()) as { data: string };
  if (data === 'file not found') return 0;
  const pixels = await sharp(Buffer.from(data, 'base64')).ensureAlpha().extractChannel(3).raw().toBuffer();
  return pixels.reduce((sum, alpha) => sum + (alpha > 127 ? 1 : 0), 0) / pixels.length;
}

test('D2.69, D4.27, D5.21: an operator paints the mask of a view, undoes and redoes, and it is drawn back', async ({
  person,
}) => {
  const { page } = await person('operator', { device: 'desktop' });
  await page.goto('/earth');
  await page.getByRole('searchbox', { name: 'Search' }).fill('ruler from all sides');
  await page.getByRole('link', { name: 'Edit The ruler from all sides' }).click();
  // A view from the webcam.
  await page.getByRole('button', { name: 'Take a picture' }).click();
  const camera = page.getByRole('dialog', { name: 'Take a photo' });
  const take = camera.getByRole('button', { name: 'Take photo' });
  await expect(take).toHaveAttribute('aria-disabled', 'false');
  await inspect(page);
  await take.click();
  await expect(camera).toBeHidden();
  await expect(page.getByRole('list', { name: 'Views' }).getByRole('listitem')).toHaveCount(3);

  await page.getByRole('link', { name: 'View 1' }).click();
  const [share] = await Promise.all([paintedShare(page), page.getByRole('tab', { name: 'Mask' }).click()]);
  // The demo masks the ground around the bust.
  expect(share).toBeGreaterThan(0.3);
  const stage = page.getByRole('application', { name: 'Picture to paint over' });
  const picture = await stage.locator('img').boundingBox();
  if (!picture) throw new Error('No picture');
  const at = (x: number, y: number) => [picture.x + picture.width * x, picture.y + picture.height * y] as const;
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(save).toBeDisabled();

  await page.getByRole('switch', { name: 'Show what the camera uses' }).check();
  const count = page.getByText(/^The camera uses/);
  const used = async () => Number((await count.textContent())?.match(/\d+/)?.[0]);
  await expect(count).toBeVisible();
  const [before = 0, total = 0] = ((await count.textContent())?.match(/\d+/g) ?? []).map(Number);
  expect(before).toBeLessThan(total);
  await page.screenshot({ path: test.info().outputPath('stored.png') });
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(used).toBe(total);
  await undo.click();
  await expect.poll(used).toBe(before);
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'Redo' }).click();

  const brush = page.getByRole('slider', { name: /^Brush/ });
  await expect(brush).toHaveAttribute('min', '1');
  await expect(brush).toHaveAttribute('max', '50');
  await brush.fill('50');
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.6), { steps: 5 });
  await expect(save).toBeHidden();
  // In the middle of a stroke: that stroke is dropped.
  await page.keyboard.press('Control+z');
  await page.mouse.up();
  await expect.poll(used).toBe(total);
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.4), { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await expect.poll(used).toBeLessThan(total);
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('mask.png') });
  await page.keyboard.press('Control+z');
  await expect.poll(used).toBe(total);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(used).toBeLessThan(total);

  // What is not saved survives a reload. The browser asks, because something is unsaved.
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('restored.png') });
  await save.click();
  await expect(page.getByRole('tabpanel').getByText('Saved', { exact: true })).toBeVisible();

  const [painted] = await Promise.all([paintedShare(page), page.reload()]);
  expect(painted).toBeGreaterThan(0.01);
  expect(painted).toBeLessThan(share);
  // By the keyboard: a dot is erased; then leaving asks, and clearing removes the mask.
  await page.getByText('Erase', { exact: true }).click();
  await stage.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByRole('tab', { name: 'Points' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await save.click();
  await expect(page.getByRole('tabpanel').getByText('Saved', { exact: true })).toBeVisible();
  const [erased] = await Promise.all([paintedShare(page), page.reload()]);
  expect(erased).toBeLessThan(painted);
  await page.getByRole('button', { name: 'Clear' }).click();
  await save.click();
  await expect(page.getByRole('tabpanel').getByText('Saved', { exact: true })).toBeVisible();
  const [cleared] = await Promise.all([paintedShare(page), page.reload()]);
  expect(cleared).toBe(0);
});

test('an operator sees the mask below the points', async ({ person }) => {
  const { page } = await person('operator', { device: 'desktop' });
  await page.goto('/earth');
  await page.getByRole('searchbox', { name: 'Search' }).fill('ruler from all sides');
  await page.getByRole('link', { name: 'Edit The ruler from all sides' }).click();
  await page.getByRole('link', { name: 'View 1' }).click();
  const stage = page.getByRole('presentation').filter({ has: page.locator('img') });
  await expect(stage.getByRole('button').first()).toBeVisible();
  await page.getByText('Show the mask').click();
  await expect(stage.locator('canvas')).toBeVisible();
  await inspect(page);
});

test('an operator tries the visit with the picture of a view, as visitors will see it', async ({ person, server }) => {
  const points = [{ title: 'The diadem', descr: 'A band of gold leaf', at: [0.25, 0.3] }] as const;
  const model = await fillModel(server, makeMarker(12).picture, 'Head of a young ruler', points);
  const { page } = await person('operator', { device: 'desktop' });
  await page.goto(`/discover-views?m=${model}`);
  await page.getByRole('link', { name: 'View 1' }).click();
  await page.getByRole('button', { name: 'Try the visit with this picture' }).click();
  const visit = page.getByRole('dialog', { name: 'Head of a young ruler' });
  await visit.getByRole('button', { name: 'Point 1: The diadem' }).click();
  await expect(page.getByText('A band of gold leaf').first()).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('visit.png') });
});

test('D4.27: two people who paint one mask see each other, and neither overwrites the other', async ({
  person,
  server,
}) => {
  const model = await fillModel(server, makeMarker(13).picture, 'The relief of the hunt', []);
  const open = async (name: 'operator' | 'admin') => {
    const { page } = await person(name, { device: 'desktop' });
    await page.goto(`/discover-views?m=${model}`);
    await page.getByRole('link', { name: 'View 1' }).click();
    await page.getByRole('tab', { name: 'Mask' }).click();
    const picture = page.getByRole('application', { name: 'Picture to paint over' }).locator('img');
    await expect(picture).toBeVisible();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeDisabled();
    const paint = async (x: number) => {
      const box = await picture.boundingBox();
      if (!box) throw new Error('No picture');
      await page.mouse.move(box.x + box.width * x, box.y + box.height * 0.4);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * x, box.y + box.height * 0.6, { steps: 5 });
      await page.mouse.up();
      await save.click();
    };
    return { page, paint, save };
  };
  const giulia = await open('operator');
  const paolo = await open('admin');
  await expect(paolo.page.getByText('Giulia Ferri is also editing this')).toBeVisible();
  await giulia.paint(0.3);
  await expect(giulia.page.getByText('Saved', { exact: true })).toBeVisible();
  await paolo.paint(0.7);
  const question = paolo.page.getByRole('dialog', { name: 'This mask was changed by someone else in the meantime' });
  await expect(question).toBeVisible();
  await paolo.page.screenshot({ path: test.info().outputPath('changed.png') });
  await question.getByRole('button', { name: 'Add my strokes to theirs' }).click();
  await expect(question).toBeHidden();
  await paolo.save.click();
  await expect(paolo.page.getByText('Saved', { exact: true })).toBeVisible();
  await giulia.page.goBack();
  await giulia.page.getByRole('link', { name: 'View 1' }).click();
  const [share] = await Promise.all([
    paintedShare(giulia.page),
    giulia.page.getByRole('tab', { name: 'Mask' }).click(),
  ]);
  expect(share).toBeGreaterThan(0.001);
});
