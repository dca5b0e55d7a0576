/** A build of another brand (D9.22), as far as the server has a part in it. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBrand } from '../../../config/brand';
import { places } from '../../../config/places';
import { refusal, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let earth: TestServer;
let tiles: TestServer;
beforeAll(async () => {
  [earth, tiles] = await Promise.all([startTestServer(), startTestServer({ BRAND: 'lastrica' })]);
});
afterAll(() => Promise.all([earth.close(), tiles.close()]));

const configOf = async (server: TestServer) =>
  contracts.clientConfig.parse((await server.visitor().raw('/config.json')).json);

test('D9.22: Earth has the required settings of a build', async () => {
  const { brand } = await configOf(earth);
  expect(brand).toMatchObject({
    code: 'earth',
    title: 'Earth',
    landing: '/earth',
    offlineLanding: '/tutorial',
    loginRequired: false,
    videoCall: false,
    contactBrand: 'Earth',
    menuLogoWidth: 180,
    screenshotFolder: 'Earth',
    screenshotName: { en: 'snapshot', it: 'foto' },
    logLevel: 0,
    discover: {
      searchBar: true,
      privateFilter: true,
      publicScenes: true,
      loginForScenes: false,
      offlineMenu: [
        { id: 14830, code: '/ar' },
        { id: 14603, code: '/tutorial' },
      ],
    },
  });
  expect(brand.appId).toMatch(/^[a-z]+\.[a-z]+\.[a-z]+$/);
});

test('D9.26: the colours of Earth are white and green', async () => {
  const { brand } = await configOf(earth);
  expect(brand.colors).toMatchObject({ brand: '#29c885', onAccentLight: '#ffffff' });
});

test('Lastrica differs in every configurable part', async () => {
  const { brand } = await configOf(tiles);
  expect(brand).toMatchObject({
    landing: '/tiles',
    loginRequired: true,
    contactBrand: 'Lastrica Ceramiche',
    menuLogoWidth: 160,
    screenshotFolder: 'Lastrica',
    logLevel: 10,
    // A catalogue is searched.
    discover: { searchBar: true, privateFilter: false, publicScenes: false, loginForScenes: true },
  });
});

test('each build serves its own terms', async () => {
  const termsOf = async (server: TestServer) =>
    contracts.brandTerms.parse((await server.visitor().raw(contracts.TERMS_PATH)).json);
  expect((await termsOf(earth)).en.terms[0]?.paragraphs[0]).toContain('Anyone can look around.');
  expect((await termsOf(tiles)).en.terms[0]?.paragraphs[0]).toContain('customers of Lastrica Ceramiche');
});

test('a folder without terms is no brand', async () => {
  const brands = await mkdtemp(join(tmpdir(), 'earth-brands-'));
  await cp(join(places.brands, 'earth'), join(brands, 'silent'), { recursive: true });
  await writeFile(join(brands, 'silent', 'terms.json'), '{ "en": {} }');
  expect(() => readBrand('silent', brands)).toThrow('BRAND is "silent"');
  await rm(brands, { recursive: true });
});

test('BRAND chooses another code, name and app id', async () => {
  const { appCode, brand } = await configOf(tiles);
  expect([appCode, brand.title, brand.appId]).toEqual(['lastrica', 'Lastrica', 'com.example.lastrica']);
});

describe('login required', () => {
  test.each([
    ['the menu', '/api/infocontents?menu&l=en'],
    ['a list', '/api/infocontents'],
    ['a content', '/api/infocontents/1'],
    ['scenes', '/api/scenes'],
  ])('%s requires a login', async (_, path) => {
    const { clock, context } = tiles;
    const headers = {
      'x-api-key': context.secrets.apiKey,
      'x-device-id': 'a-device-of-nobody',
      'x-timestamp': clock.now().toISOString(),
    };
    const { json } = await tiles.visitor().raw(path, { headers });
    expect(json).toMatchObject({ result: { success: false, code: 401 }, data: { error: 'notSignedIn' } });
  });

  test('signed-in users see public contents too, and the page of a content reveals nothing to strangers', async () => {
    const person = await tiles.signIn('operator');
    const { items } = await person.call(contracts.listContents, { l: 'en' });
    expect(items.length).toBeGreaterThan(0);
    const path = `/content-detail/${items[0]?.content.id}`;
    const title = items[0]?.content.title ?? '';
    expect((await fetch(tiles.url + path).then((page) => page.text())).includes(title)).toBe(false);
  });

  test('the file of a view is for those who know its digest from an index', async () => {
    const digest = 'a'.repeat(32);
    const { pool, random } = tiles.context;
    await pool.query(
      `with file as (insert into content_files (id, content_id, kind, ending) select $1, min(id), 'marker', 'webp' from contents returning id)
       insert into views (id, file_id, digest, format, evw) select $2, id, $3, 1, 'view' from file`,
      [random.id(), random.id(), digest],
    );
    expect(await fetch(new URL(`/api/discover/views/${digest}`, tiles.url)).then((file) => file.text())).toBe('view');
  });

  test('messages to the maker are for everybody', async () => {
    await expect(tiles.visitor().call(contracts.sendLead, {} as never)).rejects.toEqual(refusal('invalidInput'));
  });
});

test('a build has the entries of the menu that it lists, in its order', async () => {
  const person = await tiles.signIn('operator');
  const menu = await person.call(contracts.getMenu, { l: 'it' });
  expect(menu.map(({ code, title }) => [code, title])).toEqual([
    ['/tiles', 'Piastrelle'],
    ['/preferiti', 'Preferiti'],
    ['/contact', 'Scrivici'],
  ]);
});

test('video call: the menu of a build does not depend on whether calls are on', async () => {
  const silent = await startTestServer({ BRAND: 'lastrica', CALLS_ENABLED: 'off' });
  const configs = await Promise.all([earth, tiles, silent].map(configOf));
  expect(configs.map(({ brand, callsEnabled }) => [brand.videoCall, callsEnabled])).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ]);
  await silent.close();
});

test('the ground of the maps is sent compressed, and only by a brand that has one', async () => {
  const { brand } = await configOf(earth);
  const ask = (server: TestServer) =>
    fetch(`${server.url}${brand.discover.maps.ground}`, { headers: { 'accept-encoding': 'gzip' } });
  const answer = await ask(earth);
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(await answer.json()).toMatchObject({ type: 'FeatureCollection' });
  expect((await configOf(tiles)).brand.discover.maps.ground).toBeNull();
  expect((await ask(tiles)).status).toBe(404);
});
