import { expect, test } from 'vitest';
import { createKeyBundle } from './key-bundle';
import { importPublicKey, PublicKeyError } from './public-keys';

const { publicKey, privateKey } = await createKeyBundle();
/** The same bundle under another text. */
const spaced = (spaces: number) => publicKey + ' '.repeat(spaces);

test('a public key is read once, until 256 others have come', async () => {
  const first = await importPublicKey(publicKey);
  for (let spaces = 1; spaces <= 255; spaces += 1) await importPublicKey(spaced(spaces));
  expect(await importPublicKey(publicKey)).toBe(first);
  await importPublicKey(spaced(256));
  expect(await importPublicKey(publicKey)).not.toBe(first);
});

test('what is no public key is refused each time, a private one too', async () => {
  for (const text of ['', '{}', 'null', privateKey, privateKey]) {
    await expect(importPublicKey(text)).rejects.toThrow(PublicKeyError);
  }
});
