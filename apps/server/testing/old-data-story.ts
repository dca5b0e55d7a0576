/**
 * What `scripts/old-data.mjs` lets an older version do, to keep its data for tests of upgrades: two people call and write each other, with
 * sealed texts and files, and the demo's contents are there. It runs in the checkout of that version: it uses only what all of them have.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as contracts from '@earth/contracts';
import { sealFile, sealText } from '@earth/crypto';
import { inject } from 'vitest';
import { migrations } from '../src/db/migrations';
import { startTestServer, type TestServer } from './start-test-server';

async function act(server: TestServer): Promise<void> {
  const luca = await server.signIn('assisted');
  const giulia = await server.signIn('operator');
  const paolo = await server.signIn('admin');
  const me = await luca.call(contracts.getProfile, {});
  const people = [me, ...(await luca.call(contracts.listAddressBook, {})).map(({ contact }) => contact)].filter(
    ({ uniqueId }) => [luca.contactId, giulia.contactId].includes(uniqueId),
  );
  const seal = (text: string) => sealText(1, text, people);
  const file = (text: string) => sealFile(1, Buffer.from(text), people);
  const sockets = [await luca.socket(), await giulia.socket()];

  const { call } = await luca.call(contracts.createCall, {
    subject: await seal('The feed pump is leaking'),
    targetContacts: [giulia.contactId],
    productCode: 'P-204',
    cryptoSchema: 1,
  });
  const id = call.uniqueId;
  await giulia.call(contracts.joinCall, { id });
  await luca.call(contracts.sendCallMessage, { id, message: await seal('Which valve?'), cryptoSchema: 1 });
  await giulia.call(contracts.addCallPic, { id, picBase64: await file('a picture'), cryptoSchema: 1 });
  await giulia.call(contracts.leaveCall, { id });

  const room = await luca.call(contracts.createRoom, {
    subject: await seal('Pump 3'),
    targetContacts: [giulia.contactId],
    isGroup: true,
    cryptoSchema: 1,
  });
  const roomId = room.uniqueId;
  await giulia.call(contracts.sendRoomMessage, { id: roomId, message: await seal('Seal ordered'), cryptoSchema: 1 });
  await luca.call(contracts.sendRoomMessage, {
    id: roomId,
    message: await seal('The plan'),
    base64File: await file('Valve 4 is behind the pump'),
    fileName: 'plan.txt',
    cryptoSchema: 1,
  });
  await paolo.call(contracts.createWebhook, { url: 'https://hooks.example.com/earth', events: ['call.ended'] });
  for (const socket of sockets) await socket.close();
}

/** The files of calls and rooms. Those of contents, which are megabytes of the demo, are left out. */
async function blobsOf(dataDir: string): Promise<Record<string, string>> {
  const folder = join(dataDir, 'blobs');
  const blobs: Record<string, string> = {};
  for (const area of ['calls', 'rooms'])
    for (const entry of await readdir(join(folder, area), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) blobs[relative(folder, path)] = (await readFile(path)).toString('base64');
    }
  return blobs;
}

async function tablesOf({ context: { pool } }: TestServer): Promise<Record<string, unknown[]>> {
  const { rows: names } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'nodes')`,
  );
  const tables: Record<string, unknown[]> = {};
  for (const { name } of names) {
    const { rows } = await pool.query<{ row: unknown }>(`select to_jsonb(t) as row from "${name}" t`);
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Acts, and writes the snapshot that `restoreOldData` reads. */
export async function writeOldData(path: string): Promise<void> {
  const server = await startTestServer();
  try {
    await act(server);
    const snapshot = {
      migration: Math.max(...migrations.map(({ number }) => number)),
      masterKey: inject('database').masterKey,
      tables: await tablesOf(server),
      blobs: await blobsOf(server.context.settings.dataDir),
    };
    await writeFile(path, gzipSync(JSON.stringify(snapshot), { level: 9 }));
  } finally {
    await server.close();
  }
}
