/** The app offline, and updates to a new build. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { giveFilmCamera, showFrame } from '../world/film-camera';
import { inspect } from '../world/inspect';
import { createFilm, fillScene, makeMarker } from '../world/markers';
import { redCube } from '../world/model';
import { startServer } from '../world/server';
import { expect, test } from '../world/test';

test.use({ serviceWorkers: 'allow' });

/** Once the service worker controls the page, files loaded before are cached too. */
const workerHolds = (page: Page, cached: RegExp) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const caches = await window.caches.keys();
        const requests = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
      }),
    )
    .toContainEqual(expect.stringMatching(cached));

const isDrawn = (page: Page, index = 0) =>
  expect
    .poll(() =>
      page
        .locator('main img:not([src^="data:"])')
        .nth(index)
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
    )
    .toBeGreaterThan(0);

test('requests to the API do not wait for the service worker', async ({ visitor }) => {
  const { page } = await visitor('assisted');
  await page.goto('/earth');
  await workerHolds(page, /^\/assets\//);
  await page.reload();
  await page.getByRole('link', { name: 'City museum' }).click();
  await expect(page.getByRole('link', { name: 'Head of a young ruler' })).toBeVisible();
  const through = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as (PerformanceResourceTiming & { workerMatchedSourceType?: string })[])
      .filter(({ workerStart, workerMatchedSourceType }) => workerStart > 0 && workerMatchedSourceType !== 'network')
      .map(({ name }) => new URL(name).pathname),
  );
  expect(through).toContainEqual(expect.stringMatching(/^\/assets\//));
  expect(through).not.toContainEqual(expect.stringMatching(/^\/(api|services)\//));
});

test('offline, a reload shows the shell, the menu, viewed contents, and saved ones with their pictures', async ({
  visitor,
}) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/earth');
  await page.getByRole('link', { name: 'City museum' }).click();
  await page.getByRole('button', { name: 'Add Amphora with a rider to favourites' }).click();
  await page.getByRole('link', { name: 'Head of a young ruler' }).click();
  await expect(page.getByText('pulled from the river in 1931')).toBeVisible();
  const address = page.url();
  await workerHolds(page, /^\/assets\/detail/);
  await workerHolds(page, /^\/(media|pictures)\//);
  await workerHolds(page, /^\/api\/infocontents\/\d+\?/);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Head of a young ruler' })).toBeVisible();
  await expect(page.getByText('You’re offline. Anything already loaded is still available.')).toBeVisible();
  await isDrawn(page);
  await inspect(page);

  await page.goto('/earth');
  await expect(page.getByRole('link', { name: 'Parks' })).toBeVisible();
  await page.getByRole('link', { name: 'City museum' }).click();
  await expect(page.getByRole('link', { name: 'Mosaic of the two fish' })).toBeVisible();
  await page.getByRole('link', { name: 'Mosaic of the two fish' }).click();
  await expect(page.getByText('Couldn’t load the content')).toBeVisible();
  await inspect(page);

  await page.goto('/preferiti');
  await page.getByRole('link', { name: 'Amphora with a rider' }).click();
  await expect(page.getByText('It held oil')).toBeVisible();
  await isDrawn(page);

  await page.context().setOffline(false);
  await page.goto(address);
  await expect(page.getByText('You’re offline. Anything already loaded is still available.')).toBeHidden();
});

test('offline, after a reload the camera shows a scene that was seen once, with its 3D model and its video', async ({
  server,
  visitor,
}) => {
  const marker = makeMarker(11);
  const film = await readFile(fileURLToPath(new URL('../../apps/server/demo/film-bath.mp4', import.meta.url)));
  await fillScene(server, marker, 'The bath', [
    { kind: 'model', title: 'The cube', files: [redCube()], width: 0.3, x: -0.25 },
    { kind: 'video', title: 'The film', files: [{ ending: 'mp4', bytes: film }], width: 0.4, x: 0.25 },
  ]);
  const { page } = await visitor('assisted', { device: 'phone' });
  await giveFilmCamera(page);
  await page.addInitScript(() => localStorage.setItem('skip_ar_logo_tutorial', 'true'));
  const { image } = createFilm(5).frame(marker);
  const seeAll = async () => {
    await page.getByRole('button', { name: 'Start augmented reality' }).click();
    await expect(page.getByText('Point the camera at an AR picture', { exact: true })).toBeVisible();
    await showFrame(page, image);
    const stands = page.getByRole('region', { name: 'The bath' });
    await expect(stands.getByRole('img', { name: '3D model: The cube' })).toBeVisible();
    const video = stands.locator('video');
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);
    await expect(stands.getByRole('alert')).toHaveCount(0);
  };
  await page.goto('/ar');
  await seeAll();
  await workerHolds(page, /^\/assets\/vision\.wasm-worker/);
  await workerHolds(page, /^\/assets\/basis_transcoder/);
  await workerHolds(page, /^\/media\/.*\.glb$/);
  await workerHolds(page, /^\/media\/.*\.mp4$/);
  await workerHolds(page, /^\/api\/scenes\/\d+\?/);

  await page.context().setOffline(true);
  await page.reload();
  await seeAll();
});

const CHECK = 'Please check your network connection and reload the app';
const crash = (page: Page) => page.getByRole('heading', { name: 'oops!' });

/** A marker in the page that a reload would remove. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.seenBefore = 'true';
  });
const isMarked = (page: Page) => page.evaluate(() => 'seenBefore' in document.documentElement.dataset);

async function openFromMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name }).click();
}

test('offline, the menu opens every page, visited or not; a map says what is missing', async ({ visitor }) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/earth');
  await expect(page.getByRole('link', { name: 'Map of the town' })).toBeVisible();
  for (const part of ['profile', 'notifications', 'map', 'scenes', 'recognition', 'ToSignIn', 'kml-worker'])
    await workerHolds(page, new RegExp(`^/assets/${part}-`));

  await page.context().setOffline(true);
  await openFromMenu(page, 'Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.goto('/earth');
  await openFromMenu(page, 'Notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();

  await page.goto('/earth');
  await page.getByRole('link', { name: 'Map of the town' }).click();
  await page.getByRole('link', { name: 'Parks on the map' }).click();
  await expect(page.getByRole('alert').filter({ hasText: CHECK })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load the map' })).toBeVisible();
  await expect(crash(page)).toBeHidden();
  await inspect(page);

  // Back online it loads by itself.
  await page.context().setOffline(false);
  await expect(page.locator('canvas')).toBeVisible();
  await expect(page.getByText('8 parks')).toBeVisible();

  // The layer is cached now.
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('8 parks')).toBeVisible();
});

test.describe('parts that fail to load', () => {
  test.use({ serviceWorkers: 'block' });

  test('a missing part does not reload the page by itself: it shows the error, and offers the newer build', async ({
    visitor,
  }) => {
    const { page } = await visitor('assisted', { device: 'phone' });
    const refuse = (part: string, status: number) =>
      page.route(`**/assets/${part}-*`, (route) => route.fulfill({ status }));
    await page.goto('/earth');
    await expect(page.getByRole('link', { name: 'City museum' })).toBeVisible();
    await mark(page);

    await refuse('notifications', 502);
    await openFromMenu(page, 'Notifications');
    const failed = page.getByRole('alert').filter({ hasText: CHECK });
    await expect(failed).toBeVisible();
    await inspect(page);
    await page.unroute('**/assets/notifications-*');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    const styles = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href));
    expect(styles).toContainEqual(expect.stringContaining('/assets/notifications-'));
    const offer = page.getByRole('status').filter({ hasText: 'Update available' });
    await expect(offer).toBeHidden();

    // After a deployment the files of this build are gone.
    await page.goBack();
    await refuse('profile', 404);
    await refuse('NewVersion', 404);
    await openFromMenu(page, 'Settings');
    await expect(failed).toBeVisible();
    await expect(offer).toBeVisible();
    await expect(crash(page)).toBeHidden();
    expect(await isMarked(page)).toBe(true);

    await page.unroute('**/assets/profile-*');
    await page.unroute('**/assets/NewVersion-*');
    await offer.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(await isMarked(page)).toBe(false);
  });
});

test('private contents are never cached, and what was viewed in a session is deleted at its end', async ({
  person,
}) => {
  const { page } = await person('operator');
  await page.goto('/earth');
  await page.getByRole('link', { name: 'City museum' }).click();
  await page.getByRole('link', { name: 'Head of a young ruler' }).click();
  await workerHolds(page, /^\/api\/infocontents\/\d+\?/);
  const cached = () =>
    page.evaluate(async () => {
      const names = await window.caches.keys();
      const caches = await Promise.all(names.map(async (name) => window.caches.open(name)));
      const answers = await Promise.all(
        caches.map(async (cache) => Promise.all((await cache.keys()).map(async (key) => cache.match(key)))),
      );
      const texts = await Promise.all(
        answers.flat().map(async (answer) => (answer?.url.includes('/api/') ? answer.text() : '')),
      );
      return { names, texts: texts.join('') };
    });
  expect((await cached()).texts).not.toContain('"visibility":"company"');

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/login/);
  await expect.poll(async () => (await cached()).names).not.toContain('seen-contents');
});

/** A proxy of the server with another worker script, because browser routes do not apply to that request. */
async function startNextBuild(server: string, port: number): Promise<Server> {
  const script = await readFile(fileURLToPath(new URL('../../apps/web/dist/sw.js', import.meta.url)), 'utf8');
  const next = script.replace(/(?<=version:["`])\w+/, 'thenext');
  expect(next).not.toBe(script);
  const proxy = createServer((incoming, answer) => {
    if (incoming.url === '/sw.js') {
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(next);
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(server + incoming.url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    incoming.pipe(forwarded);
  }).listen(port, 'localhost');
  await once(proxy, 'listening');
  return proxy;
}

test('a new build offers itself, and is activated when the user agrees', async ({ server, visitor }) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/earth');
  await workerHolds(page, /^\/assets\//);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  // The next build's server at the same address.
  const { port } = new URL(server.url);
  await server.stop();
  const inside = await startServer();
  const proxy = await startNextBuild(inside.url, Number(port));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());

  const offer = page.getByRole('status').filter({ hasText: 'Update available' });
  await expect(offer).toBeVisible();
  await inspect(page);
  await page.evaluate(() => {
    document.title = 'This very page';
  });
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(page).not.toHaveTitle('This very page');
  await expect.poll(() => page.evaluate(async () => (await window.caches.keys()).includes('shell-thenext'))).toBe(true);
  await expect(offer).toBeHidden();
  proxy.close();
  proxy.closeAllConnections();
  await inside.dispose();
});
