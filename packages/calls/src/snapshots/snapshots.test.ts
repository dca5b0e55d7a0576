import type { CallPic } from '@earth/contracts';
import { expect, test } from 'vitest';
import { Snapshots } from './snapshots';
import { CALL_ID, giulia, luca, marco, profileOf } from '../testing/people';

const pic = (digit: number): CallPic => ({
  uniqueId: `0190b000-0000-7000-8000-00000000000${digit}`,
  callUniqueId: CALL_ID,
  imageFileName: `${digit}.jpg`,
  contactUniqueId: luca.uniqueId,
  date: '2026-01-05T10:00:00.000Z',
  cryptoSchema: 1,
  clientId: null,
});

const create = (ports: object) =>
  new Snapshots({ me: profileOf(giulia), outbox: { withdraw: () => {} }, ...ports } as never, {
    callId: CALL_ID,
    downloads: { add: () => {} } as never,
    isResumed: false,
    authorOf: async (uniqueId) => ({ uniqueId, publicKey: '' }),
    nameOf: (contactId) => [giulia, luca, marco].find(({ uniqueId }) => uniqueId === contactId)?.name ?? '',
    onStored: () => {},
    onNotStored: () => {},
    onRemoved: () => {},
    onPreview: () => {},
    onChange: () => {},
  });

test('`storedPics` is the same array until a snapshot is added or removed', () => {
  const snapshots = create({});
  snapshots.add(pic(1));
  const list = snapshots.storedPics();
  snapshots.add(pic(1));
  snapshots.markSeen();
  expect(snapshots.storedPics()).toBe(list);

  snapshots.add(pic(2));
  expect(snapshots.storedPics()).toEqual([pic(1), pic(2)]);
  snapshots.remove(pic(1).uniqueId);
  expect(snapshots.storedPics()).toEqual([pic(2)]);
});

test('who asked another device for a snapshot took it: it is theirs, and not new to them', () => {
  const snapshots = create({});
  const asked = { ...pic(2), takenByUniqueId: giulia.uniqueId };
  for (const one of [pic(1), asked, { ...pic(3), takenByUniqueId: marco.uniqueId }]) snapshots.add(one);
  expect(snapshots.list().map(({ takenBy, isNew }) => [takenBy, isNew])).toEqual([
    [luca.name, true],
    [giulia.name, false],
    [marco.name, true],
  ]);
});

test('a preview that arrives after discard creates no object URL', () => {
  const held: Blob[] = [];
  const clock = { now: () => 0 };
  const objectUrls = { create: (blob: Blob) => `blob:${held.push(blob)}`, revoke: () => held.pop() };
  const snapshots = create({ clock, objectUrls, settings: { cryptoSchema: 1 } });
  snapshots.expectFrom(luca.uniqueId, 'a', new Blob(['small']));
  expect(held).toHaveLength(1);
  snapshots.discard();
  snapshots.expectFrom(luca.uniqueId, 'b', new Blob(['small']));
  expect(held).toEqual([]);
});
