import { expect, test } from 'vitest';
import { openScreen } from './open-screen';

const asDevices = (getDisplayMedia: () => Promise<unknown>) =>
  ({ getDisplayMedia }) as unknown as Pick<MediaDevices, 'getDisplayMedia'>;

test('the chosen screen is opened, with a hint for sharp text', async () => {
  const track = { contentHint: '' };
  expect(await openScreen(asDevices(async () => ({ getVideoTracks: () => [track] })))).toBe(track);
  expect(track.contentHint).toBe('detail');
});

test('null if nothing is chosen, or if it is not possible', async () => {
  const refuse = asDevices(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  expect(await openScreen(refuse)).toBeNull();
  expect(await openScreen({})).toBeNull();
  expect(await openScreen(undefined)).toBeNull();
});
