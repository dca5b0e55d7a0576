import type { CallPic } from '@earth/contracts';
import { expect, test } from 'vitest';
import { Snapshots } from './snapshots';
import { CALL_ID, giulia, luca, profileOf } from './testing/people';

const pic = (digit: number): CallPic => ({
  uniqueId: `0190b000-0000-7000-8000-00000000000${digit}`,
  callUniqueId: CALL_ID,
  imageFileName: `${digit}.jpg`,
  contactUniqueId: luca.uniqueId,
  date: '2026-01-05T10:00:00.000Z',
  cryptoSchema: 1,
  clientId: null,
});

test('the stored pictures are one and the same list until one comes or goes', () => {
  const snapshots = new Snapshots({ me: profileOf(giulia) } as never, {
    callId: CALL_ID,
    uploads: {} as never,
    downloads: { add: () => {} } as never,
    unsent: { drop: () => {} } as never,
    isResumed: false,
    authorOf: (uniqueId) => ({ uniqueId, publicKey: '' }),
    onStored: () => {},
    onNotStored: () => {},
    onRemoved: () => {},
    onPreview: () => {},
    onChange: () => {},
  });
  snapshots.take(pic(1));
  const list = snapshots.storedPics();
  snapshots.take(pic(1));
  snapshots.markSeen();
  expect(snapshots.storedPics()).toBe(list);

  snapshots.take(pic(2));
  expect(snapshots.storedPics()).toEqual([pic(1), pic(2)]);
  snapshots.remove(pic(1).uniqueId);
  expect(snapshots.storedPics()).toEqual([pic(2)]);
});
