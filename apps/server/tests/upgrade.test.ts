/** The server starts on the data of earlier versions, and a start that fails leaves them as they were. */
import * as contracts from '@earth/contracts';
import { openFile, openText } from '@earth/crypto';
import type pg from 'pg';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPool } from '../src/db/database';
import { migrate } from '../src/db/migrate';
import { migrations } from '../src/db/migrations';
import { type OldData, restoreOldData } from '../testing/old-data';
import { hasRedis, TestRedis } from '../testing/redis';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';
import { type SignedInClient, startBeside, type TestServer } from '../testing/start-test-server';

vi.setConfig({ testTimeout: 90_000 });

/** Made by `scripts/old-data.mjs`: the last two versions, named by their last migrations. */
const VERSIONS = ['data-of-migration-67.json.gz', 'data-of-migration-79.json.gz'];
const [EARLIER = ''] = VERSIONS;

let old: OldData;
beforeAll(bundleServer);
afterEach(() => old.remove());

async function withServer(variables: Readonly<Record<string, string>>, work: (server: TestServer) => Promise<unknown>) {
  const server = await startBeside({ variables });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

async function readCall(giulia: SignedInClient): Promise<void> {
  const reader = await giulia.reader();
  const [item] = (await giulia.call(contracts.listCalls, {})).items;
  const id = item?.call.uniqueId ?? '';
  expect(await openText(1, item?.call.subject ?? '', reader)).toBe('The feed pump is leaking');
  const [said] = await giulia.call(contracts.listCallMessages, { id });
  expect(await openText(1, said?.message ?? '', reader)).toBe('Which valve?');
  const [pic] = await giulia.call(contracts.listCallPics, { id });
  const taken = await giulia.call(contracts.getCallFile, { callId: id, imageFileName: pic?.imageFileName ?? '' });
  expect(Buffer.from((await openFile(1, taken.base64, reader)) ?? []).toString()).toBe('a picture');
}

async function readRoom(luca: SignedInClient): Promise<void> {
  const reader = await luca.reader();
  const [room] = await luca.call(contracts.listRooms, {});
  const roomId = room?.uniqueId ?? '';
  expect(await openText(1, room?.subject ?? '', reader)).toBe('Pump 3');
  const messages = await luca.call(contracts.listRoomMessages, { id: roomId });
  const texts = messages.map(({ message }) => openText(1, message, reader));
  expect(new Set(await Promise.all(texts))).toEqual(new Set(['Seal ordered', 'The plan']));
  const url = messages.find(({ fileUrl }) => fileUrl !== null)?.fileUrl ?? '';
  const file = await luca.call(contracts.getRoomFile, { roomId, storedFileName: url.split('/').at(-1) ?? '' });
  const opened = await openFile(1, file.base64, reader);
  expect(Buffer.from(opened ?? []).toString()).toBe('Valve 4 is behind the pump');
}

/** Signs in three people, who read what was written in the earlier version: a call, a room, files, contents and a webhook. */
async function readEverything(server: TestServer): Promise<void> {
  await readCall(await server.signIn('operator'));
  await readRoom(await server.signIn('assisted'));
  const { items } = await server.visitor().call(contracts.listContents, {});
  expect(items.length).toBeGreaterThan(3);
  const [first] = items;
  const content = await server.visitor().call(contracts.getContent, { contentId: first?.content.id ?? 0 });
  expect(content.content.title).toBe(first?.content.title);
  const paolo = await server.signIn('admin');
  const [webhook] = await paolo.call(contracts.listWebhooks, {});
  expect(webhook?.url).toBe('https://hooks.example.com/earth');
}

test.each(VERSIONS)('%s: everything reads after the upgrade, and work goes on', async (name) => {
  old = await restoreOldData(name);
  await withServer(old.variables, async (server) => {
    await readEverything(server);
    const luca = await server.signIn('assisted');
    const [room] = await luca.call(contracts.listRooms, {});
    const sent = { id: room?.uniqueId ?? '', message: 'It has come', cryptoSchema: 0 } as const;
    expect((await luca.call(contracts.sendRoomMessage, sent)).position).toBe(3);
  });
});

/** Tables, columns, indexes and constraints, and the numbers of the migrations. */
async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', 'constraint', conrelid::regclass, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'migration ' || number from migrations
    order by 1`);
  return rows.map(({ line }) => line);
}

/** Two migrations of a later version: one that changes tables and rows, and one that these rows make fail. */
const newest = Math.max(...migrations.map(({ number }) => number));
const later = [
  ...migrations,
  {
    number: newest + 1,
    name: 'renamed-names',
    sql: `alter table contacts rename column name to full_name; update rooms set subject = 'lost'; drop table call_pics cascade`,
  },
  {
    number: newest + 2,
    name: 'one-room-each',
    sql: 'create unique index rooms_one on room_participants (contact_id); create unique index contacts_one on contacts (company_id)',
  },
];

test('a failed migration changes nothing: the version before starts, and everything reads', async () => {
  old = await restoreOldData(EARLIER);
  await withServer(old.variables, readEverything);
  const pool = createPool(old.variables['DATABASE_URL'] ?? '', () => undefined);
  const before = await schemaOf(pool);
  await expect(migrate(pool, later)).rejects.toThrow(
    new RegExp(
      `^Migration ${newest + 2} \\(one-room-each\\) failed: could not create unique index.* Nothing was changed`,
    ),
  );
  expect(await schemaOf(pool)).toEqual(before);
  await pool.end();
  await withServer(old.variables, readEverything);
});

describe('as operators see it', () => {
  let folder: string;
  let processes: ServerProcess[] = [];
  const start = (variables: Readonly<Record<string, string>>) => {
    const started = new ServerProcess(folder, { ...old.variables, PROCESS_VIEWS: 'false', ...variables });
    processes.push(started);
    return started;
  };
  const query = async (sql: string) => {
    const pool = createPool(old.variables['DATABASE_URL'] ?? '', () => undefined);
    await pool.query(sql);
    await pool.end();
  };
  afterEach(async () => {
    await cleanUp(folder, processes);
    processes = [];
  });

  test('a migration that fails is one line, with what to do', async () => {
    [old, folder] = [await restoreOldData(EARLIER), await makeFolder()];
    // As if somebody had made it by hand.
    await query('create table purchases (id integer)');
    const server = start({});
    expect(await server.ended).toBe(1);
    expect(server.errors).toMatch(
      /^Migration 78 \(.*\) failed: relation "purchases" already exists\. Nothing was changed: .*upgrade\.md\.\n$/,
    );
  });

  test('a server that is older than its database says so in one line', async () => {
    [old, folder] = [await restoreOldData(EARLIER), await makeFolder()];
    await query(`insert into migrations (number, name) values (${newest + 1}, 'later')`);
    const server = start({});
    expect(await server.ended).toBe(1);
    expect(server.errors).toBe(
      `The database has migration ${newest + 1}, this server knows ${newest} and older: this version is too old for it. Start a newer one.\n`,
    );
  });

  test.skipIf(!hasRedis)('while a server of the version before runs, the tables do not change', async () => {
    const redis = await TestRedis.start();
    try {
      [old, folder] = [await restoreOldData(EARLIER), await makeFolder()];
      const shared = { ...old.variables, REDIS_URL: redis.url };
      await withServer(shared, async () => {
        await query(`delete from migrations where number = ${newest}`);
        const next = start(shared);
        expect(await next.ended).toBe(1);
        expect(next.errors).toMatch(/^A server of the version before still uses this database: stop all servers/);
      });
    } finally {
      await redis.stop();
    }
  });
});
