/** The vectors, and what we seal today, opened by an independent tool: `openssl` 3 from the command line. */
import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import vectors from '../../../interop/crypto-scheme1.json';
import type { SealedWire } from '../testing/wire';
import { readKeyBundle } from './key-bundle';
import { sealFile, sealText } from './seal';

const run = promisify(execFile);

/** The bytes that openssl writes to its standard output. */
const openssl = async (...args: readonly string[]): Promise<Buffer> =>
  (await run('openssl', args, { encoding: 'buffer' })).stdout;

/** LibreSSL, which macOS calls `openssl`, and OpenSSL 1 have no `kdf`. */
const hasOpenssl3 = await openssl('version').then(
  (version) => /^OpenSSL [3-9]/.test(version.toString()),
  () => false,
);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earth-crypto-'));
  for (const [name, { privateKey }] of Object.entries(vectors.people)) {
    const jwk = readKeyBundle(privateKey, 'private')?.rsa;
    if (!jwk) throw new Error(`The keys of ${name} do not read`);
    const pem = createPrivateKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' });
    await writeFile(join(folder, `${name}.pem`), pem, { mode: 0o600 });
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const optionFor = (flag: string) => (option: string) => [flag, option];

/** Opens an envelope by openssl alone: the wrapped key, then the AES key, then the text. */
async function openByOpenssl(
  json: string,
  name: string,
): Promise<{ messageKey: string; aesKey: string; plain: Buffer }> {
  const { Message, RecipientKeys } = JSON.parse(json) as SealedWire;
  const { uniqueId } = Object.entries(vectors.people).find(([person]) => person === name)?.[1] ?? { uniqueId: '' };
  const wrapped = RecipientKeys.find(({ RecipientId }) => RecipientId === uniqueId)?.CriptedKey ?? '';
  const [keyFile, textFile] = [join(folder, 'wrapped'), join(folder, 'text')];
  await writeFile(keyFile, Buffer.from(wrapped, 'base64'));
  const oaep = ['rsa_padding_mode:oaep', 'rsa_oaep_md:sha256', 'rsa_mgf1_md:sha256'].flatMap(optionFor('-pkeyopt'));
  const messageKey = await openssl(
    'pkeyutl',
    '-decrypt',
    '-inkey',
    join(folder, `${name}.pem`),
    ...oaep,
    '-in',
    keyFile,
  );
  const sealed = Buffer.from(Message, 'base64');
  const [salt, iv] = [sealed.subarray(0, 32).toString('hex'), sealed.subarray(32, 48).toString('hex')];
  const password = `pass:${messageKey.toString('ascii')}`;
  const kdf = ['digest:SHA256', password, `hexsalt:${salt}`, 'iter:1000'].flatMap(optionFor('-kdfopt'));
  const aesKey = await openssl('kdf', '-keylen', '32', '-binary', ...kdf, 'PBKDF2');
  await writeFile(textFile, sealed.subarray(48));
  const plain = await openssl('enc', '-d', '-aes-256-cbc', '-K', aesKey.toString('hex'), '-iv', iv, '-in', textFile);
  return { messageKey: messageKey.toString('ascii'), aesKey: aesKey.toString('hex'), plain };
}

const fileJson = (base64: string) => Buffer.from(base64, 'base64').toString();

test.skipIf(!hasOpenssl3).each(vectors.opens)('openssl opens: $name', async (vector) => {
  const json = vector.form === 'text' ? vector.sealed : fileJson(vector.sealed);
  for (const name of vector.readers) {
    const opened = await openByOpenssl(json, name);
    expect(opened.messageKey).toBe(vector.messageKey);
    expect(opened.aesKey).toBe(vector.aesKey);
    expect(opened.plain.toString('hex')).toBe(vector.plainHex);
  }
});

test.skipIf(!hasOpenssl3)('openssl opens what is sealed now, a text and a file', async () => {
  const { luca, giulia } = vectors.people;
  const text = 'The pump is dry — «a secco»';
  const file = crypto.getRandomValues(new Uint8Array(50_000));
  const sealedText = await sealText(1, text, [luca, giulia]);
  const sealedFile = await sealFile(1, file, [luca, giulia]);
  for (const name of ['luca', 'giulia']) {
    expect((await openByOpenssl(sealedText, name)).plain.toString()).toBe(text);
    expect((await openByOpenssl(fileJson(sealedFile), name)).plain.equals(file)).toBe(true);
  }
});
