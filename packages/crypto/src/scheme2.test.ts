import { isGenuine, NOT_GENUINE, type SealedPlace as Place } from '@earth/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPerson } from '../testing/people';
import type { SignedWire } from '../testing/wire';
import { addRecipients, type Author, openFile, openText, rewrapKey, schemeFor, sealFile, sealText } from './index';
import type { Reader } from './people';

/** Fixed seed, so that failures are reproducible. */
const SEED = 20_261_122;
const TEXT = 'The feed pump P-204 is dry';
const CALL = '0190b000-0000-7000-8000-000000000001';
const place: Place = { kind: 'message', within: CALL, id: 'm-1' };

const luca = await createPerson('0190a000-0000-7000-8000-0000000000a1');
const giulia = await createPerson('0190a000-0000-7000-8000-0000000000b2');
const marco = await createPerson('0190a000-0000-7000-8000-0000000000c3');
const both = [luca.recipient, giulia.recipient];
const byLuca: Author = { sender: luca.reader, place };
const fromLuca = { sender: luca.recipient, place };

const wireOf = (sealed: string) => JSON.parse(sealed) as SignedWire;
const sealed = await sealText(2, TEXT, both, byLuca);

test('every recipient reads any text and any file, and knows who wrote it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 100 }), async (text, bytes) => {
      const sealedText = await sealText(2, text, both, byLuca);
      const sealedFile = await sealFile(2, bytes, both, byLuca);
      for (const { reader } of [luca, giulia]) {
        expect(await openText(2, sealedText, reader, fromLuca)).toBe(text);
        expect(await openFile(2, sealedFile, reader, fromLuca)).toEqual(new Uint8Array(bytes));
      }
    }),
    { seed: SEED, numRuns: 20 },
  );
});

test('A5.9: a message for others cannot be opened', async () => {
  expect(await openText(2, sealed, marco.reader, fromLuca)).toBeNull();
  expect(await openFile(2, btoa(sealed), marco.reader, fromLuca)).toBeNull();
});

test('A5.1, A8.6: sealing without a recipient fails with «there are no participants»', async () => {
  await expect(sealText(2, TEXT, [], byLuca)).rejects.toThrow('there are no participants');
});

test('the id of a recipient does not open it without the key', async () => {
  const impostor = { uniqueId: giulia.reader.uniqueId, keys: marco.reader.keys };
  expect(await openText(2, sealed, impostor, fromLuca)).toBeNull();
});

test.each<[string, Partial<Place>]>([
  ['in another call', { within: '0190b000-0000-7000-8000-000000000002' }],
  ['as another kind of thing', { kind: 'notes' }],
  ['as another message', { id: 'm-2' }],
  ['as one without an id', { id: null }],
])('what was sealed for one place is not genuine %s', async (_, moved) => {
  const origin = { sender: luca.recipient, place: { ...place, ...moved } };
  expect(await openText(2, sealed, giulia.reader, origin)).toEqual(NOT_GENUINE);
  expect(await openFile(2, btoa(sealed), giulia.reader, origin)).toEqual(NOT_GENUINE);
});

test('the id of a place does not run into the next one', async () => {
  const author = { sender: luca.reader, place: { ...place, within: 'ab', id: 'c' } };
  const moved = { sender: luca.recipient, place: { ...place, within: 'a', id: 'bc' } };
  expect(await openText(2, await sealText(2, TEXT, both, author), giulia.reader, moved)).toEqual(NOT_GENUINE);
});

test('what one person wrote is not genuine as another’s, whichever of name and key is the other’s', async () => {
  const { uniqueId, publicKey } = marco.recipient;
  for (const sender of [marco.recipient, { ...luca.recipient, publicKey }, { ...luca.recipient, uniqueId }])
    expect(await openText(2, sealed, giulia.reader, { sender, place })).toEqual(NOT_GENUINE);
});

test('nobody can sign what another has sealed as their own: neither without its key nor with it', async () => {
  const byMarco = wireOf(await sealText(2, 'Shut it down', both, { sender: marco.reader, place }));
  const mixed = { ...wireOf(sealed), Signature: byMarco.Signature };
  const origin = { sender: marco.recipient, place };
  for (const [name, part] of Object.entries(byMarco)) {
    const swapped = JSON.stringify({ ...mixed, [name]: part });
    expect(await openText(2, swapped, giulia.reader, origin)).toEqual(NOT_GENUINE);
  }
});

test('for whom it was sealed cannot be changed: neither more of them, nor fewer, nor in another order', async () => {
  const wire = wireOf(sealed);
  const ids = wire.Recipients;
  for (const Recipients of [[...ids, marco.recipient.uniqueId], ids.slice(1), ids.toReversed(), []])
    expect(await openText(2, JSON.stringify({ ...wire, Recipients }), giulia.reader, fromLuca)).toEqual(NOT_GENUINE);
});

test('nothing is genuine from an author with an invalid key', async () => {
  const sender = { ...luca.recipient, publicKey: '{}' };
  expect(await openText(2, sealed, giulia.reader, { sender, place })).toEqual(NOT_GENUINE);
});

test('an envelope of one scheme is none of the other', async () => {
  expect(await openText(1, sealed, giulia.reader)).toBeNull();
  expect(await openText(2, await sealText(1, TEXT, both), giulia.reader, fromLuca)).toEqual(NOT_GENUINE);
});

test('whether something is genuine is told apart from what it holds, after the copy between two threads too', async () => {
  expect(isGenuine(structuredClone(NOT_GENUINE))).toBe(false);
  for (const opened of [null, '', 'notGenuine', new Uint8Array(), new Blob(), { is: 'opened' }])
    expect(isGenuine<unknown>(opened)).toBe(true);
});

test('a later reader opens it with an added key, and it stays genuine', async () => {
  const grown = (await addRecipients(2, sealed, giulia.reader, [marco.recipient, ...both])) ?? '';
  expect(await openText(2, grown, marco.reader, fromLuca)).toBe(TEXT);
  const [before, after] = [wireOf(sealed), wireOf(grown)];
  expect(after.RecipientKeys.slice(0, 2)).toEqual(before.RecipientKeys);
  expect(after).toEqual({ ...before, RecipientKeys: [...before.RecipientKeys, after.RecipientKeys[2]] });
  // For whom Luca wrote it stays to be read from it.
  expect(after.Recipients).toEqual(both.map(({ uniqueId }) => uniqueId));
});

test('a later reader can add further readers', async () => {
  const paolo = await createPerson('0190a000-0000-7000-8000-0000000000d4');
  const grown = (await addRecipients(2, sealed, giulia.reader, [marco.recipient])) ?? '';
  const again = (await addRecipients(2, grown, marco.reader, [paolo.recipient])) ?? '';
  expect(await openText(2, again, paolo.reader, fromLuca)).toBe(TEXT);
  expect(await addRecipients(2, sealed, paolo.reader, [marco.recipient])).toBeNull();
});

test('the key alone is enough for a file, and tells its scheme by itself', async () => {
  const mine = wireOf(sealed).RecipientKeys[1]?.CriptedKey ?? '';
  const [added] = (await rewrapKey(mine, giulia.reader, [marco.recipient])) ?? [];
  const RecipientKeys = [{ CriptedKey: added?.encryptedKey, RecipientId: added?.recipientId }];
  const file = btoa(JSON.stringify({ ...wireOf(sealed), RecipientKeys }));
  expect(Buffer.from((await openFile(2, file, marco.reader, fromLuca)) as Uint8Array).toString()).toBe(TEXT);
  expect(await rewrapKey(mine, luca.reader, [marco.recipient])).toBeNull();
});

test('a useless added key excludes the new reader and does not make the text look altered', async () => {
  const other = wireOf(await sealText(2, TEXT, [...both, marco.recipient], byLuca)).RecipientKeys[2];
  const wire = wireOf(sealed);
  const useless = { ...wire, RecipientKeys: [...wire.RecipientKeys, other] };
  expect(await openText(2, JSON.stringify(useless), marco.reader, fromLuca)).toBeNull();
  expect(await openText(2, JSON.stringify(useless), giulia.reader, fromLuca)).toBe(TEXT);
});

test('fails if one recipient has no key, so that nobody is left out silently', async () => {
  const broken = { uniqueId: marco.recipient.uniqueId, publicKey: '{}' };
  await expect(sealText(2, TEXT, [...both, broken], byLuca)).rejects.toThrow('public key');
  await expect(addRecipients(2, sealed, giulia.reader, [broken])).rejects.toThrow('public key');
});

test('each message has a key, a nonce and ephemeral keys of its own', async () => {
  const envelopes = await Promise.all(
    Array.from({ length: 20 }, async () => wireOf(await sealText(2, TEXT, both, byLuca))),
  );
  const distinct = (values: readonly string[]) => new Set(values).size;
  expect(distinct(envelopes.map(({ KeyCommitment }) => KeyCommitment))).toBe(20);
  expect(distinct(envelopes.map(({ Message }) => Message.slice(0, 16)))).toBe(20);
  const wrapped = envelopes.flatMap(({ RecipientKeys }) => RecipientKeys.map(({ CriptedKey }) => CriptedKey));
  expect(distinct(wrapped.map((key) => key.slice(0, 40)))).toBe(40);
});

test('a person who is named twice gets one key, and is named once', async () => {
  const { RecipientKeys, Recipients } = wireOf(await sealText(2, TEXT, [...both, luca.recipient], byLuca));
  expect(RecipientKeys.map(({ RecipientId }) => RecipientId)).toEqual(Recipients);
  expect(Recipients).toEqual(both.map(({ uniqueId }) => uniqueId));
});

test('a picture of 12 megapixels is sealed and opened', async () => {
  const picture = new Uint8Array(8 * 1024 * 1024).map((_, index) => (index * 2_654_435_761) >>> 13);
  const opened = await openFile(2, await sealFile(2, picture, both, byLuca), giulia.reader, fromLuca);
  expect(Buffer.compare(opened as Uint8Array, picture)).toBe(0);
});

test('private keys still sign and open after the copy that IndexedDB makes', async () => {
  const again = await sealText(2, TEXT, both, { sender: structuredClone(luca.reader), place });
  expect(await openText(2, again, structuredClone(giulia.reader), fromLuca)).toBe(TEXT);
});

test('scheme 2 is used where the setting wants it and everybody has the keys, else 1', async () => {
  expect(await schemeFor(2, luca.reader, both)).toBe(2);
  expect(await schemeFor(1, luca.reader, both)).toBe(1);
  expect(await schemeFor(0, luca.reader, both)).toBe(0);
  const keyless = { uniqueId: marco.recipient.uniqueId, publicKey: '{}' };
  // Who has no keys at all cannot be written to: that is refused when it comes to sealing.
  expect(await schemeFor(2, luca.reader, [...both, keyless])).toBe(1);
  await expect(sealText(1, TEXT, [...both, keyless])).rejects.toThrow('key bundle');
});

test('a device that does not know the algorithms seals under scheme 1, and reads nothing of scheme 2', async () => {
  const { rsa } = luca.reader.keys;
  const old: Reader = { uniqueId: luca.reader.uniqueId, keys: { rsa } };
  expect(await schemeFor(2, old, both)).toBe(1);
  expect(await schemeFor(2, null, both)).toBe(1);
  expect(await openText(2, sealed, old, fromLuca)).toBeNull();
  expect(await rewrapKey(wireOf(sealed).RecipientKeys[0]?.CriptedKey ?? '', old, both)).toBeNull();
  for (const author of [null, { sender: old, place }])
    await expect(sealText(2, TEXT, both, author)).rejects.toThrow('private key');
});

test('the name of a file is signed; what was sealed before names were is opened under whatever name it has', async () => {
  const filePlace: Place = { kind: 'file', within: CALL, id: 'm-1' };
  const named: Place = { ...filePlace, fileName: 'seal.pdf' };
  const bytes = new Uint8Array([1, 2, 3]);
  const [before, now] = await Promise.all(
    [filePlace, named].map((at) => sealFile(2, bytes, both, { sender: luca.reader, place: at })),
  );
  const open = (sealedFile: string | undefined, at: Place) =>
    openFile(2, sealedFile ?? '', giulia.reader, { sender: luca.recipient, place: at });
  expect(await open(now, named)).toEqual(bytes);
  for (const other of [{ ...named, fileName: 'setup.exe' }, { ...named, fileName: null }, filePlace])
    expect(await open(now, other)).toEqual(NOT_GENUINE);
  for (const at of [filePlace, named]) expect(await open(before, at)).toEqual(bytes);
  // No part of the head runs into the next.
  expect(await open(now, { ...named, kind: 'file', fileName: 'seal.pdffile' })).toEqual(NOT_GENUINE);
});

test('who took a snapshot is signed: it can be neither changed, nor added, nor left out', async () => {
  const own: Place = { kind: 'pic', within: CALL, id: 'p-1' };
  const asked: Place = { ...own, takenBy: giulia.recipient.uniqueId };
  const bytes = new Uint8Array([1, 2, 3]);
  const seal = (at: Place) => sealFile(2, bytes, both, { sender: luca.reader, place: at });
  const open = (sealedFile: string, at: Place) =>
    openFile(2, sealedFile, giulia.reader, { sender: luca.recipient, place: at });
  const [ownSealed, askedSealed] = [await seal(own), await seal(asked)];
  expect(await open(ownSealed, own)).toEqual(bytes);
  expect(await open(askedSealed, asked)).toEqual(bytes);
  expect(await open(ownSealed, asked)).toEqual(NOT_GENUINE);
  for (const other of [own, { ...asked, takenBy: luca.recipient.uniqueId }, { ...own, id: `p-1 ${asked.takenBy}` }])
    expect(await open(askedSealed, other)).toEqual(NOT_GENUINE);
});
