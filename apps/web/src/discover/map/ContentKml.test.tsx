/** D2.57, «Map/KML screen», in a browser without WebGL: everything on the map is in the list. */
import { encode, errorOf, type MenuItem, menuItem } from '@earth/contracts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { closeAllOver } from '../../shared/back-order';
import { setLanguage } from '../../shared/i18n';
import { ContentKml } from '.';
import { KmlError, readKmlFile, readKmlPicture } from '@earth/kml';
import type { KmlAnswer, KmlRequest } from './kml/kml-worker';
import { giveConfig } from '../../testing/config';
import { QueryClientProvider } from '@tanstack/react-query';
import { contentsClient } from '../lists/model/contents-client';
import { forgetContents } from '../../testing/visitor';

giveConfig({
  brand: {
    discover: {
      maps: { center: [10.629, 44.698], ground: null, layers: { parks: [13733], mobility: [13732], dogs: [13731] } },
    },
  },
});
vi.mock('../../shared/use-title', () => ({ useTitle: (words: string) => (document.title = words) }));
// There is no layout here: the whole list counts as visible.
vi.mock('@tanstack/react-virtual', () => ({
  useVirtualizer: ({ count }: { readonly count: number }) => ({
    getTotalSize: () => count,
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, key: index, start: index })),
    measureElement: () => {},
    options: { scrollMargin: 0 },
  }),
}));

/** The KML worker, run in this thread. */
class HereWorker {
  private listener: (event: { readonly data: KmlAnswer }) => void = () => {};
  addEventListener(type: string, listener: typeof this.listener) {
    if (type === 'message') this.listener = listener;
  }
  postMessage({ bytes, picture }: KmlRequest) {
    const file = new Uint8Array(bytes);
    try {
      if (picture !== undefined) this.listener({ data: { picture: readKmlPicture(file, picture) } });
      else this.listener({ data: { layer: readKmlFile(file) } });
    } catch (error) {
      this.listener({ data: { problem: error instanceof KmlError ? error.code : 'broken' } });
    }
  }
  terminate() {}
}

const entry = (id: number, title: string, attchmUrl: string | null = '/maps/a.kml'): MenuItem => ({
  id,
  title,
  code: '/content-kml',
  descr: '',
  imageUrl: null,
  attchmUrl,
  ctnType: 1,
  ctnView: 1,
  catIndex: 1,
  modelCode: null,
  customerCode: null,
  items: [],
});

const shape = (place: string, data: Readonly<Record<string, string>>) => {
  const values = Object.entries(data).map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`);
  return `<Placemark><ExtendedData>${values.join('')}</ExtendedData><Point><coordinates>${place}</coordinates></Point></Placemark>`;
};
const PARKS = `<kml>${shape('10.63,44.7', { NOMEPARCO: 'Parco del lago', UBICAZIONE: 'Strada del Lago', URLSCHEDA: 'https://town.example/lago', RISTORO: '1' })}
  ${shape('10.629,44.698', { NOMEPARCO: 'Parco Cervi', URLSCHEDA: 'javascript:alert(1)' })}${shape('999,1', {})}</kml>`;

let menu: readonly MenuItem[];
/** The file at the layer's address. Null: none. */
let file: string | null;

beforeEach(async () => {
  setLanguage('en');
  menu = [entry(13733, 'Parks'), entry(13731, 'Dog areas'), entry(13732, 'Roads')];
  file = PARKS;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('Worker', HereWorker);
  vi.stubGlobal('fetch', async (url: string) => {
    if (new URL(url, location.origin).pathname.startsWith('/maps/'))
      return file === null ? new Response(null, { status: 404 }) : new Response(file);
    const [code, message] = errorOf('internal');
    if (!url.includes('menu')) return Response.json({ result: { success: false, code, message } }, { status: code });
    const data = encode(z.array(menuItem), [...menu]);
    return Response.json({ result: { success: true, code: 200, message: '' }, data });
  });
});
afterEach(() => {
  forgetContents();
  vi.unstubAllGlobals();
});

function show(cid: number, more = '') {
  const root = createRootRoute({ component: Outlet });
  const discover = createRoute({ getParentRoute: () => root, id: 'discover', component: Outlet });
  const map = createRoute({ getParentRoute: () => discover, path: '/content-kml', component: ContentKml });
  const router = createRouter({
    routeTree: root.addChildren([discover.addChildren([map])]),
    history: createMemoryHistory({ initialEntries: [`/content-kml?cid=${cid}${more}`] }),
  });
  render(
    <QueryClientProvider client={contentsClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

test('a browser without WebGL says so and lists the shapes; those without a place are counted', async () => {
  show(13733);
  await screen.findByText('This browser can’t draw the map: WebGL is missing or turned off.');
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Parco del lagoStrada del Lago', 'Parco Cervi']);
  expect(screen.getByText('2 parks')).toBeTruthy();
  expect(screen.getByText(/^1 entry in the file has a missing or wrong position/)).toBeTruthy();
});

test('D2.57: the sheet of a park has its link and its own address; a step back closes it', async () => {
  const router = show(13733);
  const item = await screen.findByRole('button', { name: /Parco del lago/ });
  item.focus();
  fireEvent.click(item);
  const title = await screen.findByRole('heading', { level: 2, name: 'Parco del lago' });
  expect(document.activeElement).toBe(title);
  expect(router.state.location.search).toEqual({ cid: 13733, shape: 0 });
  expect(document.title).toBe('Parco del lago');
  const sheet = screen.getByRole('link', { name: /Open details/ });
  expect(['href', 'target', 'rel'].map((name) => sheet.getAttribute(name))).toEqual([
    'https://town.example/lago',
    '_blank',
    'noreferrer',
  ]);
  const features = within(screen.getByRole('list', { name: 'Features' })).getAllByRole('listitem');
  expect(features.map(({ textContent }) => textContent).slice(2, 4)).toEqual(['Sports(none)', 'Refreshments']);
  act(() => setLanguage('it'));
  await screen.findByText('Ristoro');
  act(() => setLanguage('en'));

  fireEvent.click(await screen.findByRole('button', { name: 'Back to the list' }));
  await screen.findByRole('heading', { level: 1, name: 'Parks' });
  expect(router.state.location.search).toEqual({ cid: 13733 });
  fireEvent.click(await screen.findByRole('button', { name: /Parco Cervi/ }));
  await screen.findByRole('heading', { level: 2, name: 'Parco Cervi' });
  expect(screen.queryByRole('link', { name: /Open details/ })).toBeNull();
});

test('D2.57: a step back closes a sheet opened by a link and stays on the map', async () => {
  const router = show(13733, '&shape=0');
  await screen.findByRole('heading', { level: 2, name: 'Parco del lago' });
  act(closeAllOver);
  await screen.findByRole('heading', { level: 1, name: 'Parks' });
  expect(router.state.location.search).toEqual({ cid: 13733 });

  // A sheet opened here has a page before it in the history.
  fireEvent.click(await screen.findByRole('button', { name: /Parco Cervi/ }));
  await screen.findByRole('heading', { level: 2, name: 'Parco Cervi' });
  act(() => router.history.back());
  await screen.findByRole('heading', { level: 1, name: 'Parks' });
  expect(router.state.location.search).toEqual({ cid: 13733 });
});

test.each([
  [13732, 'Roads', { RETE_STRA: 'Main', CLA_MOB: '1' }, 'Mobility class1'],
  [13731, 'Dog areas', { PARCO: 'Main', AREA_SGAMBAMENTO_CANI: '1' }, 'Dog runYes'],
] as const)('shows a flag in words, but a class with the same name unchanged: %i', async (cid, title, data, fact) => {
  file = `<kml>${shape('10.63,44.7', data)}</kml>`;
  show(cid);
  await screen.findByRole('heading', { level: 1, name: title });
  fireEvent.click(await screen.findByRole('button', { name: /Main/ }));
  await screen.findByRole('heading', { level: 2, name: 'Main' });
  expect(document.querySelector('dl')?.textContent).toBe(fact);
});

test('searches names without regard to accents', async () => {
  show(13733);
  await screen.findByText('2 parks');
  const search = screen.getByRole('searchbox', { name: 'Search for a name or street' });
  fireEvent.change(search, { target: { value: 'làgo' } });
  await screen.findByText('1 park');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  fireEvent.change(search, { target: { value: 'zoo' } });
  await screen.findByText('Nothing found by that name');
  // The search field has such a button too.
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear the search' }).at(-1) as HTMLElement);
  await screen.findByText('2 parks');
});

test.each([
  ['broken', '<kml><Folder>', 'Its file is damaged and can’t be read.'],
  ['no map', '<html/>', 'Its file isn’t KML or KMZ.'],
  ['missing', null, 'Its file wasn’t found, or the server didn’t respond.'],
])('reports a file that is %s, and can retry', async (_, given, words) => {
  file = given;
  show(13733);
  await screen.findByText(words);
  file = PARKS;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('2 parks');
  expect(screen.queryByText(words)).toBeNull();
});

test('does not fetch layers from other servers', async () => {
  menu = [entry(13733, 'Parks', 'https://elsewhere.example/maps/parks.kml')];
  show(13733);
  await screen.findByText('Its file wasn’t found, or the server didn’t respond.');
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('reports a menu item without a file, and a missing file', async () => {
  menu = [entry(13733, 'Parks', null)];
  show(13733);
  await screen.findByText('This map has no layer yet');
  contentsClient.clear();
  show(99);
  await screen.findByText('Map not found');
  expect(screen.getByRole('link', { name: 'Explore' }).getAttribute('href')).toBe('/earth');
});

test('explains how to allow the position after a refusal', async () => {
  vi.stubGlobal('navigator', {
    language: 'en',
    onLine: true,
    geolocation: {
      watchPosition: (_: unknown, failed: (error: object) => void) => {
        queueMicrotask(() => failed({ code: 1, PERMISSION_DENIED: 1 }));
        return 1;
      },
      clearWatch() {},
    },
  });
  show(13733);
  fireEvent.click(await screen.findByRole('button', { name: 'Show my location' }));
  const question = await screen.findByRole('dialog', { name: 'Show your location?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Show my location' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Your location is blocked for this page/);
});
