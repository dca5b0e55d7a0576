/** Primitives of the schemes: thin wrappers of WebCrypto. A failed decryption is null, without a reason. */
import type { Bytes } from './bytes';
import { RSA_OAEP } from './key-bundle';

/** PBKDF2 with HMAC-SHA-256 (RFC 8018, 5.2); `length` in bytes. */
export async function pbkdf2(password: Bytes, salt: Bytes, iterations: number, length: number): Promise<Bytes> {
  const material = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const params = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(params, material, length * 8));
}

const cbcKey = async (key: Bytes, usage: 'encrypt' | 'decrypt') =>
  await crypto.subtle.importKey('raw', key, 'AES-CBC', false, [usage]);

/** AES in CBC mode (NIST SP 800-38A) with PKCS #7 padding (RFC 5652, 6.3); the key's length chooses AES-256. */
export async function encryptCbc(key: Bytes, iv: Bytes, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, await cbcKey(key, 'encrypt'), bytes));
}

/** Null if the padding is wrong or the length is no multiple of a block. */
export async function decryptCbc(key: Bytes, iv: Bytes, bytes: Bytes): Promise<Bytes | null> {
  const imported = await cbcKey(key, 'decrypt');
  return await orNull(crypto.subtle.decrypt({ name: 'AES-CBC', iv }, imported, bytes));
}

/** RSA-OAEP with SHA-256, MGF1 with SHA-256, no label (RFC 8017, 7.1). */
export async function encryptOaep(publicKey: CryptoKey, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.encrypt(RSA_OAEP, publicKey, bytes));
}

/** Null if the bytes were not encrypted for this key. */
export async function decryptOaep(privateKey: CryptoKey, bytes: Bytes): Promise<Bytes | null> {
  return await orNull(crypto.subtle.decrypt(RSA_OAEP, privateKey, bytes));
}

const gcmKey = async (key: Bytes, usage: 'encrypt' | 'decrypt') =>
  await crypto.subtle.importKey('raw', key, 'AES-GCM', false, [usage]);

/** Parameters of AES-GCM besides the key. */
interface GcmParts {
  /** 12 bytes, unique for a key. */
  readonly nonce: Bytes;
  /** Authenticated, not encrypted. */
  readonly additionalData: Bytes;
}

const gcmParams = ({ nonce, additionalData }: GcmParts) => ({ name: 'AES-GCM', iv: nonce, additionalData });

/** AES in Galois/counter mode (NIST SP 800-38D), its tag of 16 bytes at the end; the key's length chooses AES-256. */
export async function encryptGcm(key: Bytes, parts: GcmParts, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.encrypt(gcmParams(parts), await gcmKey(key, 'encrypt'), bytes));
}

/** Null if anything was altered. */
export async function decryptGcm(key: Bytes, parts: GcmParts, bytes: Bytes): Promise<Bytes | null> {
  const imported = await gcmKey(key, 'decrypt');
  return await orNull(crypto.subtle.decrypt(gcmParams(parts), imported, bytes));
}

/** HKDF with SHA-256 (RFC 5869); `length` in bytes, at most 8160. */
export async function hkdf(secret: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const params = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(params, material, length * 8));
}

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Ed25519 (RFC 8032, 5.1): 64 bytes, the same for the same bytes. */
export const sign = async (privateKey: CryptoKey, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, bytes));

export const verify = async (publicKey: CryptoKey, signature: Bytes, bytes: Bytes): Promise<boolean> =>
  await crypto.subtle.verify('Ed25519', publicKey, signature, bytes);

async function orNull(decrypting: Promise<ArrayBuffer>): Promise<Bytes | null> {
  try {
    return new Uint8Array(await decrypting);
  } catch {
    return null;
  }
}
