/** The key files of a server, sealed under a passphrase: scrypt (RFC 7914) and AES-256-GCM. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { StartError } from '../config/start-error';

export const PASSPHRASE_MIN = 12;

/** 128 MB and half a second: guessing costs the same for each try. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

export type KeyFiles = Readonly<Record<string, string>>;

const sealedKeys = z.object({ salt: z.string(), iv: z.string(), tag: z.string(), sealed: z.string() });
const keyFiles = z.record(z.string(), z.string());

const derive = (passphrase: string, salt: Buffer) =>
  promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)(passphrase.normalize('NFC'), salt, 32, COST);

export async function sealKeys(files: KeyFiles, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(files), 'utf8'), cipher.final()]);
  const parts = { salt, iv, tag: cipher.getAuthTag(), sealed };
  return JSON.stringify(
    Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')])),
  );
}

/** @throws StartError if the passphrase is another one */
export async function openKeys(text: string, passphrase: string): Promise<KeyFiles> {
  const parts = sealedKeys.parse(JSON.parse(text));
  const bytes = (part: keyof typeof parts) => Buffer.from(parts[part], 'base64');
  const decipher = createDecipheriv('aes-256-gcm', await derive(passphrase, bytes('salt')), bytes('iv'));
  decipher.setAuthTag(bytes('tag'));
  try {
    const opened = Buffer.concat([decipher.update(bytes('sealed')), decipher.final()]);
    return keyFiles.parse(JSON.parse(opened.toString('utf8')));
  } catch {
    throw new StartError('BACKUP_PASSPHRASE is not that of this backup: its keys cannot be opened.');
  }
}
