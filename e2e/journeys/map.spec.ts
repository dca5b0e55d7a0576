/** D2.57: a town's map layers, and the place of a content. With software rendering. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createContentByApi } from '../world/content-api';
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

/** The centre of the uncovered part of the map, where the map has its target. */
async function middleOf(page: Page) {
  const map = await page.locator('canvas').boundingBox();
  const sheet = await page.getByRole('region', { name: 'Map', exact: true }).boundingBox();
  return { x: (map?.width ?? 0) / 2, y: ((map?.y ?? 0) + (sheet?.y ?? 0)) / 2 };
}

/** Which share of the map has this colour, give or take some steps. */
async function shareOf(page: Page, [red, green, blue]: readonly [number, number, number]) {
  // Another scheme makes a new canvas.
  const screenshot = await page
    .locator('canvas')
    .screenshot()
    .catch(() => null);
  if (!screenshot) return 0;
  const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 8) count += 1;
  }
  return count / (info.width * info.height);
}

/** The stops on the map that can be tapped in their middle and at all four edges. */
const uncovered = (page: Page) =>
  page.locator('.maplibregl-marker').evaluateAll((marks) =>
    marks
      .filter((mark) => {
        const { left, right, top, bottom, width, height } = mark.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const points = [
          [x, y],
          [left + 1, y],
          [right - 1, y],
          [x, top + 1],
          [x, bottom - 1],
        ] as const;
        return points.every(([across, down]) => document.elementFromPoint(across, down) === mark);
      })
      .map((mark) => mark.textContent),
  );

/** Records the origins of the page's requests. */
function originsOf(page: Page) {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  return origins;
}

test('a visitor opens the parks in the menu, taps one on the map, reads its sheet, and finds their own position', async ({
  server,
  visitor,
}) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  const origins = originsOf(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 44.698, longitude: 10.6296 });

  await page.goto('/earth');
  await page.getByRole('link', { name: 'Map of the town' }).click();
  await page.getByRole('link', { name: 'Parks on the map' }).click();
  await expect(page).toHaveURL(/\/content-kml\?cid=13733$/);
  await expect(page.getByText('8 parks')).toBeVisible();
  await page.getByRole('button', { name: /Parco del Popolo/ }).click();
  const title = page.getByRole('heading', { level: 2, name: 'Parco del Popolo' });
  await expect(title).toBeFocused();
  await expect(page.getByRole('img', { name: 'Parco del Popolo' })).toBeVisible();
  // The park's photograph, out of the layer's file.
  const photograph = page.getByRole('region', { name: 'Map', exact: true }).locator('img[src^="blob:"]');
  await expect.poll(() => photograph.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.goBack();
  await expect(title).toBeHidden();
  await expect(page.getByText('Loading the map…')).toBeHidden();

  const { x, y } = await middleOf(page);
  await page.mouse.click(x, y);
  await expect(title).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Piazza della Vittoria' })).toBeVisible();
  const features = page.getByRole('list', { name: 'Features' });
  await expect(features.getByText('Toilets')).toBeVisible();
  await expect(features.getByRole('listitem').filter({ hasText: '(none)' })).toHaveText('Sports(none)');
  const sheet = page.getByRole('link', { name: 'Open details' });
  await expect(sheet).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\//);
  await expect(sheet).toHaveAttribute('rel', 'noreferrer');
  await inspect(page);

  await page.getByRole('button', { name: 'Show my location' }).click();
  await expect(page.getByRole('img', { name: 'You are here' })).toBeVisible();
  await expect(page.getByText(/^\d+ m, \d minutes on foot$/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByRole('listitem').first()).toContainText(/\d+ m$/);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  // The whole list is in sight, and the map behind it takes no taps.
  await expect(page.getByRole('listitem').nth(7)).toBeInViewport();
  await inspect(page);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page.getByRole('button', { name: 'List', exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').nth(7)).not.toBeInViewport();
  // The button is beside the title: it covers no row, wherever the list is scrolled to.
  const last = page.getByRole('listitem').nth(7);
  const pill = page.getByRole('button', { name: 'List', exact: true });
  await last.evaluate((row) => row.closest('[role="list"]')?.parentElement?.scrollTo({ top: 9999 }));
  await expect
    .poll(async () => {
      const [row, button] = [await last.boundingBox(), await pill.boundingBox()];
      return row && button && row.y >= button.y + button.height;
    })
    .toBe(true);
  // On its side the phone has them beside each other.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.locator('canvas')).toBeInViewport({ ratio: 0.9 });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await expect(pill).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Expand the list' }).click();
  await expect(page.getByRole('button', { name: 'Map', exact: true })).toBeVisible();
  expect([...origins]).toEqual([new URL(server.url).origin]);
});

test('under the layers is a town with streets, houses and water, light and dark, and a scale', async ({ visitor }) => {
  const { page } = await visitor('assisted');
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/content-kml?cid=13733');
  await expect.poll(() => shareOf(page, [0xe8, 0xe2, 0xd7])).toBeGreaterThan(0.02);
  expect(await shareOf(page, [0xfd, 0xe3, 0xab])).toBeGreaterThan(0.003);
  expect(await shareOf(page, [0xa9, 0xd3, 0xe8])).toBeGreaterThan(0.002);
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText(/^\d+\sk?m$/);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await expect.poll(() => shareOf(page, [0x16, 0x1c, 0x1a])).toBeGreaterThan(0.2);
});

test('on a desktop, in Italian: roads and dog areas by keyboard, a search, another layer', async ({ visitor }) => {
  const { page } = await visitor('operator', { language: 'it' });
  await page.goto('/content-kml?cid=13732');
  await expect(page.getByText('16 strade')).toBeVisible();
  await page.getByRole('searchbox').fill('emilia');
  await expect(page.getByText('3 strade')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: /Via Emilia Est/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Rete principale · Urbano' })).toBeFocused();
  await expect(page.getByText('Strada interquartiere')).toBeVisible();
  await inspect(page);
  await page.getByRole('link', { name: 'Aree cani' }).click();
  await expect(page.getByText('5 aree cani')).toBeVisible();
  // A shape without a name gets a default title.
  await page.getByRole('button', { name: 'Area cani', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Area cani' })).toBeVisible();
  await expect(page.getByText('Sgambamento')).toBeVisible();
});

test('the map of a content has its marker, that of an itinerary its stops, which lead to their contents', async ({
  visitor,
}) => {
  const { page } = await visitor('operator');
  await page.goto('/earth');
  await page.getByRole('link', { name: 'Itineraries' }).click();
  await page.getByRole('link', { name: 'Four parks in an hour' }).click();
  await page.getByRole('tab', { name: 'Map' }).click();
  const stops = page.getByRole('button', { name: /^[1-4]\. / });
  await expect(stops).toHaveCount(4);
  await inspect(page);
  for (const width of [320, 1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('tab', { name: 'Places' }).click();
    await page.getByRole('tab', { name: 'Map' }).click();
    await expect(stops).toHaveCount(4);
    expect(await uncovered(page), `${width} px`).toEqual(['1', '2', '3', '4']);
  }
  // Turned, the map is fitted to the stops again, but not once the user has moved it.
  const turn = async (width: number, height: number) => {
    const widthOfMap = async () => (await page.locator('canvas').boundingBox())?.width;
    const before = await widthOfMap();
    await page.setViewportSize({ width, height });
    await expect.poll(widthOfMap).not.toBe(before);
  };
  /** How far the first and the last stop are from each other, px: the zoom. */
  const spread = async () => {
    const [first, last] = [await stops.first().boundingBox(), await stops.last().boundingBox()];
    return Math.round(Math.hypot((first?.x ?? 0) - (last?.x ?? 0), (first?.y ?? 0) - (last?.y ?? 0)));
  };
  const upright = await spread();
  await turn(800, 390);
  await expect.poll(spread).not.toBe(upright);
  const turned = await spread();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(spread).toBeGreaterThan(1.9 * turned);
  const chosen = await spread();
  await turn(390, 800);
  // Of whole pixels.
  expect(Math.abs((await spread()) - chosen)).toBeLessThan(4);
  await page.getByRole('tab', { name: 'Places' }).click();
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  // The line under the pins has their colour.
  await page.evaluate(() => document.styleSheets[0]?.insertRule('.maplibregl-marker { visibility: hidden }'));
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await expect.poll(() => shareOf(page, [0x0b, 0x7a, 0x4b])).toBeGreaterThan(0.003);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await expect.poll(() => shareOf(page, [0x29, 0xc8, 0x85])).toBeGreaterThan(0.003);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.reload();
  await page.getByRole('button', { name: '2. Parco del colle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Parco del colle' })).toBeVisible();
  await page.getByRole('tab', { name: 'Map' }).click();
  await expect(page.getByRole('img', { name: 'Parco del colle' }).last()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Map: Parco del colle' })).toBeVisible();
  await inspect(page);
});

test('on a phone the tab of the map opens it in sight, and the tabs stay while one reads on', async ({ visitor }) => {
  const { page } = await visitor('operator', { device: 'phone' });
  await page.goto('/earth');
  await page.getByRole('link', { name: 'Itineraries' }).click();
  await page.getByRole('link', { name: 'Four parks in an hour' }).click();
  const tabs = page.getByRole('tablist');
  await expect(tabs).toBeVisible();
  await page.getByRole('tab', { name: 'Map' }).click();
  await expect(page.getByRole('region', { name: 'Stops on the map' })).toBeInViewport({ ratio: 0.8 });
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect(tabs).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'Places' }).click();
  await expect(page.getByRole('link', { name: 'Parco del colle' })).toBeInViewport();
});

/** One pixel: the tiles' contents do not matter. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const elsewhere = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*');
  requests.push(request.url ?? '');
  if (request.url?.startsWith('/tile/')) {
    response.setHeader('content-type', 'image/png');
    response.end(TILE);
    return;
  }
  const at = `http://${request.headers.host}`;
  const sources = {
    ground: { type: 'geojson', data: `${at}/ground.json` },
    tiles: { type: 'raster', tiles: [`${at}/tile/{z}/{x}/{y}`], tileSize: 512 },
  };
  const layers = [
    { id: 'a', type: 'fill', source: 'ground' },
    { id: 'b', type: 'raster', source: 'tiles' },
  ];
  const style = { version: 8, sources, layers };
  const ground = { type: 'FeatureCollection', features: [] };
  response.end(JSON.stringify(request.url === '/style.json' ? style : ground));
});
const requests: string[] = [];

test.describe('with a style of the settings', () => {
  test.use({
    settings: async ({}, provide) => {
      elsewhere.listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const address = elsewhere.address();
      const port = typeof address === 'object' ? address?.port : 0;
      await provide({ MAP_STYLE_URL: `http://127.0.0.1:${port}/style.json` });
      elsewhere.close();
    },
  });

  test('uses the style as the background, with the layer on top', async ({ visitor }) => {
    const { page } = await visitor('operator');
    await page.goto('/content-kml?cid=13733');
    await expect(page.getByText('8 parks')).toBeVisible();
    await expect.poll(() => requests).toEqual(expect.arrayContaining(['/style.json', '/ground.json']));
    await expect(page.getByText('Loading the map…')).toBeHidden();
    await expect(page.getByText('Couldn’t load the background map')).toBeHidden();
  });

  test('D9.13: the map has zoom 18 at a content, and 14 over the town while its layer loads', async ({
    server,
    visitor,
  }) => {
    const create = await createContentByApi(server, 'operator@demo.example');
    const place = { ctnView: 3, lat: 44.698, long: 10.629, visibility: 'public' };
    const id = await create({ ...place, title: 'The arch', descr: 'Of brick' });
    const { page } = await visitor('operator');
    /** The zoom levels of the requested tiles. */
    const zooms = () => new Set(requests.flatMap((path) => /^\/tile\/(\d+)\//.exec(path)?.[1] ?? []));
    requests.length = 0;
    await page.goto(`/content-detail/${id}`);
    await page.getByRole('tab', { name: 'Map' }).click();
    await expect.poll(zooms).toEqual(new Set(['18']));
    expect(requests).toContainEqual(expect.stringMatching(/^\/tile\/18\/138811\//));

    requests.length = 0;
    // The parks' layer, which the map would fit to, is held back.
    await page.route(/\.km[lz]/, () => undefined);
    await page.goto('/content-kml?cid=13733');
    await expect.poll(() => [...zooms()]).toContain('14');
  });
});
