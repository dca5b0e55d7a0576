import { expect, test } from 'vitest';
import { createPerson } from '../testing/people';
import type { SealedWire } from '../testing/wire';
import { addRecipients, openFile, openText, rewrapKey, sealFile, sealText } from './index';

const luca = await createPerson('0190a000-0000-7000-8000-0000000000a1');
const giulia = await createPerson('0190a000-0000-7000-8000-0000000000b2');
const marco = await createPerson('0190a000-0000-7000-8000-0000000000c3');
const both = [luca.recipient, giulia.recipient];
const TEXT = 'The feed pump P-204 is dry';

const wireOf = (sealed: string) => JSON.parse(sealed) as SealedWire;
const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a reader adds another reader, and neither text nor existing keys change', async () => {
  const sealed = await sealText(1, TEXT, both);
  const grown = (await addRecipients(1, sealed, giulia.reader, [marco.recipient])) ?? '';
  expect(await openText(1, grown, marco.reader)).toBe(TEXT);
  expect(wireOf(grown).Message).toBe(wireOf(sealed).Message);
  expect(wireOf(grown).RecipientKeys.slice(0, 2)).toEqual(wireOf(sealed).RecipientKeys);
  expect(wireOf(grown).RecipientKeys).toHaveLength(3);
});

test('an existing reader keeps one key, and a new reader named twice gets one', async () => {
  const sealed = await sealText(1, TEXT, both);
  expect(await addRecipients(1, sealed, luca.reader, both)).toBe(sealed);
  const grown = (await addRecipients(1, sealed, luca.reader, [marco.recipient, marco.recipient])) ?? '';
  expect(wireOf(grown).RecipientKeys).toHaveLength(3);
});

test('a person who cannot read it cannot add readers, and an invalid envelope stays closed', async () => {
  const sealed = await sealText(1, TEXT, both);
  expect(await addRecipients(1, sealed, marco.reader, [marco.recipient])).toBeNull();
  for (const wrong of ['', '{}', 'hello', '[]', sealed.slice(1)])
    expect(await addRecipients(1, wrong, luca.reader, [marco.recipient])).toBeNull();
  const [first] = wireOf(sealed).RecipientKeys;
  expect(await rewrapKey(first?.CriptedKey ?? '', giulia.reader, [marco.recipient])).toBeNull();
});

test('a new reader without a key is an error', async () => {
  const sealed = await sealText(1, TEXT, both);
  const keyless = { uniqueId: marco.recipient.uniqueId, publicKey: 'no key' };
  await expect(addRecipients(1, sealed, luca.reader, [keyless])).rejects.toThrow('public key');
});

test('a plain text needs no key', async () => {
  expect(await addRecipients(0, TEXT, luca.reader, [marco.recipient])).toBe(TEXT);
});

test('the key alone is enough for a file: its bytes need not be there', async () => {
  const envelope = wireOf(atob(await sealFile(1, bytesOf(TEXT), both)));
  const mine = envelope.RecipientKeys.find(({ RecipientId }) => RecipientId === luca.recipient.uniqueId);
  const [added] = (await rewrapKey(mine?.CriptedKey ?? '', luca.reader, [marco.recipient])) ?? [];
  expect(added?.recipientId).toBe(marco.recipient.uniqueId);
  const RecipientKeys = [{ CriptedKey: added?.encryptedKey, RecipientId: added?.recipientId }];
  const file = btoa(JSON.stringify({ Message: envelope.Message, RecipientKeys }));
  expect(await openFile(1, file, marco.reader)).toEqual(bytesOf(TEXT));
});
