import sharp from 'sharp';
import { inspect } from '../world/inspect';
import { createContentByApi } from '../world/content-api';
import { expect, test } from '../world/test';

const PLACE = { ctnView: 3, lat: 44.698, long: 10.6296 };
const LINK = 'https://museum.example/head';

const picture = async (background: string, width = 1200, height = 900) =>
  (
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
  ).toString('base64');

test('a visitor opens a content by its address, saves and shares it, views its pictures and opens a nearby one', async ({
  server,
  visitor,
}) => {
  const create = await createContentByApi(server, 'operator@demo.example');
  const id = await create({
    ...PLACE,
    title: 'Head of a young ruler',
    descr: `The band in his hair says king.\nMore at ${LINK}.`,
    date: Date.UTC(2025, 4, 12),
    imageBase64: await picture('#7a5026'),
    imagesBase64: await Promise.all(
      ['#7a5026', '#2c2722', '#d7a55c', '#4b2c12'].map((color) => picture(color, 600, 600)),
    ),
    webUrl: 'https://museum.example',
    phone: '+39 333 123 4567',
    email: 'info@museum.example',
    googleUrl: 'https://maps.example/head',
    price: 12,
    tag: 'Bronze',
    visibility: 'public',
  });
  await create({ ...PLACE, title: 'The sculpture garden', descr: 'Behind the museum', visibility: 'public' });
  const secret = await create({ title: 'For the company alone', visibility: 'company' });
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await page.goto('/earth');
  await page.goto(`/content-detail/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Head of a young ruler' })).toBeVisible();
  const header = page.getByRole('img', { name: 'Head of a young ruler' });
  await expect.poll(() => header.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByText('12 May 2025')).toBeVisible();
  await expect(page.getByRole('link', { name: LINK })).toHaveAttribute('href', LINK);
  await expect(page.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:+393331234567');
  await inspect(page);

  const star = page.getByRole('button', { name: 'Add Head of a young ruler to favourites' });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  // Only phones have the share sheet, and no test browser.
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://maps.example/head');

  // D9.15: three slides, 10 px apart.
  const slides = await page
    .getByRole('button', { name: /^Enlarge picture/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRect));
  const strip = await page
    .getByRole('list')
    .filter({ has: page.getByRole('button', { name: /^Enlarge/ }) })
    .boundingBox();
  expect(slides.slice(1).map(({ left }, index) => Math.round(left - (slides[index]?.right ?? 0)))).toEqual([
    10, 10, 10,
  ]);
  expect(Math.round((slides[2]?.right ?? 0) - (slides[0]?.left ?? 0))).toBe(Math.round(strip?.width ?? 0));
  await page.getByRole('button', { name: 'Enlarge picture 2 of 4' }).click();
  const browser = page.getByRole('dialog', { name: 'Gallery' });
  await expect(browser.getByText('Picture 2 of 4')).toBeVisible();
  await inspect(page);
  await page.keyboard.press('ArrowRight');
  await expect(browser.getByText('Picture 3 of 4')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(browser).toBeHidden();

  await page.getByRole('tab', { name: 'Nearby' }).click();
  await page.getByRole('link', { name: 'The sculpture garden' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The sculpture garden' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('tab', { name: 'Nearby' })).toHaveAttribute('aria-selected', 'true');
  await inspect(page);

  await page.goto(`/content-detail/${secret}`);
  await expect(page.getByText('Content not found')).toBeVisible();
  await inspect(page);
  await page.goto(`/requested-content-detail/${secret}`);
  await expect(page).toHaveURL(/\/earth$/);
});

test('on a desktop the picture stands beside the text, and a messenger shows a preview of both', async ({
  server,
  visitor,
}) => {
  const create = await createContentByApi(server, 'operator@demo.example');
  const id = await create({
    title: 'Testa',
    descr: 'Bronzo',
    imageBase64: await picture('#7a5026'),
    visibility: 'public',
  });
  const { page } = await visitor('assisted', { language: 'it' });

  await page.goto(`/content-detail/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Testa' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aggiungi Testa ai preferiti' })).toBeVisible();
  const [image, text] = await Promise.all([
    page.getByRole('img', { name: 'Testa' }).boundingBox(),
    page.getByRole('heading', { level: 1 }).boundingBox(),
  ]);
  expect((image?.x ?? 0) + (image?.width ?? 0)).toBeLessThanOrEqual(text?.x ?? 0);
  await inspect(page);

  const html = await (await fetch(`${server.url}/requested-content-detail/${id}`)).text();
  expect(html).toContain('<meta property="og:title" content="Testa">');
  const url = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg');
  const unknown = await (await fetch(`${server.url}/content-detail/2147483647`)).text();
  expect(unknown).not.toContain('og:');
});
