import { NOT_GENUINE, type Scheme, type SealedPlace } from '@earth/contracts';
import { importPrivateKeys, type Reader } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { expect, test, vi } from 'vitest';
import { createCipher } from './cipher';

async function createPerson(uniqueId: string) {
  const { publicKey, privateKey } = await createKeyBundle();
  const keys = await importPrivateKeys(privateKey);
  const cipherUnder = (setting: Scheme) => createCipher(setting, async () => ({ uniqueId, keys }));
  return { recipient: { uniqueId, publicKey }, cipher: cipherUnder(1), signing: cipherUnder(2) };
}

const place: SealedPlace = { kind: 'message', within: '0190b000-0000-7000-8000-000000000001', id: 'a' };

const luca = '0190a000-0000-7000-8000-000000000001';
const giulia = '0190a000-0000-7000-8000-000000000002';
const marco = '0190a000-0000-7000-8000-000000000003';

test('what one seals for another is read by that one alone', async () => {
  const [sender, reader, stranger] = await Promise.all([luca, giulia, marco].map(createPerson));
  if (!sender || !reader || !stranger) throw new Error('three people are needed');

  const text = await sender.cipher.sealText(1, 'Close the valve', [reader.recipient], place);
  const file = await sender.cipher.sealFile(1, new Blob(['pixels']), [reader.recipient], place);

  const origin = { sender: sender.recipient, place };
  expect(await reader.cipher.openText(1, text, origin)).toBe('Close the valve');
  const opened = await reader.cipher.openFile(1, file, origin);
  expect(opened instanceof Blob && (await opened.text())).toBe('pixels');
  expect(await stranger.cipher.openText(1, text, origin)).toBeNull();
});

test('what is stopped while it is sealed is not sealed', async () => {
  const { cipher, recipient } = await createPerson(luca);
  const stop = new AbortController();
  const file = new Blob(['pixels']);
  const read = vi.spyOn(file, 'arrayBuffer').mockImplementation(async () => {
    stop.abort();
    return new ArrayBuffer();
  });
  const seal = () => cipher.sealFileUntil(stop.signal)(1, file, [recipient], place);
  await expect(seal()).rejects.toThrow('aborted');
  await expect(seal()).rejects.toThrow('aborted');
  expect(read).toHaveBeenCalledOnce();
});

test('under scheme 2 it is read as what the one wrote who did, and in its place', async () => {
  const [sender, reader, stranger] = await Promise.all([luca, giulia, marco].map(createPerson));
  if (!sender || !reader || !stranger) throw new Error('three people are needed');

  const scheme = await sender.signing.schemeFor([reader.recipient]);
  const text = await sender.signing.sealText(scheme, 'Close the valve', [reader.recipient], place);
  const file = await sender.signing.sealFile(scheme, new Blob(['pixels']), [reader.recipient], place);

  expect(scheme).toBe(2);
  const origin = { sender: sender.recipient, place };
  expect(await reader.signing.openText(2, text, origin)).toBe('Close the valve');
  const opened = await reader.cipher.openFile(2, file, origin);
  expect(opened instanceof Blob && (await opened.text())).toBe('pixels');
  for (const claimed of [
    { ...origin, sender: stranger.recipient },
    { ...origin, place: { ...place, id: 'b' } },
  ]) {
    expect(await reader.signing.openText(2, text, claimed)).toEqual(NOT_GENUINE);
    expect(await reader.signing.openFile(2, file, claimed)).toEqual(NOT_GENUINE);
  }
});

test('scheme 2 is left where the setting, a reader or this device does not have it', async () => {
  const sender = await createPerson(luca);
  const keyless = { uniqueId: giulia, publicKey: '{}' };
  expect(await sender.cipher.schemeFor([sender.recipient])).toBe(1);
  expect(await sender.signing.schemeFor([sender.recipient, keyless])).toBe(1);
  expect(await createCipher(2, async () => null).schemeFor([sender.recipient])).toBe(1);
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
  const sealed = await cipher.sealText(1, 'Close the valve', [{ uniqueId: luca, publicKey }], place);
  const open = () => cipher.openText(1, sealed, { sender: { uniqueId: luca, publicKey }, place });

  await expect(open()).rejects.toThrow('busy');
  expect(await open()).toBeNull();
  const both = await Promise.all([open(), open()]);

  expect(both).toEqual(['Close the valve', 'Close the valve']);
  expect(readReader).toHaveBeenCalledTimes(3);
});

test('a device without keys reads nothing and does not fail', async () => {
  const cipher = createCipher(1, async () => null);

  const origin = { sender: { uniqueId: luca, publicKey: '' }, place };
  expect(await cipher.openText(1, '{}', origin)).toBeNull();
  expect(await cipher.openFile(1, 'e30=', origin)).toBeNull();
});
