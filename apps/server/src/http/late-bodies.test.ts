/** Uploads during which the caller's session ends, or their role changes. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, expect, test, vi } from 'vitest';
import { addStaff } from '../../testing/crowd';
import { photograph } from '../../testing/media';
import { beginUpload } from '../../testing/slow-upload';
import { type SignedInClient, startTestServer } from '../../testing/start-test-server';

const server = await startTestServer();
const { paolo, giulia } = await addStaff(server);
afterAll(() => server.close());

/** An upload of a content that takes some seconds, in the middle of which something happens. */
async function upload(who: SignedInClient, title: string, meanwhile: () => Promise<unknown>) {
  const read = vi.spyOn(server.context.access, 'read');
  const { finish } = beginUpload(server.url, who.token, { title, ctnView: 3 });
  await vi.waitFor(() => expect(read).toHaveResolved());
  read.mockRestore();
  await meanwhile();
  server.clock.advance(5_000);
  const { status, json } = await finish();
  const { rows } = await server.context.pool.query('select from content_texts where title = $1', [title]);
  return { status, json, stored: rows.length };
}

test('a person whose devices are signed out during an upload writes nothing', async () => {
  const late = await upload(giulia, 'Signed out', () =>
    paolo.call(contracts.endPersonDevices, { personId: giulia.contactId }),
  );
  expect(late).toMatchObject({ status: 401, json: { data: { error: 'sessionEnded' } }, stored: 0 });
});

test('what begins while the access token is valid is written, however long it takes', async () => {
  const written = await upload(paolo, 'In time', async () =>
    server.clock.advance(contracts.ACCESS_TOKEN_SECONDS * 1000),
  );
  expect(written).toMatchObject({ status: 200, stored: 1 });
  server.clock.advance(-contracts.ACCESS_TOKEN_SECONDS * 1000);
});

test('a person whose role changes during an upload has the new one', async () => {
  const { pool } = server.context;
  const role = (code: contracts.RoleCode) =>
    pool.query('update contacts set role = $1 where id = $2', [code, paolo.contactId]);
  expect(await upload(paolo, 'Another role', () => role('ASSISTED'))).toMatchObject({ status: 403, stored: 0 });
  await role('ADMIN');
  expect(await upload(paolo, 'Same role', async () => undefined)).toMatchObject({ status: 200, stored: 1 });
});

test('an upload that breaks off in the middle leaves nothing behind', async () => {
  const imageBase64 = (await photograph(300, 200)).toString('base64');
  const content = { title: 'Broken off', ctnView: 3, imageBase64 };
  const stored = async () => {
    const { rows } = await server.context.pool.query(
      `select (select count(*)::int from contents) as contents, (select count(*)::int from content_files) as files`,
    );
    return { rows, folders: await readdir(join(server.context.settings.dataDir, 'blobs', 'contents')) };
  };
  const before = await stored();
  const read = vi.spyOn(server.context.access, 'read');
  const { breakOff } = beginUpload(server.url, paolo.token, content);
  await vi.waitFor(() => expect(read).toHaveResolved());
  read.mockRestore();
  await breakOff();
  expect(await stored()).toEqual(before);
  // The same, whole, is stored: it was the connection that made the difference.
  expect(await beginUpload(server.url, paolo.token, content).finish()).toMatchObject({ status: 200 });
  expect((await stored()).folders.length).toBe(before.folders.length + 1);
});
