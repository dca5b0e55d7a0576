/** Secrets of the server: from the settings, or generated once and stored under DATA_DIR. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogKeys, type LogKeys } from '@earth/crypto/keys';
import { type ColumnSeal, createColumnSeal } from './column-seal';
import type { Settings } from './settings';
import { writeOnce } from './write-once';

/** What opens the sealed columns of the database. */
export interface Seals {
  /** Encrypts the contacts' private keys, and other secrets, for the database. */
  readonly columnSeal: ColumnSeal;
  /** Key pair of crash logs: the app seals them for it. */
  readonly logKeys: LogKeys;
}

export interface Secrets extends Seals {
  /** Opens the calls that need no session. Every copy of the web app contains it: it keeps out noise, not attackers. */
  readonly apiKey: string;
  /** Signs access tokens (HS256). */
  readonly accessTokenKey: Uint8Array;
  /** Signs room tokens (HS256). */
  readonly roomTokenKey: Uint8Array;
  /** Signs the URLs of private contents' files (HMAC-SHA-256). */
  readonly mediaKey: Uint8Array;
  /** Keys the hashes of sign-in codes: the hash of six digits alone can be reversed by trying all. */
  readonly codeKey: Uint8Array;
  /** The same for the codes of invitations. */
  readonly invitationKey: Uint8Array;
  /** Makes the credentials of the server's own relay (HMAC-SHA-1). */
  readonly turnSecret: string;
}

/** Derives a separate key for each purpose (RFC 5869), so that none can be used for another. */
const derive = (masterKey: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(), `earth/${purpose}/v1`, 32));

async function deriveSecrets(masterKey: Uint8Array, apiKey: string): Promise<Secrets> {
  return {
    apiKey,
    accessTokenKey: derive(masterKey, 'access-token'),
    roomTokenKey: derive(masterKey, 'room-token'),
    mediaKey: derive(masterKey, 'media-address'),
    codeKey: derive(masterKey, 'sign-in-code'),
    invitationKey: derive(masterKey, 'invitation-code'),
    turnSecret: Buffer.from(derive(masterKey, 'relay')).toString('base64url'),
    ...(await createSeals(masterKey)),
  };
}

/** @param masterKey at least 32 random bytes */
export const createSeals = async (masterKey: Uint8Array): Promise<Seals> => ({
  columnSeal: createColumnSeal(masterKey),
  logKeys: await createLogKeys(derive(masterKey, 'crash-log')),
});

export const MASTER_KEY_FILE = 'master.key';
export const keyFolderOf = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'keys');

/** Takes the keys of the settings; missing ones are generated once, in files that only this user may read. */
export async function loadSecrets(settings: Settings): Promise<Secrets> {
  const folder = keyFolderOf(settings);
  const master =
    settings.masterKey ?? Buffer.from(await loadOrCreate(folder, MASTER_KEY_FILE, randomBytes(32)), 'base64url');
  const apiKey = settings.apiKey ?? (await loadOrCreate(folder, 'api.key', randomBytes(24)));
  return await deriveSecrets(new Uint8Array(master), apiKey);
}

/** @returns the content of the file: `fresh`, unless it existed before */
export async function loadOrCreate(folder: string, name: string, fresh: Buffer): Promise<string> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeOnce(path, `${fresh.toString('base64url')}\n`);
  return (await readFile(path, 'utf8')).trim();
}
