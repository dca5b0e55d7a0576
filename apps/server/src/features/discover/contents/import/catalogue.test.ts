/** Catalogues of image recognition, from a file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteContents } from '../../../../../testing/contents';
import { photograph } from '../../../../../testing/media';
import { startTestServer, type TestServer } from '../../../../../testing/start-test-server';
import { importContents } from '.';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  await deleteContents(server, 'categories');
  folder = await mkdtemp(join(tmpdir(), 'earth-import-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function runImport(given: object, company = 'DEMO') {
  const path = join(folder, 'contents.json');
  await writeFile(path, JSON.stringify(given));
  return await importContents(server.context, server.context.db, { path, company });
}

test('D1.5: a catalogue of image recognition is a category with a code, unique in its company', async () => {
  const slabs = { key: 'slabs', title_en: 'Slabs', ctnView: -12, modelCode: 'SLABS', learnsFromPhotographs: true };
  const tiles = { key: 'tiles', title_en: 'Tiles', modelCode: 'TILES' };
  const tile = { key: 'a', title_en: 'Tile', visibility: 'public', category: 'slabs', image: 'head.jpg' };
  await writeFile(join(folder, 'head.jpg'), await photograph());
  await runImport({ categories: [slabs, tiles], contents: [tile] });
  const codes = async () => {
    const menu = await server.visitor().call(contracts.getMenu, {});
    return menu.map(({ modelCode, customerCode }) => [modelCode, customerCode] as const);
  };
  expect(await codes()).toEqual([
    ['SLABS', 'DEMO'],
    ['TILES', 'DEMO'],
  ]);
  const catalogue = await server.visitor().call(contracts.getCatalogue, { modelcode: 'SLABS', customerCode: 'DEMO' });
  expect(catalogue).toMatchObject({ productsCount: 1, learnsFromPhotographs: true, isReady: false });
  await expect(runImport({ categories: [{ ...tiles, modelCode: 'SLABS' }], contents: [] })).rejects.toThrow(
    'modelCode: Another category has it',
  );
  // Another company may have the same code, and two categories may exchange theirs.
  await runImport({ categories: [{ ...slabs, key: 'theirs' }], contents: [] }, 'TILES');
  await runImport({
    categories: [
      { ...slabs, modelCode: 'TILES' },
      { ...tiles, modelCode: 'SLABS' },
    ],
    contents: [],
  });
  await runImport({ categories: [{ ...tiles, modelCode: null }], contents: [] });
  expect(new Map(await codes())).toEqual(
    new Map([
      [null, null],
      ['SLABS', 'TILES'],
      ['TILES', 'DEMO'],
    ]),
  );
});
