/**
 * The public vectors of C2SP/wycheproof for the parts of scheme 1. They are not in this repository: VECTORS_DIR names
 * the folder that has `wycheproof/`, by default `shared/vectors` beside the repository. Where there is none, these tests
 * are skipped by name.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { decryptCbc, decryptOaep, encryptCbc, pbkdf2 } from './cipher';
import { RSA_OAEP } from './key-bundle';

const BESIDE_THE_REPOSITORY = fileURLToPath(new URL('../../../../shared/vectors', import.meta.url));
const folder = join(process.env['VECTORS_DIR'] ?? BESIDE_THE_REPOSITORY, 'wycheproof');
const isAbsent = !existsSync(folder);

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
