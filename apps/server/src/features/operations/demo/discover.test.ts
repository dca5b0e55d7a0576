/** The contents that visitors find on a new server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { places } from '../../../config/places';
import { demoFiles } from './cast';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Cells = Readonly<Record<string, unknown>>;

async function demoContents(): Promise<Cells[]> {
  const files = await Promise.all(demoFiles.map((file) => readFile(join(places.demo, file), 'utf8')));
  return files.flatMap((text) => (JSON.parse(text) as { contents: Cells[] }).contents);
}

test('D3.7: each view has a demo content in both languages', async () => {
  const contents = await demoContents();
  for (const name of ['title_en', 'title_it', 'descr_en', 'descr_it']) {
    const texts = contents.map((cells) => cells[name]);
    expect(texts.filter((text) => typeof text !== 'string' || text.trim() === '')).toEqual([]);
    expect(new Set(texts).size, name).toBe(contents.length);
  }
});

const isForAll = ({ visibility = 'public' }: Cells) => visibility === 'public';

/** All contents that a person sees. */
async function allFor(person: Pick<SignedInClient, 'call'>, filters: { ac?: 1 | 2 | 3 } = {}) {
  const all: contracts.ContentItem[] = [];
  for (let page = 1; ; page += 1) {
    const given = { page, pageSize: 100, l: 'it', ...filters } as const;
    const { items, total } = await person.call(contracts.listContents, given);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

test('a visitor finds all public contents of the files, with their pictures, in the order of the file', async () => {
  const contents = (await demoContents()).filter(isForAll);
  expect(contents.length).toBeGreaterThanOrEqual(200);
  const all = await allFor(server.visitor());
  expect(all).toHaveLength(contents.length);
  const menu = await server.visitor().call(contracts.getMenu, {});
  const museum = menu.find(({ title }) => title === 'City museum');
  const { items } = await server.visitor().call(contracts.listContents, { c1: [museum?.id ?? 0], l: 'it' });
  const [first] = items;
  expect(first?.content).toMatchObject({ title: 'Testa di giovane sovrano', locale: 'it' });
  for (const { content } of all) {
    const cells = contents.find(({ title_it }) => title_it === content.title);
    expect(cells, content.title).toBeDefined();
    expect(content.imageUrl !== null, content.title).toBe(cells?.['image'] !== undefined);
  }
  const picture = await fetch(`${server.url}${first?.content.imageUrl}`);
  expect(picture.headers.get('content-type')).toBe('image/webp');
});

test('an entry of the menu shows its results in their view', async () => {
  const menu = await server.visitor().call(contracts.getMenu, {});
  const entry = menu.find(({ code }) => code === '/result');
  const { items } = await server.visitor().call(contracts.listContents, { c1: [entry?.id ?? 0] });
  expect(items.length).toBeGreaterThan(3);
  expect(items.every(({ content }) => content.imageUrl !== null)).toBe(true);
});

test('pictures have their widths and placeholders, and all of their parts exist', async () => {
  const all = (await allFor(server.visitor())).map(({ content }) => content);
  const pictures = all.flatMap(({ image, images }) => [image, ...images]).filter((picture) => picture !== null);
  expect(pictures.length).toBe(all.reduce((sum, one) => sum + (one.imageUrl ? 1 : 0) + one.imageUrls.length, 0));
  for (const { placeholder, sources } of pictures) {
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(sources.length).toBeGreaterThan(1);
  }
  const ruler = all.find(({ title }) => title === 'Testa di giovane sovrano');
  const widths = await Promise.all(
    (ruler?.image?.sources ?? []).map(async ({ url }) => {
      const bytes = await (await fetch(`${server.url}${url}`)).arrayBuffer();
      return (await sharp(bytes).metadata()).width;
    }),
  );
  expect(widths).toEqual([400, 800, 960]);
});

test('everything that a page can show of a content is shown by some content', async () => {
  const all = (await allFor(server.visitor())).map(({ content }) => content);
  const having = (name: keyof contracts.Content) => all.filter((one) => one[name]).length;
  expect(all.filter(({ images }) => images.length > 1).length).toBeGreaterThanOrEqual(60);
  for (const name of [
    ...(['videoUrl', 'attchmUrl', 'attchmName', 'attchmDescr', 'audioUrl', 'youtubeUrl', 'youtubeName'] as const),
    ...(['webUrl', 'phone', 'email', 'fax', 'skype', 'ecommerceUrl', 'price', 'tag'] as const),
    ...(['fbUrl', 'instUrl', 'linkedinUrl', 'twUrl', 'pinUrl'] as const),
  ])
    expect(having(name), name).toBeGreaterThan(0);
  // Contents that are described within another one are shared with that.
  expect(all.filter(({ googleUrl, ctnView }) => !googleUrl && ctnView !== 9).length).toBeLessThanOrEqual(15);
  for (const one of all)
    for (const address of [one.videoUrl, one.attchmUrl, one.audioUrl].filter((url) => url !== null))
      expect((await fetch(`${server.url}${address}`)).status, `${one.title} ${address}`).toBe(200);
});

test('each of the two companies has its own contents, and some for the other one', async () => {
  const contents = await demoContents();
  for (const companyCode of ['DEMO', 'TILES']) {
    const person = await addPerson(server, { companyCode });
    const own = (await allFor(person, { ac: 2 })).map(({ content }) => content);
    expect(own.filter(({ visibility }) => visibility === 'company').length).toBeGreaterThan(1);
    const forThem = contents.filter(({ customerCode }) => customerCode === companyCode);
    expect(forThem.length).toBeGreaterThan(1);
    const titles = own.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(forThem.map(({ title_it }) => title_it)));
    for (const { imageUrl } of own) {
      expect((await fetch(`${server.url}${imageUrl}`)).status).toBe(200);
      expect((await fetch(`${server.url}${imageUrl?.replace(/\?.*/, '')}`)).status).toBe(404);
    }
  }
});

test('each itinerary leads to stops on the map, no two of them at one point', async () => {
  const all = (await allFor(server.visitor())).map(({ content }) => content);
  const itineraries = all.filter(({ ctnView }) => ctnView === contracts.ContentView.itinerary);
  expect(itineraries.length).toBeGreaterThanOrEqual(15);
  for (const { id, title } of itineraries) {
    // As the app requests them.
    const asked = { v: [contracts.ContentView.place], ac: 3, rel: [id], pageSize: 100 } as const;
    const { items } = await server
      .visitor()
      .call(contracts.listContents, { ...asked, v: [...asked.v], rel: [...asked.rel] });
    const points = new Set(items.map(({ content: { lat, long } }) => `${lat} ${long}`));
    expect(points.size, title).toBeGreaterThanOrEqual(2);
    expect(points.size, title).toBe(items.length);
    expect(points.has('0 0'), title).toBe(false);
    expect(nearestStops(items), title).toBeGreaterThan(44);
  }
});

/** What the map of a phone of 320 px leaves between controls and edges, and its closest zoom (18) in metres per px. */
const ROOM = { width: 152, height: 360, closest: 0.212 };

/** How far in px the two nearest stops are from each other, when all are in view. */
function nearestStops(items: readonly contracts.ContentItem[]): number {
  const metres = items.map(({ content: { lat, long } }) => ({
    x: long * 111_320 * Math.cos((lat * Math.PI) / 180),
    y: lat * 111_320,
  }));
  const extent = (of: readonly number[]) => Math.max(...of) - Math.min(...of);
  const width = extent(metres.map(({ x }) => x));
  const height = extent(metres.map(({ y }) => y));
  const scale = Math.max(width / ROOM.width, height / ROOM.height, ROOM.closest);
  const distances = metres.flatMap((one, index) =>
    metres.slice(0, index).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
  );
  return Math.min(...distances) / scale;
}

test('each scene has a place, with its pictures', async () => {
  const contents = await demoContents();
  const scenes = contents.filter(({ ctnView }) => ctnView === contracts.ContentView.scene);
  expect(scenes.length).toBeGreaterThan(0);
  for (const { key, place, lat, long } of scenes) {
    const there = contents.find((cells) => cells['key'] === place);
    expect(there, String(key)).toMatchObject({ ctnView: contracts.ContentView.place, lat, long });
  }
});

test('the tile maker’s slabs are a catalogue of image recognition, with sisters and colour variants', async () => {
  const visitor = server.visitor();
  const menu = await visitor.call(contracts.getMenu, {});
  const entry = menu.find(({ modelCode }) => modelCode === 'SLABS');
  expect(entry).toMatchObject({ ctnView: contracts.ContentView.recognition, customerCode: 'TILES' });
  expect(menu.find(({ code }) => code === '/asset-recognition')?.title).toBe('Find a slab');
  const { items } = await visitor.call(contracts.listCatalogueProducts, { modelcode: 'SLABS' });
  const titles = items.map(({ title }) => title);
  expect(titles.length).toBeGreaterThanOrEqual(24);
  for (const like of ['Leopard granite', 'Salmon terrazzo', 'Mist marble', 'Sand onyx'])
    expect(titles.filter((title) => title.startsWith(like))).toHaveLength(2);
  for (const { imageUrl } of items) expect((await fetch(`${server.url}${imageUrl}`)).status).toBe(200);
});
