import { importPrivateKeys, type Reader } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { expect, test, vi } from 'vitest';
import { createCipher } from './cipher';

async function createPerson(uniqueId: string) {
  const { publicKey, privateKey } = await createKeyBundle();
  const keys = await importPrivateKeys(privateKey);
  return { recipient: { uniqueId, publicKey }, cipher: createCipher(1, async () => ({ uniqueId, keys })) };
}

const luca = '0190a000-0000-7000-8000-000000000001';
const giulia = '0190a000-0000-7000-8000-000000000002';
const marco = '0190a000-0000-7000-8000-000000000003';

test('what one seals for another is read by that one alone', async () => {
  const [sender, reader, stranger] = await Promise.all([luca, giulia, marco].map(createPerson));
  if (!sender || !reader || !stranger) throw new Error('three people are needed');

  const text = await sender.cipher.sealText('Close the valve', [reader.recipient]);
  const file = await sender.cipher.sealFile(new Blob(['pixels']), [reader.recipient]);

  expect(await reader.cipher.openText(1, text)).toBe('Close the valve');
  expect(await (await reader.cipher.openFile(1, file))?.text()).toBe('pixels');
  expect(await stranger.cipher.openText(1, text)).toBeNull();
});

test('the keys are read once, but again after they could not be', async () => {
  const { publicKey, privateKey } = await createKeyBundle();
  const reader = { uniqueId: luca, keys: await importPrivateKeys(privateKey) };
  const readReader = vi
    .fn<() => Promise<Reader | null>>()
    .mockRejectedValueOnce(new Error('busy'))
    .mockResolvedValueOnce(null)
    .mockResolvedValue(reader);
  const cipher = createCipher(1, readReader);
  const sealed = await cipher.sealText('Close the valve', [{ uniqueId: luca, publicKey }]);

  await expect(cipher.openText(1, sealed)).rejects.toThrow('busy');
  expect(await cipher.openText(1, sealed)).toBeNull();
  const both = await Promise.all([cipher.openText(1, sealed), cipher.openText(1, sealed)]);

  expect(both).toEqual(['Close the valve', 'Close the valve']);
  expect(readReader).toHaveBeenCalledTimes(3);
});

test('a device without keys reads nothing and does not fail', async () => {
  const cipher = createCipher(1, async () => null);

  expect(await cipher.openText(1, '{}')).toBeNull();
  expect(await cipher.openFile(1, 'e30=')).toBeNull();
});
