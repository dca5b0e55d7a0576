import { expect, test } from 'vitest';
import { openScreen } from './open-screen';

const asDevices = (getDisplayMedia: () => Promise<unknown>) =>
  ({ getDisplayMedia }) as unknown as Pick<MediaDevices, 'getDisplayMedia'>;

test('what is chosen is shown, and stays sharp', async () => {
  const track = { contentHint: '' };
  expect(await openScreen(asDevices(async () => ({ getVideoTracks: () => [track] })))).toBe(track);
  expect(track.contentHint).toBe('detail');
});

test('who chooses nothing, or cannot, shows nothing', async () => {
  const refuse = asDevices(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  expect(await openScreen(refuse)).toBeNull();
  expect(await openScreen({})).toBeNull();
  expect(await openScreen(undefined)).toBeNull();
});
