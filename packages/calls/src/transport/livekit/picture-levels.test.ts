import { expect, test } from 'vitest';
import { SECOND, two } from '../../testing/livekit-world';
import { giulia, luca, marco } from '../../testing/people';
import { FULL_AFTER, REDUCED_AFTER } from './sent-watch';

const LATER = SECOND;

test('a picture that the link does not bear is told on both sides, and so is that it is whole again', async () => {
  const { pass, lucas, giulias } = await two();
  lucas.room.isPictureLimited = true;
  await pass(REDUCED_AFTER * SECOND + LATER);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'weak', sentLevel: 'small', receivedLevel: 'full' });
  expect(giulias.peerOf(luca)).toMatchObject({ link: 'weak', sentLevel: 'full', receivedLevel: 'small' });
  expect(giulias.events).not.toContain('pictureLevel from luca');

  lucas.room.isPictureLimited = false;
  await pass(FULL_AFTER * SECOND + LATER);
  expect(lucas.peerOf(giulia)).toMatchObject({ link: 'good', sentLevel: 'full' });
  expect(giulias.peerOf(luca)).toMatchObject({ link: 'good', receivedLevel: 'full' });
});

test('the other side’s screen is told of it at once', async () => {
  const { pass, lucas, giulias } = await two();
  lucas.room.isPictureLimited = true;
  const before = giulias.changes();
  await pass(REDUCED_AFTER * SECOND + LATER);
  expect(giulias.changes()).toBeGreaterThan(before);
});

test('who joins later, and who missed it, learns how far the picture is reduced', async () => {
  const { page, pass, media, lucas, giulias } = await two();
  lucas.room.isPictureLimited = true;
  await pass(REDUCED_AFTER * SECOND + LATER);
  const marcos = await page(marco);
  await pass(3 * SECOND);
  expect(marcos.peerOf(luca)).toMatchObject({ receivedLevel: 'small' });

  media.setConnected(giulia.uniqueId, false);
  lucas.room.isPictureLimited = false;
  await pass(SECOND);
  media.unreachableFor.add(giulia.uniqueId);
  media.setConnected(giulia.uniqueId, false);
  await pass(FULL_AFTER * SECOND + LATER);
  expect(giulias.peerOf(luca)).toMatchObject({ receivedLevel: 'small' });
  media.unreachableFor.clear();
  await pass(4 * SECOND);
  expect(giulias.peerOf(luca)).toMatchObject({ receivedLevel: 'full' });
});
