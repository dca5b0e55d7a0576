/** What visitors find on a new server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server';
import { places } from '../../config/places';
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

test('each is told in both languages, in words of its own', async () => {
  const contents = await demoContents();
  for (const name of ['title_en', 'title_it', 'descr_en', 'descr_it']) {
    const texts = contents.map((cells) => cells[name]);
    expect(texts.filter((text) => typeof text !== 'string' || text.trim() === '')).toEqual([]);
    expect(new Set(texts).size, name).toBe(contents.length);
  }
});

test('a visitor finds all in the files that is not its company’s alone, with its pictures, in the order of the file', async () => {
  const contents = (await demoContents()).filter(({ visibility }) => visibility !== 'company');
  expect(contents.length).toBeGreaterThanOrEqual(200);
  const all: contracts.ContentItem[] = [];
  for (let page = 1; all.length < contents.length; page += 1) {
    const { items, total } = await server.visitor().call(contracts.listContents, { page, pageSize: 100, l: 'it' });
    expect(total).toBe(contents.length);
    all.push(...items);
  }
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

test('an entry of the menu shows what it has as results are shown', async () => {
  const menu = await server.visitor().call(contracts.getMenu, {});
  const entry = menu.find(({ code }) => code === '/result');
  const { items } = await server.visitor().call(contracts.listContents, { c1: [entry?.id ?? 0] });
  expect(items.length).toBeGreaterThan(3);
  expect(items.every(({ content }) => content.imageUrl !== null)).toBe(true);
});
