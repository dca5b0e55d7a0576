import { NOT_GENUINE, type Scheme, type SealedPlace } from '@earth/contracts';
import { importPrivateKeys, type Reader } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { renderHook } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createCipher } from './cipher';
import { type LeftOut, recordLeftOut, useLeftOut } from './left-out';
import { AppScope } from '../../testing/scope';
import { currentScope } from '../index';

async function createPerson(uniqueId: string) {
  const { publicKey, privateKey } = await createKeyBundle();
  const keys = await importPrivateKeys(privateKey);
  const onLeftOut = (people: ReadonlyMap<string, LeftOut | null>) => recordLeftOut(currentScope(), people);
  const cipherUnder = (setting: Scheme) => createCipher(setting, async () => ({ uniqueId, keys }), { onLeftOut });
  return { recipient: { uniqueId, publicKey }, cipher: cipherUnder(1), signing: cipherUnder(2) };
}

const place: SealedPlace = { kind: 'message', within: '0190b000-0000-7000-8000-000000000001', id: 'a' };

const luca = '0190a000-0000-7000-8000-000000000001';
const giulia = '0190a000-0000-7000-8000-000000000002';
const marco = '0190a000-0000-7000-8000-000000000003';

test('only the recipient can open what was sealed for them', async () => {
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

test('does not seal after it was aborted', async () => {
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

test('under scheme 2, opens only with the true author and in the right place', async () => {
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

test('falls back from scheme 2 when the setting or this device lacks it, never because of a recipient', async () => {
  const sender = await createPerson(luca);
  const keyless = { uniqueId: giulia, publicKey: '{}' };
  expect(await sender.cipher.schemeFor([sender.recipient])).toBe(1);
  expect(await sender.signing.schemeFor([sender.recipient, keyless])).toBe(2);
  expect(await createCipher(2, async () => null).schemeFor([sender.recipient])).toBe(1);
  // What changes a message that was sealed under a higher scheme.
  expect(await sender.cipher.schemeFor([sender.recipient], 2)).toBe(2);
  expect(await sender.signing.schemeFor([sender.recipient], 1)).toBe(2);
});

test('reads the keys once, but again after a failure', async () => {
  const { publicKey, privateKey } = await createKeyBundle();
  const reader = { uniqueId: luca, keys: await importPrivateKeys(privateKey) };
  const readReader = vi
    .fn<() => Promise<Reader | null>>()
    .mockRejectedValueOnce(new Error('busy'))
    .mockResolvedValueOnce(null)
    .mockResolvedValue(reader);
  const cipher = createCipher(1, readReader);
  const sealing = createCipher(1, async () => null);
  const sealed = await sealing.sealText(1, 'Close the valve', [{ uniqueId: luca, publicKey }], place);
  const open = () => cipher.openText(1, sealed, { sender: { uniqueId: luca, publicKey }, place });

  await expect(open()).rejects.toThrow('busy');
  expect(await open()).toBeNull();
  const both = await Promise.all([open(), open()]);

  expect(both).toEqual(['Close the valve', 'Close the valve']);
  expect(readReader).toHaveBeenCalledTimes(3);
});

test('a device without keys opens nothing and does not fail', async () => {
  const cipher = createCipher(1, async () => null);

  const origin = { sender: { uniqueId: luca, publicKey: '' }, place };
  expect(await cipher.openText(1, '{}', origin)).toBeNull();
  expect(await cipher.openFile(1, 'e30=', origin)).toBeNull();
});

/** The bundle with a low-order point or an unusable modulus, as a malicious server would name it. */
function broken(publicKey: string): string {
  const bundle = JSON.parse(publicKey) as { keys: Record<string, string>[] };
  const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64url');
  const even = Buffer.concat([Buffer.alloc(255, 0xc1), Buffer.from([2])]).toString('base64url');
  const keys = bundle.keys.map((key) => (key['kid'] === 'rsa' ? { ...key, n: even } : { ...key, x: zeros(32) }));
  return JSON.stringify({ ...bundle, keys });
}

describe.each([1, 2] as const)('under scheme %d, reports recipients that cannot be sealed for', (scheme) => {
  test.each(['{}', 'broken'])('leaves out and reports an unusable key, and the others can read: %s', async (kind) => {
    const [sender, reader, victim] = await Promise.all([luca, giulia, marco].map(createPerson));
    if (!sender || !reader || !victim) throw new Error('three people are needed');
    const bad = { uniqueId: marco, publicKey: kind === 'broken' ? broken(victim.recipient.publicKey) : kind };
    const people = [sender.recipient, reader.recipient, bad];
    const cipher = scheme === 2 ? sender.signing : sender.cipher;
    expect(await cipher.schemeFor(people)).toBe(scheme);
    const sealed = await cipher.sealText(scheme, 'Close the valve', people, place);
    const file = await cipher.sealFile(scheme, new Blob(['pixels']), people, place);

    const origin = { sender: sender.recipient, place };
    expect(await reader.signing.openText(scheme, sealed, origin)).toBe('Close the valve');
    expect(await reader.signing.openFile(scheme, file, origin)).toBeInstanceOf(Blob);
    expect(sealed).not.toContain(marco);
    expect(renderHook(() => useLeftOut(people), { wrapper: AppScope }).result.current).toEqual([
      { person: bad, why: 'unusable' },
    ]);

    // The keys are usable again, so the warning disappears.
    await cipher.sealText(scheme, 'Close the valve', [victim.recipient], place);
    expect(renderHook(() => useLeftOut(people), { wrapper: AppScope }).result.current).toEqual([]);
  });

  test('names left-out recipients with a useless key if the server requires all to be named', async () => {
    const [sender, reader, victim] = await Promise.all([luca, giulia, marco].map(createPerson));
    if (!sender || !reader || !victim) throw new Error('three people are needed');
    const { publicKey, privateKey } = await createKeyBundle();
    const keys = await importPrivateKeys(privateKey);
    const cipher = createCipher(scheme, async () => ({ uniqueId: luca, keys }), {
      namesAll: true,
      findRefused: async () => new Set([marco]),
    });
    const people = [reader.recipient, victim.recipient];
    expect(await cipher.findReaders(scheme, people)).toEqual([
      reader.recipient,
      { ...victim.recipient, isLeftOut: true },
    ]);
    const sealed = await cipher.sealText(scheme, 'Close the valve', people, place);
    const { RecipientKeys } = JSON.parse(sealed) as { RecipientKeys: { RecipientId: string; CriptedKey: string }[] };
    expect(RecipientKeys.map(({ RecipientId }) => RecipientId)).toEqual([giulia, marco]);
    const [good, useless] = RecipientKeys.map(({ CriptedKey }) => CriptedKey.length);
    expect(useless).toBe(good);
    const origin = { sender: { uniqueId: luca, publicKey }, place };
    expect(await victim.signing.openText(scheme, sealed, origin)).toBeNull();
    expect(await reader.signing.openText(scheme, sealed, origin)).toBe('Close the valve');
  });
});

test('seals nothing for keys that the user refuses: no text, no file, no late reader, no late key', async () => {
  const [sender, reader] = await Promise.all([luca, giulia].map(createPerson));
  if (!sender || !reader) throw new Error('two people are needed');
  const { publicKey, privateKey } = await createKeyBundle();
  const me = { uniqueId: luca, publicKey };
  const keys = await importPrivateKeys(privateKey);
  const findRefused = vi.fn(async () => new Set([giulia]));
  const cipher = createCipher(1, async () => ({ uniqueId: luca, keys }), { findRefused });
  const people = [me, reader.recipient];
  const text = await cipher.sealText(1, 'Close the valve', people, place);
  const file = await cipher.sealFile(1, new Blob(['pixels']), people, place);
  const origin = { sender: me, place };
  expect(await cipher.openText(1, text, origin)).toBe('Close the valve');
  expect(await reader.cipher.openText(1, text, origin)).toBeNull();
  expect(await reader.cipher.openFile(1, file, origin)).toBeNull();
  expect(await cipher.addRecipients(1, text, [reader.recipient], origin)).not.toContain(giulia);
  const [mine] = (JSON.parse(text) as { RecipientKeys: { CriptedKey: string }[] }).RecipientKeys;
  expect(await cipher.rewrapKey(mine?.CriptedKey ?? '', [reader.recipient], place.within)).toEqual([]);
  expect(findRefused).toHaveBeenCalledTimes(4);
});

describe.each([1, 2] as const)('under scheme %d, gives a key to participants who join late', (scheme) => {
  const elsewhere: SealedPlace = { ...place, within: '0190b000-0000-7000-8000-000000000002' };
  const keyOf = (sealed: string) =>
    (JSON.parse(sealed) as { RecipientKeys: { CriptedKey: string }[] }).RecipientKeys[0]?.CriptedKey ?? '';

  test('gives late keys only for what opened here as part of that call, whatever the server claims', async () => {
    const [sender, reader, late] = await Promise.all([luca, giulia, marco].map(createPerson));
    if (!sender || !reader || !late) throw new Error('three people are needed');
    const cipher = scheme === 2 ? sender.signing : sender.cipher;
    const [ofCall, ofRoom, unread] = await Promise.all(
      [place, elsewhere, place].map((at) => cipher.sealText(scheme, 'Close the valve', [reader.recipient], at)),
    );
    if (!ofCall || !ofRoom || !unread) throw new Error('nothing was sealed');
    await reader.signing.openText(scheme, ofCall, { sender: sender.recipient, place });
    await reader.signing.openText(scheme, ofRoom, { sender: sender.recipient, place: elsewhere });
    const give = (sealed: string) => reader.signing.rewrapKey(keyOf(sealed), [late.recipient], place.within);
    expect(await give(ofCall)).toHaveLength(1);
    // A malicious server passes a key of the room off as a key of the call.
    expect(await give(ofRoom)).toBeNull();
    expect(await give(unread)).toBeNull();
    expect(reader.signing.isProven(keyOf(unread), place.within)).toBe(false);
  });

  test("also gives late keys for opened files and for the user's own messages", async () => {
    const [sender, reader, late] = await Promise.all([luca, giulia, marco].map(createPerson));
    if (!sender || !reader || !late) throw new Error('three people are needed');
    const file = await sender.signing.sealFile(scheme, new Blob(['pixels']), [reader.recipient], place);
    if (typeof file !== 'string') throw new Error('The file is held elsewhere');
    await reader.signing.openFile(scheme, file, { sender: sender.recipient, place });
    const wire = Buffer.from(file, 'base64').toString();
    expect(await reader.signing.rewrapKey(keyOf(wire), [late.recipient], place.within)).toHaveLength(1);
    const own = await sender.signing.sealText(scheme, 'Close the valve', [sender.recipient], place);
    expect(await sender.signing.rewrapKey(keyOf(own), [late.recipient], place.within)).toHaveLength(1);
  });

  test('does not reseal a subject that does not open as the subject of the call', async () => {
    const [sender, reader, late] = await Promise.all([luca, giulia, marco].map(createPerson));
    if (!sender || !reader || !late) throw new Error('three people are needed');
    const sealed = await sender.signing.sealText(scheme, 'Pump', [reader.recipient], elsewhere);
    const origin = { sender: sender.recipient, place: { kind: 'subject', within: place.within, id: null } } as const;
    const grown = await reader.signing.addRecipients(scheme, sealed, [late.recipient], origin);
    // Scheme 1 does not bind to a place.
    expect(grown === null).toBe(scheme === 2);
    expect(await late.signing.addRecipients(scheme, sealed, [late.recipient], origin)).toBeNull();
  });
});
