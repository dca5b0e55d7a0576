import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { inspect } from '../world/inspect';
import { makeMarker } from '../world/markers';
import { runSql } from '../world/sql';
import { expect, test } from '../world/test';

test.use({ settings: { PROCESS_VIEWS: 'true' } });

const POINTS = [
  ['The diadem', [0.3, 0.3]],
  ['Eyes of ivory', [0.5, 0.3]],
  ['The mouth', [0.7, 0.3]],
  ['How the ear was cast', [0.4, 0.6]],
  ['Where the neck broke', [0.6, 0.6]],
] as const;

const photograph = async (seed: number) => {
  const { data, width, height } = makeMarker(seed).picture;
  const raw = sharp(data, { raw: { width, height, channels: 1 } });
  return { name: `side-${seed}.jpg`, mimeType: 'image/jpeg', buffer: await raw.jpeg().toBuffer() };
};

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function makeModel(page: Page, title: string) {
  await page.goto('/admin/contents');
  await page.getByRole('link', { name: 'New content' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New content' })).toBeVisible();
  await page.getByLabel('Type', { exact: true }).selectOption('Discover model');
  await page.getByLabel('Title · English').fill(title);
  await page.locator('summary', { hasText: 'Where it appears' }).click();
  await page.getByLabel('Who can see it').selectOption('Everyone');
  await save(page).click();
  await expect(page.getByText('Content saved')).toBeVisible();
  await page.getByRole('link', { name: title, exact: true }).click();
  const id = new URL(page.url()).searchParams.get('c');
  await page.goto(`/discover-views?m=${id}`);
  return id;
}

async function writeContents(page: Page) {
  await page.getByRole('tab', { name: 'Contents' }).click();
  for (const [title] of POINTS) {
    await page.getByRole('link', { name: 'New content' }).click();
    await page.getByLabel('Title · English').fill(title);
    await save(page).click();
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Views' }).click();
}

async function placePoints(page: Page) {
  const picture = await page.getByRole('presentation').locator('img').boundingBox();
  if (!picture) throw new Error('The picture is not shown');
  for (const [title, [x, y]] of POINTS) {
    await page.mouse.click(picture.x + picture.width * x, picture.y + picture.height * y);
    const panel = page.getByRole('region', { name: 'New point' });
    await panel.getByRole('button', { name: title }).click();
    await expect(page.getByRole('button', { name: new RegExp(`^Point \\d: ${title}$`) })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
  }
  await expect(page.getByRole('tabpanel').getByText('Saved', { exact: true })).toBeVisible();
}

/** Paints over the left edge. */
async function paintMask(page: Page) {
  await page.getByRole('tab', { name: 'Mask' }).click();
  const picture = await page.getByRole('application').locator('img').boundingBox();
  if (!picture) throw new Error('The picture is not shown');
  await page.getByRole('slider', { name: /^Brush/ }).fill('50');
  await page.mouse.move(picture.x + 20, picture.y + 20);
  await page.mouse.down();
  await page.mouse.move(picture.x + 20, picture.y + picture.height - 20, { steps: 10 });
  await page.mouse.up();
  await save(page).click();
  await expect(page.getByRole('tabpanel').getByText('Saved', { exact: true })).toBeVisible();
}

test('D2.66, D2.69, D4.26, D4.27, D8.10: an operator makes a model of three photographs, masks one, sets five points and processes it, and a visitor sees it', async ({
  server,
  person,
  visitor,
}) => {
  test.slow();
  // The views of the demo would be processed first, which takes minutes.
  await runSql(server, 'delete from views');
  const { page } = await person('operator', { device: 'desktop' });
  const model = await makeModel(page, 'Bronze from the sea');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await Promise.all([21, 22, 23].map(photograph)));
  const views = page.getByRole('list', { name: 'Views' });
  await expect(views.getByRole('listitem')).toHaveCount(3);
  await writeContents(page);

  await page.getByRole('link', { name: 'View 1' }).click();
  await placePoints(page);
  await page.screenshot({ path: test.info().outputPath('points.png') });
  await page.goBack();
  await page.getByRole('link', { name: 'View 2' }).click();
  await paintMask(page);
  await page.goBack();
  await expect(views.getByText('5 points')).toBeVisible();
  await expect(views.getByText('Not processed yet')).toHaveCount(3);

  // Processing goes on, and is shown, after a reload.
  await page.getByRole('button', { name: 'More actions' }).click();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('menu.png') });
  await page.getByRole('menuitem', { name: 'Process' }).click();
  await expect(page.getByText(/^Processing: \d of 3$/)).toBeVisible();
  await expect(views.getByText('Processing').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Processing: \d of 3$/)).toBeVisible();
  await expect(page.getByText('Model processing success')).toBeVisible({ timeout: 120_000 });
  await expect(views.getByRole('img', { name: /^Rated [1-5] of 5$/ })).toHaveCount(3);
  await page.screenshot({ path: test.info().outputPath('processed.png') });

  const { page: theirs } = await visitor('assisted', { device: 'phone' });
  await theirs.addInitScript(() => {
    localStorage.setItem('skip_discover_tutorial', 'true');
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await theirs.goto(`/content-detail/${model}`);
  await theirs.getByRole('button', { name: 'Start the interactive visit' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  for (const [title] of POINTS) await expect(theirs.getByRole('button', { name: title })).toBeVisible();
  await theirs.screenshot({ path: test.info().outputPath('visitor.png') });
});
