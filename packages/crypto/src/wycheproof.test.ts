/**
 * The public vectors of C2SP/wycheproof for the parts of both schemes. They are not in this repository: VECTORS_DIR names
 * the folder that has `wycheproof/`, by default `shared/vectors` beside the repository. Where there is none, these tests
 * are skipped by name, but never in CI: there they fail.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hpkeKeys, readX25519, sealGcm } from '../testing/by-node';
import { decryptCbc, decryptGcm, decryptOaep, encryptCbc, encryptGcm, hkdf, pbkdf2, verify } from './cipher';
import { unwrapKey } from './hpke';
import { RSA_OAEP } from './key-bundle';

const BESIDE_THE_REPOSITORY = fileURLToPath(new URL('../../../../shared/vectors', import.meta.url));
const folder = join(process.env['VECTORS_DIR'] ?? BESIDE_THE_REPOSITORY, 'wycheproof');
const isAbsent = !existsSync(folder) && !process.env['CI'];

interface Vectors<Group, Test> {
  readonly testGroups: readonly (Group & { readonly tests: readonly (Test & { readonly tcId: number })[] })[];
}

/** The vectors of a file, each with its group. The files are public and fixed, so their shape is taken as known. */
async function read<Group, Test>(file: string) {
  const { testGroups } = JSON.parse(await readFile(join(folder, file), 'utf8')) as Vectors<Group, Test>;
  return testGroups.flatMap((group) => group.tests.map((vector) => ({ ...group, ...vector })));
}

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const toHex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex');

test.skipIf(isAbsent)('Wycheproof: RSA-OAEP 2048 with SHA-256 opens what it must and nothing else', async () => {
  const vectors = await read<{ privateKeyJwk: JsonWebKey }, { msg: string; ct: string; label: string; result: string }>(
    'rsa_oaep_2048_sha256_mgf1sha256_test.json',
  );
  expect(vectors.length).toBeGreaterThan(30);
  for (const { tcId, privateKeyJwk, msg, ct, label, result } of vectors) {
    const key = await crypto.subtle.importKey('jwk', privateKeyJwk, RSA_OAEP, false, ['decrypt']);
    // Scheme 1 has no label, so that what was wrapped with one must not open.
    const expected = result === 'valid' && label === '' ? msg : null;
    expect(toHex(await decryptOaep(key, fromHex(ct))), `tcId ${tcId}`).toBe(expected);
  }
});

test.skipIf(isAbsent)('Wycheproof: AES-256-CBC with PKCS #7 padding opens what it must and nothing else', async () => {
  const all = await read<{ keySize: number }, { key: string; iv: string; msg: string; ct: string; result: string }>(
    'aes_cbc_pkcs5_test.json',
  );
  const vectors = all.filter(({ keySize }) => keySize === 256);
  expect(vectors.length).toBeGreaterThan(70);
  for (const { tcId, key, iv, msg, ct, result } of vectors) {
    const isValid = result === 'valid';
    const opened = await decryptCbc(fromHex(key), fromHex(iv), fromHex(ct));
    const sealed = await encryptCbc(fromHex(key), fromHex(iv), fromHex(msg));
    expect(toHex(opened), `tcId ${tcId}`).toBe(isValid ? msg : null);
    expect(toHex(sealed) === ct, `tcId ${tcId}`).toBe(isValid);
  }
});

test.skipIf(isAbsent)('Wycheproof: PBKDF2 with HMAC-SHA-256 makes the same keys', async () => {
  const vectors = await read<
    object,
    { password: string; salt: string; iterationCount: number; dkLen: number; dk: string; result: string }
  >('pbkdf2_hmacsha256_test.json');
  expect(vectors.length).toBeGreaterThan(50);
  for (const { tcId, password, salt, iterationCount, dkLen, dk, result } of vectors) {
    const key = await pbkdf2(fromHex(password), fromHex(salt), iterationCount, dkLen);
    expect(toHex(key) === dk, `tcId ${tcId}`).toBe(result === 'valid');
  }
});

test.skipIf(isAbsent)('Wycheproof: AES-256-GCM opens what it must and nothing else', async () => {
  const all = await read<
    { keySize: number; ivSize: number; tagSize: number },
    { key: string; iv: string; aad: string; msg: string; ct: string; tag: string; result: string }
  >('aes_gcm_test.json');
  // A nonce of another length is never made here, nor is a shorter tag.
  const vectors = all.filter(({ keySize, ivSize, tagSize }) => keySize === 256 && ivSize === 96 && tagSize === 128);
  expect(vectors.length).toBeGreaterThan(60);
  for (const { tcId, key, iv, aad, msg, ct, tag, result } of vectors) {
    const isValid = result === 'valid';
    const parts = { nonce: fromHex(iv), additionalData: fromHex(aad) };
    const opened = await decryptGcm(fromHex(key), parts, fromHex(ct + tag));
    const sealed = await encryptGcm(fromHex(key), parts, fromHex(msg));
    expect(toHex(opened), `tcId ${tcId}`).toBe(isValid ? msg : null);
    expect(toHex(sealed) === ct + tag, `tcId ${tcId}`).toBe(isValid);
  }
});

test.skipIf(isAbsent)('Wycheproof: HKDF with SHA-256 makes the same keys, and none that is too long', async () => {
  const vectors = await read<
    object,
    { ikm: string; salt: string; info: string; size: number; okm: string; result: string }
  >('hkdf_sha256_test.json');
  expect(vectors.length).toBeGreaterThan(80);
  for (const { tcId, ikm, salt, info, size, okm, result } of vectors) {
    const made = await hkdf(fromHex(ikm), fromHex(salt), fromHex(info), size).catch(() => null);
    expect(toHex(made), `tcId ${tcId}`).toBe(result === 'valid' ? okm : null);
  }
});

test.skipIf(isAbsent)('Wycheproof: Ed25519 takes what is signed and nothing else', async () => {
  const vectors = await read<{ publicKeyJwk: JsonWebKey }, { msg: string; sig: string; result: string }>(
    'ed25519_test.json',
  );
  expect(vectors.length).toBeGreaterThan(140);
  for (const { tcId, publicKeyJwk, msg, sig, result } of vectors) {
    const { kty = '', crv = '', x = '' } = publicKeyJwk;
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    expect(await verify(key, fromHex(sig), fromHex(msg)), `tcId ${tcId}`).toBe(result === 'valid');
  }
});

test.skipIf(isAbsent)(
  'Wycheproof: X25519 comes to the same point within HPKE, and to none of small order',
  async () => {
    const vectors = await read<object, { public: string; private: string; shared: string; flags: string[] }>(
      'x25519_test.json',
    );
    expect(vectors.length).toBeGreaterThan(500);
    const recipientId = '0190a000-0000-7000-8000-0000000000a1';
    const messageKey = crypto.getRandomValues(new Uint8Array(32));
    for (const { tcId, flags, ...hex } of vectors) {
      const pair = readX25519(Buffer.from(hex.private, 'hex'));
      const enc = Buffer.from(hex.public, 'hex');
      const keys = hpkeKeys(Buffer.from(hex.shared, 'hex'), enc, pair.publicKey);
      const wrapped = Buffer.concat([enc, sealGcm(keys, Buffer.from(recipientId), Buffer.from(messageKey))]);
      const key = await crypto.subtle.importKey('jwk', pair.jwk, 'X25519', false, ['deriveBits']);
      const isNone = flags.includes('ZeroSharedSecret');
      const opened = await unwrapKey(new Uint8Array(wrapped), key, recipientId);
      expect(toHex(opened), `tcId ${tcId}`).toBe(isNone ? null : toHex(messageKey));
    }
  },
);
