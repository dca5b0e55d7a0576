/** Image recognition: a camera that shows what the test gives it, and a catalogue of the demo's pictures. */
import type { Page } from '@playwright/test';
import { mosaicOf, photographOf, processSlabs, showTile } from '../world/catalogues';
import { countFilmTracks, giveFilmCamera } from '../world/film-camera';
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

const PRODUCTS = [
  'slab-terrazzo-salmon',
  'slab-marble-burgundy',
  'slab-granite-leopard',
  'slab-travertine-sea',
  'slab-onyx-honey',
  'slab-slate-ember',
  'slab-wood-caramel',
  'slab-concrete-rain',
];
/** A tile, and no slab. */
const STRANGER = 'tile-cement-lily';

const shutter = (page: Page) => page.getByRole('button', { name: /^Take photo/ });

/** Clicks the next shutter as soon as it is enabled: the camera is open, and has no frame yet. */
const clickShutterAtOnce = (page: Page) =>
  page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const button = document.querySelector<HTMLButtonElement>('button[aria-label^="Take photo"]:enabled');
      if (!button) return;
      observer.disconnect();
      button.click();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });

test('D2.19, D2.20, D2.45, D4.25: a tile is photographed, and the right product comes first; a stranger is refused; all of it without a network too', async ({
  server,
  visitor,
}, testInfo) => {
  await processSlabs(server, PRODUCTS);
  const { page, problems } = await visitor('assisted', { device: 'phone' });
  await giveFilmCamera(page);
  await page.goto('/earth');
  await page.getByRole('link', { name: 'Slabs' }).first().click();
  await page.getByRole('link', { name: 'Find a slab' }).click();
  const tutorial = page.getByRole('dialog', { name: 'Find a product from a photo' });
  await expect(tutorial.getByRole('button', { name: /^Slide \d of 2$/ })).toHaveCount(2);
  await inspect(page);
  await page.screenshot({ path: testInfo.outputPath('tutorial.png') });
  await tutorial.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByText('Move closer and hold still')).toBeVisible();
  await showTile(page, 'slab-slate-ember');
  await expect(page.getByText('Sharp: take the photo')).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: testInfo.outputPath('camera.png') });
  await page.getByRole('button', { name: 'Camera settings' }).click();
  await expect(page.getByText('The catalogue is saved on this device.')).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: testInfo.outputPath('settings.png') });
  await page.getByRole('button', { name: 'Close' }).click();

  await shutter(page).click();
  const best = page.getByRole('region', { name: 'The product in your photo' });
  await expect(best.getByRole('button', { name: 'Ember slate' })).toBeVisible();
  expect(await countFilmTracks(page)).toBe(0);
  await inspect(page);
  await page.screenshot({ path: testInfo.outputPath('results.png') });
  await best.getByRole('button', { name: 'Ember slate' }).click();
  const opened = page.getByRole('dialog', { name: 'Ember slate' });
  await inspect(page);
  await page.screenshot({ path: testInfo.outputPath('opened.png') });
  await opened.getByRole('link', { name: 'Open the page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ember slate' })).toBeVisible();
  await page.goBack();
  await expect(best).toBeVisible();
  // Before the camera opens: its first frame shows it.
  const again = async (tile: string) => {
    await showTile(page, tile);
    await clickShutterAtOnce(page);
    await page.getByRole('button', { name: 'New photo' }).click();
  };
  await again(STRANGER);
  const refusal = page.getByRole('heading', { name: 'Not in this catalogue' });
  await expect(refusal).toBeVisible();
  await expect(best).toHaveCount(0);
  await inspect(page);
  await page.screenshot({ path: testInfo.outputPath('stranger.png') });

  // The camera is opened anew: what it needs comes from the device.
  await page.context().setOffline(true);
  await again('slab-concrete-rain');
  await expect(page.getByText('Found on this device, without the server')).toBeVisible();
  await expect(best.getByRole('button', { name: 'Rain concrete' })).toBeVisible();
  await again(STRANGER);
  await expect(refusal).toBeVisible();
  expect(problems).toEqual([]);
});

test('D5.20, D8.13: on a desktop, in Italian, a picked picture is compared, by hand and by keys', async ({
  server,
  visitor,
}, testInfo) => {
  await processSlabs(server, PRODUCTS);
  const { page, problems } = await visitor('assisted', { language: 'it', theme: 'dark' });
  await giveFilmCamera(page);
  await page.addInitScript(() => localStorage.setItem('skip_plate_search_tutorial', 'true'));
  await page.goto('/asset-recognition');
  await showTile(page, 'slab-terrazzo-salmon');
  await expect(page.getByText('Nitida: scatta')).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('camera.png') });
  const input = page.locator('input[type="file"]');
  await input.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') });
  const alert = page.getByRole('dialog', { name: 'Caricamento immagine' });
  await expect(alert.getByRole('alert')).toHaveText('Il file caricato non è un’immagine');
  await alert.getByRole('button', { name: 'OK' }).click();
  await input.setInputFiles({
    name: 'piastrella.jpg',
    mimeType: 'image/jpeg',
    buffer: await photographOf('slab-marble-burgundy'),
  });
  const best = page.getByRole('region', { name: 'Il prodotto della tua foto' });
  await expect(best.getByRole('button', { name: 'Marmo bordeaux' })).toBeVisible();
  const divider = best.getByRole('slider', { name: /^Quanto la tua foto/ });
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveValue('51');
  const box = await divider.boundingBox();
  if (box) await page.mouse.click(box.x + 0.8 * box.width, box.y + box.height / 2);
  await expect.poll(async () => Number(await divider.inputValue())).toBeGreaterThan(70);
  await page.screenshot({ path: testInfo.outputPath('results.png') });
  await inspect(page);

  // A reload forgets the photograph.
  await page.reload();
  await expect(page).toHaveURL(/\/asset-recognition\?model=SLABS(&|$)/);
  await expect(page.getByRole('button', { name: /^Scatta/ })).toBeVisible();
  await page.getByRole('button', { name: 'Esci dal riconoscimento' }).click();
  await expect(page).toHaveURL(/\/earth$/);
  expect(problems).toEqual([]);
});

test.describe('where a photograph may have several products', () => {
  test.use({ settings: { RECOGNITION_RESULT_VIEW: 'BOUNDING_BOX' } });

  test('D2.20: on a phone, in Italian, each product is named on its part of the photograph, which opens it', async ({
    server,
    visitor,
  }, testInfo) => {
    await processSlabs(server, PRODUCTS);
    const { page, problems } = await visitor('assisted', { device: 'phone', language: 'it' });
    await giveFilmCamera(page);
    await page.addInitScript(() => localStorage.setItem('skip_plate_search_tutorial', 'true'));
    await page.goto('/asset-recognition');
    const shown = ['slab-terrazzo-salmon', 'slab-marble-burgundy', 'slab-wood-caramel', 'slab-slate-ember'] as const;
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'pareti.jpg', mimeType: 'image/jpeg', buffer: await mosaicOf(shown) });
    const part = page.getByRole('figure').getByRole('button', { name: 'Marmo bordeaux' });
    await expect(part).toBeVisible();
    await expect(page).toHaveURL(/\/bounding-box-result/);
    const [photograph, box] = [
      await page.getByRole('img', { name: 'La tua foto' }).boundingBox(),
      await part.boundingBox(),
    ];
    // It is the upper right one of four.
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeGreaterThan((photograph?.x ?? 0) + (photograph?.width ?? 0) / 2);
    expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeLessThan((photograph?.y ?? 0) + (photograph?.height ?? 0) / 2);
    await inspect(page);
    await page.screenshot({ path: testInfo.outputPath('parts.png') });
    await part.click();
    await expect(page.getByRole('dialog', { name: 'Marmo bordeaux' })).toBeVisible();
    expect(problems).toEqual([]);
  });
});
