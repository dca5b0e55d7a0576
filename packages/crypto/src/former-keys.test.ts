/** Former keys: a user with a new bundle reads what was sealed for the former one, and its signatures stay valid. */
import { NOT_GENUINE, type SealedPlace, type SealedOrigin } from '@earth/contracts';
import { expect, test } from 'vitest';
import { addRecipients, importPrivateKeys, openText, rewrapKey, sealText } from './index';
import { createKeyBundle } from './key-bundle';

const TEXT = 'Close valve 2 first';
const REPLACED = '2026-01-05T10:00:00.000Z';
const place: SealedPlace = { kind: 'message', within: '0190b000-0000-7000-8000-000000000001', id: 'm-1' };
const [before, after, others] = await Promise.all([createKeyBundle(), createKeyBundle(), createKeyBundle()]);
const uniqueId = '0190a000-0000-7000-8000-0000000000a1';
const former = { uniqueId, publicKey: before.publicKey };
const present = {
  uniqueId,
  publicKey: after.publicKey,
  formerKeys: [{ publicKey: before.publicKey, replacedDate: REPLACED }],
};
const other = { uniqueId: '0190a000-0000-7000-8000-0000000000b2', publicKey: others.publicKey };
const otherReader = { uniqueId: other.uniqueId, keys: await importPrivateKeys(others.privateKey) };
const formerReader = { uniqueId, keys: await importPrivateKeys(before.privateKey) };
const presentAlone = { uniqueId, keys: await importPrivateKeys(after.privateKey) };
const reader = { uniqueId, keys: await importPrivateKeys(after.privateKey, [before.privateKey]) };
const fromOther: SealedOrigin = { sender: other, place };

/** Sealed by another person for the former or the current bundle. */
const sealFor = (scheme: 1 | 2, recipient: typeof former) =>
  sealText(scheme, TEXT, [recipient, other], { sender: otherReader, place });

test.each([1, 2] as const)('opens what was sealed for either bundle, under scheme %i', async (scheme) => {
  for (const recipient of [former, present])
    expect(await openText(scheme, await sealFor(scheme, recipient), reader, fromOther)).toBe(TEXT);
  expect(await openText(scheme, await sealFor(scheme, former), presentAlone, fromOther)).toBeNull();
});

test.each([1, 2] as const)('its key can be given on to others, under scheme %i', async (scheme) => {
  const sealed = await sealText(scheme, TEXT, [former], { sender: otherReader, place });
  const added = await addRecipients(scheme, sealed, reader, [other]);
  expect(await openText(scheme, added ?? '', otherReader, fromOther)).toBe(TEXT);
  const { RecipientKeys } = JSON.parse(sealed) as { RecipientKeys: { CriptedKey: string }[] };
  const mine = RecipientKeys[0]?.CriptedKey ?? '';
  expect(await rewrapKey(mine, reader, [other])).toHaveLength(1);
  expect(await rewrapKey(mine, presentAlone, [other])).toBeNull();
});

test.each<[string, SealedOrigin['date'], boolean]>([
  ['before the bundle was replaced', '2026-01-05T09:59:59.000Z', true],
  ['at an unknown time', null, true],
  ['after it was replaced', '2026-01-05T10:00:01.000Z', false],
  ['just now', undefined, false],
])('what the former bundle signed %s', async (_, date, isGenuine) => {
  const sealed = await sealText(2, TEXT, [other], { sender: formerReader, place });
  const opened = await openText(2, sealed, otherReader, { sender: present, place, date });
  expect(opened).toEqual(isGenuine ? TEXT : NOT_GENUINE);
});

test('what is sealed now is signed by the present bundle alone', async () => {
  const sealed = await sealText(2, TEXT, [other], { sender: reader, place });
  expect(await openText(2, sealed, otherReader, { sender: present, place })).toBe(TEXT);
  expect(await openText(2, sealed, otherReader, { sender: former, place, date: null })).toEqual(NOT_GENUINE);
});
