/**
 * An attacker has the whole server: its database, its files, its MASTER_KEY, and its code. Everything that is found there is tried
 * on what was written. Nothing opens for a person with protected keys; everything opens for one without, which proves the search.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { importPrivateKeys, openText, sealText } from '@earth/crypto';
import { lockVault, openVault } from '@earth/crypto/own-keys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPersonWithKeys, type Protected, protect, unlock } from '../testing/own-keys';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

const TEXT = 'The seal of pump P-204 leaks';

let server: TestServer;
/** Her keys are her own, his are the server's. */
let giulia: SignedInClient;
let luca: SignedInClient;
let own: Protected;
/** Sealed for both, before she switched and after. */
let before: string;
let after: string;

const recipientOf = async (client: SignedInClient) => {
  const { uniqueId, publicKey } = await client.call(contracts.getProfile, {});
  return { uniqueId, publicKey };
};
const sealForBoth = async () => sealText(1, TEXT, await Promise.all([giulia, luca].map(recipientOf)));

beforeAll(async () => {
  server = await startTestServer();
  [giulia, luca] = await Promise.all([addPersonWithKeys(server), addPersonWithKeys(server)]);
  before = await sealForBoth();
  own = await protect(giulia, lockVault);
  after = await sealForBoth();
  const { uniqueId: id } = await giulia.call(contracts.createRoom, {
    targetContacts: [luca.contactId],
    cryptoSchema: 1,
  });
  for (const message of [before, after]) await luca.call(contracts.sendRoomMessage, { id, message, cryptoSchema: 1 });
});
afterAll(() => server.close());

/** Every text of every row of every table. */
async function textsInDatabase(): Promise<string[]> {
  const { pool } = server.context;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      pool.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from "${name}" t`),
    ),
  );
  return rows.flatMap(({ rows: found }) => found.flatMap(({ row }) => Object.values(row).map(String)));
}

/** Every file below the data folder. */
async function textsInFiles(): Promise<string[]> {
  const { dataDir } = server.context.settings;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
}

/** What MASTER_KEY decrypts of them, in any context and for any person. */
async function unsealed(texts: readonly string[]): Promise<string[]> {
  const { columnSeal } = server.context.secrets;
  const places = [giulia, luca].map(({ contactId: id }) => ({ column: 'contacts.private_key', id }) as const);
  const tries = texts
    .filter((text) => text.startsWith('v1.'))
    .flatMap((text) => places.map((place) => columnSeal.open(text, place).catch(() => null)));
  return (await Promise.all(tries)).filter((text) => text !== null);
}

const masterKeyText = () => Buffer.from(server.context.settings.masterKey ?? []).toString('hex');

async function everything(): Promise<string[]> {
  const found = [...(await textsInDatabase()), ...(await textsInFiles())];
  return [...found, ...(await unsealed(found)), masterKeyText()];
}

/** What an attacker can read of a message, with every private bundle that was found. */
async function readBy(texts: readonly string[], sealed: string, uniqueId: string): Promise<(string | null)[]> {
  const bundles = texts.filter((text) => text.includes('"kid"') && text.includes('"d"'));
  const readers = await Promise.all(bundles.map((text) => importPrivateKeys(text).catch(() => null)));
  const opened = readers.map(async (keys) => keys && (await openText(1, sealed, { uniqueId, keys })));
  return (await Promise.all(opened)).filter((text) => text !== null);
}

test('all contents of a person without protected keys can be opened', async () => {
  const texts = await everything();
  for (const sealed of [before, after]) expect(await readBy(texts, sealed, luca.contactId)).toContain(TEXT);
});

test('no content of a person with protected keys can be opened, from before or after the switch', async () => {
  const texts = await everything();
  for (const sealed of [before, after]) expect(await readBy(texts, sealed, giulia.contactId)).toEqual([]);
});

test('nothing of the person’s secrets is there, in plain or under MASTER_KEY', async () => {
  const all = (await everything()).join('\n');
  const { keys } = JSON.parse(own.privateKey) as { keys: { d: string }[] };
  const { keys: former } = JSON.parse(own.formerPrivateKey) as { keys: { d: string }[] };
  const secrets = [...keys, ...former].map(({ d }) => d);
  for (const secret of [...secrets, own.passphrase, own.recoveryCode, own.recoveryCode.replaceAll('-', '')]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(all).not.toContain(secret);
  }
  expect(all).toContain(own.publicKey);
});

test('nothing that is there opens the vault', async () => {
  const texts = await everything();
  const owner = { uniqueId: giulia.contactId, publicKey: own.publicKey };
  const vault = texts.find((text) => text === own.keyVault) ?? '';
  // Tried as recovery codes: the passphrase has the same two ways, and takes a second per attempt.
  for (const recoveryCode of texts)
    expect(await openVault(vault, owner, { recoveryCode }), recoveryCode).toEqual({ is: 'wrong' });
  expect(await openVault(vault, owner, { passphrase: masterKeyText() })).toEqual({ is: 'wrong' });
});

test('the person reads both', async () => {
  const reader = await unlock(giulia, own);
  for (const sealed of [before, after]) expect(await openText(1, sealed, reader)).toBe(TEXT);
});
