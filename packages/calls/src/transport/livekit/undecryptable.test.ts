import { expect, test } from 'vitest';
import { SECOND, two } from '../../testing/livekit-world';
import { giulia } from '../../testing/people';

/** Giulia's pictures arrive at Luca's; none is decoded unless it is said. */
async function createScene() {
  const { lucas, pass, media } = await two();
  let [bytes, picturesDecoded] = [0, 7];
  async function arrive(seconds: number, each: { readonly isDecoded?: boolean; readonly isReported?: boolean } = {}) {
    for (let second = 0; second < seconds; second += 1) {
      bytes += 1_000;
      if (each.isDecoded) picturesDecoded += 1;
      if (each.isReported) lucas.room.events.undecryptable(giulia.uniqueId);
      const sound = { soundPackets: 0, soundPlayed: 0, soundTaken: 0 };
      lucas.room.arrivals = { bytes, pictureBytes: bytes, picturesDecoded, ...sound };
      await pass(SECOND);
    }
  }
  return { lucas, arrive, media, isTold: () => lucas.peerOf(giulia)?.isUndecryptable };
}

test('frames that cannot be opened are told when it lasts, and no longer when they can be', async () => {
  const { lucas, arrive, isTold } = await createScene();
  await arrive(2, { isDecoded: true });
  await arrive(4, { isReported: true });
  // Its key is requested again first.
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'reconnecting', isUndecryptable: false });
  const before = lucas.changes();
  await arrive(3);
  expect(isTold()).toBe(true);
  expect(lucas.changes()).toBeGreaterThan(before);
  await arrive(60);
  expect(isTold()).toBe(true);

  await arrive(1, { isDecoded: true });
  expect(isTold()).toBe(false);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good' });
});

test('pictures that are not whole, because the link is narrow, are not told as encrypted with another key', async () => {
  const { arrive, isTold } = await createScene();
  await arrive(12);
  expect(isTold()).toBe(false);
});

test('one frame that could not be opened is nothing', async () => {
  const { arrive, isTold } = await createScene();
  await arrive(1, { isReported: true });
  await arrive(12, { isDecoded: true });
  expect(isTold()).toBe(false);
});

test('a report from before something was decoded says nothing of a link that is narrow later', async () => {
  const { arrive, isTold } = await createScene();
  await arrive(1, { isReported: true });
  await arrive(2, { isDecoded: true });
  await arrive(12);
  expect(isTold()).toBe(false);
});

test('a report that comes late is told too, and no longer once it is old', async () => {
  const { lucas, arrive, isTold } = await createScene();
  await arrive(8);
  expect(isTold()).toBe(false);
  let before = lucas.changes();
  await arrive(1, { isReported: true });
  expect([isTold(), lucas.changes() > before]).toEqual([true, true]);
  before = lucas.changes();
  await arrive(75);
  expect([isTold(), lucas.changes() > before]).toEqual([false, true]);
});

test('of somebody who is not in the room nothing is told but that', async () => {
  const { lucas, arrive, media, isTold } = await createScene();
  await arrive(8, { isReported: true });
  expect(isTold()).toBe(true);
  media.unreachableFor.add(giulia.uniqueId);
  media.setConnected(giulia.uniqueId, false);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'reconnecting', isUndecryptable: false });
});
