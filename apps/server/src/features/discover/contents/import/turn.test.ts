/** A repeated import whose rows, or whose contents, have changed: what stays as it was, and concurrent changes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteContents } from '../../../../../testing/contents';
import { addPerson } from '../../../../../testing/crowd';
import { photograph } from '../../../../../testing/media';
import { isWaiting, meanwhile } from '../../../../../testing/meanwhile';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../../testing/start-test-server';
import { importContents } from '.';

let server: TestServer;
let giulia: SignedInClient;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await deleteContents(server);
  folder = await mkdtemp(join(tmpdir(), 'earth-import-'));
  return () => rm(folder, { recursive: true });
});

async function runImport(contents: readonly Readonly<Record<string, unknown>>[]) {
  const path = join(folder, 'contents.json');
  await writeFile(path, JSON.stringify({ contents }));
  return await importContents(server.context, server.context.db, { path, company: 'DEMO' });
}

const all = async (l: 'en' | 'it' = 'en') =>
  (await giulia.call(contracts.listContents, { pageSize: 100, l })).items.map(({ content }) => content);
const titled = async (title: string) => (await all()).find((content) => content.title === title);

test('a part whose row gives a visibility is not shown to others by the row of its whole alone', async () => {
  const model = { key: 'model', title_en: 'Model', ctnView: 7 };
  const source = { key: 'source', title_en: 'Ear', ctnView: 9, group: 'model', visibility: 'company' };
  const silent = { key: 'silent', title_en: 'Nose', ctnView: 9, group: 'model' };
  await runImport([model, source, silent]);
  const shown = { ...model, visibility: 'public' };
  await expect(runImport([shown, source, silent])).rejects.toThrow(
    'row 2, visibility: Differs from the whole that it is a part of',
  );
  expect((await all()).map(({ visibility }) => visibility)).toEqual(['company', 'company', 'company']);

  await runImport([shown, { ...source, visibility: 'public' }, silent]);
  expect((await all()).map(({ visibility }) => visibility)).toEqual(['public', 'public', 'public']);
  // Contents that the file does not mention do not conflict.
  await runImport([{ ...shown, title_en: 'The model' }, { ...source, visibility: 'public' }, silent]);
});

test('does not write to a content that is deleted while the import reads its files', async () => {
  const rows = ['a', 'b'].map((key) => ({ key, title_en: key }));
  await runImport(rows);
  const write = await meanwhile(server.context.pool, `delete from contents where import_key = 'a'`);
  const again = [...rows.map((row) => ({ ...row, title_it: 'Altro' })), { key: 'c', title_en: 'c', related: ['a'] }];
  const taken = runImport(again).catch((error: unknown) => error);
  await expect.poll(() => isWaiting(server.context.pool)).toBe(true);
  await write();
  expect(await taken).toMatchObject({ message: 'These contents were changed during the import: run it again.' });
  expect((await all()).map(({ title }) => title)).toEqual(['b']);

  await expect(runImport(again)).resolves.toEqual({ added: 2, changed: 1, unchanged: 0 });
});

test('loses no picture that is changed while the import reads its files', async () => {
  await writeFile(join(folder, 'head.jpg'), await photograph(900));
  const row = { key: 'a', title_en: 'a', image: 'head.jpg' };
  await runImport([row]);
  const id = (await titled('a'))?.id ?? 0;
  const write = await meanwhile(
    server.context.pool,
    `select from contents_revision for update; delete from content_files where content_id = ${id}`,
  );
  const taken = runImport([{ ...row, title_en: 'A' }]).catch((error: unknown) => error);
  await expect.poll(() => isWaiting(server.context.pool)).toBe(true);
  await write();
  expect(await taken).toMatchObject({ message: expect.stringContaining('run it again') });
  await runImport([{ ...row, title_en: 'A' }]);
  expect((await titled('A'))?.image).toMatchObject({ height: 900 });
});

test('a text in one language only is shown in both', async () => {
  await runImport([
    { key: 'a', title_en: 'Head', title_it: 'Testa', descr_it: 'Bronzo' },
    { key: 'b', title_it: 'Mano', descr_en: 'Marble' },
  ]);
  const told = async (l: 'en' | 'it') => (await all(l)).map(({ title, descr }) => [title, descr]);
  expect(await told('en')).toEqual([
    ['Head', 'Bronzo'],
    ['Mano', 'Marble'],
  ]);
  expect(await told('it')).toEqual([
    ['Testa', 'Bronzo'],
    ['Mano', 'Marble'],
  ]);
});
