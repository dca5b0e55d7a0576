import { expect, test } from 'vitest';
import { createKeyBundle } from './key-bundle';
import { importPublicKey, PublicKeyError } from './public-keys';

const { publicKey, privateKey } = await createKeyBundle();
/** The same bundle under another text. */
const spaced = (spaces: number) => publicKey + ' '.repeat(spaces);

test('a public key is read once, until 512 others have come', async () => {
  const first = await importPublicKey(publicKey, 'rsa');
  for (let spaces = 1; spaces <= 511; spaces += 1) await importPublicKey(spaced(spaces), 'rsa');
  expect(await importPublicKey(publicKey, 'rsa')).toBe(first);
  await importPublicKey(spaced(512), 'rsa');
  expect(await importPublicKey(publicKey, 'rsa')).not.toBe(first);
});

test('what is no public key is refused each time, a private one too', async () => {
  for (const text of ['', '{}', 'null', privateKey, privateKey]) {
    for (const kid of ['rsa', 'ed25519', 'x25519'] as const)
      await expect(importPublicKey(text, kid)).rejects.toThrow(PublicKeyError);
  }
});
