import { afterEach, expect, test, vi } from 'vitest';
import { createKeyBundle } from './key-bundle';
import { importPrivateKeys, PrivateKeyError } from './private-keys';

const { publicKey, privateKey } = await createKeyBundle();

afterEach(() => {
  vi.restoreAllMocks();
});

/** A browser that does not know an algorithm, or in which reading its key goes wrong in another way. */
function importFailing(algorithm: string, errorName: string) {
  const { importKey } = SubtleCrypto.prototype;
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation(async function (
    this: SubtleCrypto,
    ...args: Parameters<typeof importKey>
  ) {
    if (args[2] === algorithm) throw new DOMException('no', errorName);
    return await importKey.apply(this, args);
  });
}

test('no private key can be exported again', async () => {
  const { rsa, ed25519, x25519 } = await importPrivateKeys(privateKey);
  for (const key of [rsa, ed25519 ?? rsa, x25519 ?? rsa]) {
    await expect(crypto.subtle.exportKey('jwk', key)).rejects.toThrow('not extractable');
  }
  expect([rsa.usages, ed25519?.usages, x25519?.usages]).toEqual([['decrypt'], ['sign'], ['deriveBits']]);
});

test.each(['Ed25519', 'X25519'])('a browser that does not know %s goes on without it', async (algorithm) => {
  importFailing(algorithm, 'NotSupportedError');
  const keys = await importPrivateKeys(privateKey);
  const kept = algorithm === 'Ed25519' ? ['rsa', 'x25519'] : ['rsa', 'ed25519'];
  expect(Object.keys(keys)).toEqual(kept);
});

test('a key that does not import for another reason is an error', async () => {
  importFailing('Ed25519', 'DataError');
  await expect(importPrivateKeys(privateKey)).rejects.toThrow(PrivateKeyError);
});

test.each([
  ['a public key', publicKey],
  ['no JSON', 'privateKey'],
  ['nothing', ''],
  ['an empty set', '{"version":1,"keys":[]}'],
  ['another version', privateKey.replace('"version":1', '"version":2')],
])('%s is refused as a private key', async (_, text) => {
  await expect(importPrivateKeys(text)).rejects.toThrow(PrivateKeyError);
});
