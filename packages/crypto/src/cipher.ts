/** The parts of scheme 1, each a thin face of WebCrypto. What cannot be opened is null: nobody is told why. */
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

/** Null where the padding is wrong or the length is no multiple of a block. */
export async function decryptCbc(key: Bytes, iv: Bytes, bytes: Bytes): Promise<Bytes | null> {
  const imported = await cbcKey(key, 'decrypt');
  return await orNull(crypto.subtle.decrypt({ name: 'AES-CBC', iv }, imported, bytes));
}

/** RSA-OAEP with SHA-256, MGF1 with SHA-256, no label (RFC 8017, 7.1). */
export async function encryptOaep(publicKey: CryptoKey, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.encrypt(RSA_OAEP, publicKey, bytes));
}

/** Null where the bytes were not made for this key. */
export async function decryptOaep(privateKey: CryptoKey, bytes: Bytes): Promise<Bytes | null> {
  return await orNull(crypto.subtle.decrypt(RSA_OAEP, privateKey, bytes));
}

async function orNull(decrypting: Promise<ArrayBuffer>): Promise<Bytes | null> {
  try {
    return new Uint8Array(await decrypting);
  } catch {
    return null;
  }
}
