/** An import whose rows, or whose contents, have changed since the one before: what stays as it was, and what others did meanwhile. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  await server.context.pool.query('delete from contents');
  folder = await mkdtemp(join(tmpdir(), 'earth-import-'));
  return () => rm(folder, { recursive: true });
});

async function take(contents: readonly Readonly<Record<string, unknown>>[]) {
  const path = join(folder, 'contents.json');
  await writeFile(path, JSON.stringify({ contents }));
  return await importContents(server.context, server.context.db, { path, company: 'DEMO' });
}

const all = async (l: 'en' | 'it' = 'en') =>
  (await giulia.call(contracts.listContents, { pageSize: 100, l })).items.map(({ content }) => content);
const titled = async (title: string) => (await all()).find((content) => content.title === title);

test('a part whose row says who sees it is not shown to others by the row of its whole alone', async () => {
  const model = { key: 'model', title_en: 'Model', ctnView: 7 };
  const said = { key: 'said', title_en: 'Ear', ctnView: 9, group: 'model', visibility: 'company' };
  const silent = { key: 'silent', title_en: 'Nose', ctnView: 9, group: 'model' };
  await take([model, said, silent]);
  const shown = { ...model, visibility: 'public' };
  await expect(take([shown, said, silent])).rejects.toThrow('row 2, visibility: Not that of what it is a part of');
  expect((await all()).map(({ visibility }) => visibility)).toEqual(['company', 'company', 'company']);

  await take([shown, { ...said, visibility: 'public' }, silent]);
  expect((await all()).map(({ visibility }) => visibility)).toEqual(['public', 'public', 'public']);
  // What nothing is said of by the file is nobody's contradiction.
  await take([{ ...shown, title_en: 'The model' }, { ...said, visibility: 'public' }, silent]);
});

test('what is deleted while an import reads its files is not written to', async () => {
  const rows = ['a', 'b'].map((key) => ({ key, title_en: key }));
  await take(rows);
  const write = await meanwhile(server.context.pool, `delete from contents where import_key = 'a'`);
  const again = [...rows.map((row) => ({ ...row, title_it: 'Altro' })), { key: 'c', title_en: 'c', related: ['a'] }];
  const taken = take(again).catch((error: unknown) => error);
  await expect.poll(() => isWaiting(server.context.pool)).toBe(true);
  await write();
  expect(await taken).toMatchObject({ message: 'Somebody has changed these contents meanwhile: run it again.' });
  expect((await all()).map(({ title }) => title)).toEqual(['b']);

  await expect(take(again)).resolves.toEqual({ added: 2, changed: 1, unchanged: 0 });
});

test('a picture that is changed while an import reads its files is not lost, nor is the other one', async () => {
  await writeFile(join(folder, 'head.jpg'), await photograph(900));
  const row = { key: 'a', title_en: 'a', image: 'head.jpg' };
  await take([row]);
  const id = (await titled('a'))?.id ?? 0;
  const write = await meanwhile(
    server.context.pool,
    `select from contents_revision for update; delete from content_files where content_id = ${id}`,
  );
  const taken = take([{ ...row, title_en: 'A' }]).catch((error: unknown) => error);
  await expect.poll(() => isWaiting(server.context.pool)).toBe(true);
  await write();
  expect(await taken).toMatchObject({ message: expect.stringContaining('run it again') });
  await take([{ ...row, title_en: 'A' }]);
  expect((await titled('A'))?.image).toMatchObject({ height: 900 });
});

test('what is told in one language only is told in both', async () => {
  await take([
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
