/** The keys that the server works with: given as settings, or made once and kept under DATA_DIR. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogKeys, createMasterSeal, type LogKeys, type MasterSeal } from '@earth/crypto/keys';
import type { Settings } from './settings';
import { writeOnce } from './write-once';

export interface Secrets {
  /** Opens the calls that need no session. Every copy of the web app carries it: it keeps out noise, not people. */
  readonly apiKey: string;
  /** Signs access tokens (HS256). */
  readonly accessTokenKey: Uint8Array;
  /** Signs room tokens (HS256). */
  readonly roomTokenKey: Uint8Array;
  /** Signs the addresses of private contents' files (HMAC-SHA-256). */
  readonly mediaKey: Uint8Array;
  /** Makes the hash of a sign-in code worthless without it: six digits alone are soon guessed. */
  readonly codeKey: Uint8Array;
  /** The same for the codes of invitations. */
  readonly invitationKey: Uint8Array;
  /** Seals the contacts' private keys for the database. */
  readonly masterSeal: MasterSeal;
  /** What the app tells of its crashes is sealed for these. */
  readonly logKeys: LogKeys;
}

/** A key of its own for each purpose (RFC 5869), so that none can stand in for another. */
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
    masterSeal: createMasterSeal(masterKey),
    logKeys: await createLogKeys(derive(masterKey, 'crash-log')),
  };
}

/** Takes the keys of the settings; what is absent is made once, in files that only this user may read. */
export async function loadSecrets(settings: Settings): Promise<Secrets> {
  const folder = join(settings.dataDir, 'keys');
  const master = settings.masterKey ?? Buffer.from(await keep(folder, 'master.key', randomBytes(32)), 'base64url');
  const apiKey = settings.apiKey ?? (await keep(folder, 'api.key', randomBytes(24)));
  return await deriveSecrets(new Uint8Array(master), apiKey);
}

/** @returns what the file holds: `fresh`, unless it was there before */
export async function keep(folder: string, name: string, fresh: Buffer): Promise<string> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeOnce(path, `${fresh.toString('base64url')}\n`);
  return (await readFile(path, 'utf8')).trim();
}
