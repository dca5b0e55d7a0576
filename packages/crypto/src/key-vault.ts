/**
 * Key vault: the private bundles of a person, which only they can open. The vault has a random key, stored twice: encrypted with a key
 * derived by Argon2id from the passphrase, and with one derived by HKDF from the recovery code. `docs/security.md` gives the format,
 * `docs/decisions/0062-protected-keys.md` the reasons.
 */
import { encode, type KeyVault, keyVault, readKeyVault } from '@earth/contracts';
import { argon2id } from '@noble/hashes/argon2.js';
import * as z from 'zod/mini';
import { type Bytes, concat, fromBase64, fromUtf8, listed, toBase64, toUtf8 } from './bytes';
import { decryptGcm, encryptGcm, hkdf } from './cipher';
import { readKeyBundle } from './key-bundle';
import { createRecoveryCode, readRecoveryCode } from './recovery-code';

/** Owner of a vault. It opens for no other person and with no other public bundle. */
export interface VaultOwner {
  readonly uniqueId: string;
  readonly publicKey: string;
}

/** Texts of private bundles; former ones follow, latest first. */
export interface PrivateBundles {
  readonly privateKey: string;
  readonly former: readonly string[];
}

export type VaultSecret = { readonly passphrase: string } | { readonly recoveryCode: string };

/**
 * `wrong`: wrong passphrase or code. `foreign`: it is right, but the content was altered, or belongs to another public bundle than the
 * given one.
 */
export type OpenedVault =
  | { readonly is: 'open'; readonly bundles: PrivateBundles }
  | { readonly is: 'wrong' }
  | { readonly is: 'foreign' };

const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** RFC 9106, section 4, second recommended option: 3 passes over 64 MiB in 4 lanes. */
const ARGON2 = { t: 3, m: 64 * 1024, p: 4, dkLen: KEY_BYTES } as const;
const RECOVERY_INFO = toUtf8('earth/key-vault/recovery-key/v1');

const inside = z.strictObject({ privateKey: z.string(), former: z.array(z.string()) });

/** Random parts of a vault. */
export interface VaultSecrets {
  readonly vaultKey: Bytes;
  readonly passphraseSalt: Bytes;
  readonly recoverySalt: Bytes;
  readonly recoveryCode: string;
  /** Nonces of the bundles, of the passphrase's copy of the key, and of the recovery code's copy. */
  readonly nonces: readonly [Bytes, Bytes, Bytes];
}

async function createSecrets(): Promise<VaultSecrets> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  return {
    vaultKey: random(KEY_BYTES),
    passphraseSalt: random(SALT_BYTES),
    recoverySalt: random(SALT_BYTES),
    recoveryCode: await createRecoveryCode(),
    nonces: [random(NONCE_BYTES), random(NONCE_BYTES), random(NONCE_BYTES)],
  };
}

/** Normalizes the passphrase, because keyboards compose letters differently. Takes a second or more, and 64 MiB. */
function passphraseKeyOf(passphrase: string, salt: Bytes): Bytes {
  return new Uint8Array(argon2id(toUtf8(passphrase.normalize('NFKC')), salt, ARGON2));
}

/** The code has 130 random bits, so its derivation need not be slow. */
const recoveryKeyOf = (recoveryCode: string, salt: Bytes): Promise<Bytes> =>
  hkdf(toUtf8(recoveryCode), salt, RECOVERY_INFO, KEY_BYTES);

type Part = 'bundles' | 'passphrase' | 'recovery';

/** Additional data: names part and owner, so that no part can replace another. */
const dataOf = (part: Part, ...of: readonly string[]): Bytes => listed(['earth/key-vault/v1', part, ...of].map(toUtf8));

async function sealPart(key: Bytes, nonce: Bytes, additionalData: Bytes, bytes: Bytes): Promise<string> {
  return toBase64(concat(nonce, await encryptGcm(key, { nonce, additionalData }, bytes)));
}

async function openPart(key: Bytes, additionalData: Bytes, base64: string): Promise<Bytes | null> {
  const bytes = fromBase64(base64);
  if (!bytes || bytes.length < NONCE_BYTES) return null;
  return decryptGcm(key, { nonce: bytes.slice(0, NONCE_BYTES), additionalData }, bytes.subarray(NONCE_BYTES));
}

/**
 * Puts private bundles into a new vault with a new recovery code.
 * @param secrets only for reproducible vaults, as in the test vectors
 * @returns the vault's JSON text
 */
export async function lockVault(
  { privateKey, former }: PrivateBundles,
  { uniqueId, publicKey }: VaultOwner,
  passphrase: string,
  secrets?: VaultSecrets,
): Promise<{ keyVault: string; recoveryCode: string }> {
  const { vaultKey, passphraseSalt, recoverySalt, recoveryCode, nonces } = secrets ?? (await createSecrets());
  const [sealed, passphraseKey, recoveryKey] = await Promise.all([
    sealPart(
      vaultKey,
      nonces[0],
      dataOf('bundles', uniqueId, publicKey),
      toUtf8(JSON.stringify({ privateKey, former })),
    ),
    sealPart(passphraseKeyOf(passphrase, passphraseSalt), nonces[1], dataOf('passphrase', uniqueId), vaultKey),
    sealPart(await recoveryKeyOf(recoveryCode, recoverySalt), nonces[2], dataOf('recovery', uniqueId), vaultKey),
  ]);
  const vault: KeyVault = {
    version: 1,
    sealed,
    passphraseSalt: toBase64(passphraseSalt),
    passphraseKey,
    recoverySalt: toBase64(recoverySalt),
    recoveryKey,
  };
  return { keyVault: JSON.stringify(encode(keyVault, vault)), recoveryCode };
}

async function openVaultKey(vault: KeyVault, uniqueId: string, secret: VaultSecret): Promise<Bytes | null> {
  if ('passphrase' in secret) {
    const salt = fromBase64(vault.passphraseSalt);
    const key = salt && passphraseKeyOf(secret.passphrase, salt);
    return key && openPart(key, dataOf('passphrase', uniqueId), vault.passphraseKey);
  }
  const [salt, code] = [fromBase64(vault.recoverySalt), await readRecoveryCode(secret.recoveryCode)];
  const key = salt && code !== null ? await recoveryKeyOf(code, salt) : null;
  return key && openPart(key, dataOf('recovery', uniqueId), vault.recoveryKey);
}

function readInside(bytes: Bytes): PrivateBundles | null {
  try {
    return z.parse(inside, JSON.parse(fromUtf8(bytes) ?? ''));
  } catch {
    return null;
  }
}

/** Whether a private bundle matches a public one. */
function belongsTo(privateKey: string, publicKey: string): boolean {
  const [mine, named] = [readKeyBundle(privateKey, 'private'), readKeyBundle(publicKey, 'public')];
  if (!mine || !named) return false;
  return mine.rsa.n === named.rsa.n && mine.ed25519.x === named.ed25519.x && mine.x25519.x === named.x25519.x;
}

/** Opens a vault's JSON text. Never throws, whatever the server sent. */
export async function openVault(text: string, owner: VaultOwner, secret: VaultSecret): Promise<OpenedVault> {
  const vault = readKeyVault(text);
  if (!vault) return { is: 'foreign' };
  const vaultKey = await openVaultKey(vault, owner.uniqueId, secret);
  if (!vaultKey) return { is: 'wrong' };
  const opened = await openPart(vaultKey, dataOf('bundles', owner.uniqueId, owner.publicKey), vault.sealed);
  const bundles = opened && readInside(opened);
  return bundles && belongsTo(bundles.privateKey, owner.publicKey) ? { is: 'open', bundles } : { is: 'foreign' };
}
