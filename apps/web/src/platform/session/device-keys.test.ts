/** The private keys as they are really stored: in IndexedDB. */
import { openText, sealText } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { get } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { deviceKeys } from './device-keys';

const id = '0190a000-0000-7000-8000-0000000000aa';
const bundle = await createKeyBundle();

beforeEach(() => deviceKeys.delete());

test('A3.17: pk: the key in the browser’s database opens what is sealed for the user', async () => {
  await deviceKeys.save(bundle.privateKey);
  expect(await get('pk')).toMatchObject({ rsa: { type: 'private' } });
  const sealed = await sealText(1, 'Which valve?', [{ uniqueId: id, publicKey: bundle.publicKey }]);
  const keys = await deviceKeys.read();
  expect(keys && (await openText(1, sealed, { uniqueId: id, keys }))).toBe('Which valve?');
});

test('A3.17: pk: the key cannot be exported, and its text is not stored', async () => {
  await deviceKeys.save(bundle.privateKey);
  const kept = await get<Record<string, CryptoKey>>('pk');
  const keys = Object.values(kept ?? {});
  expect(keys).toHaveLength(3);
  for (const key of keys) await expect(crypto.subtle.exportKey('jwk', key)).rejects.toThrow(/not extractable|Access/i);
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test('A3.17: pk: the deleted key is gone', async () => {
  await deviceKeys.save(bundle.privateKey);
  await deviceKeys.delete();
  expect([await get('pk'), await deviceKeys.read()]).toEqual([undefined, null]);
});
