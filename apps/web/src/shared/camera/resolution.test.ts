import { expect, test, vi } from 'vitest';
import { DEFAULT_RESOLUTION, RESOLUTION_MAX, RESOLUTIONS, resizeTrack } from './resolution';

/** A camera that has nothing wider than this. */
function cameraTrack(widest: number) {
  const applied: MediaTrackConstraints[] = [];
  const applyConstraints = async (constraints: MediaTrackConstraints = {}) => {
    applied.push(constraints);
    if (((constraints.width as ConstrainULongRange).min ?? 0) > widest) throw new Error('OverconstrainedError');
  };
  return {
    applied,
    readyState: 'live' as const,
    getConstraints: () => ({ frameRate: { ideal: 30 } }),
    applyConstraints,
  };
}

test('D9.12: three resolutions, of which the best is the default', () => {
  expect(RESOLUTIONS.map(({ width, height }) => `${width}x${height}`)).toEqual(['800x600', '1280x800', '2560x1920']);
  expect([DEFAULT_RESOLUTION, RESOLUTION_MAX]).toEqual([2, 2]);
});

test('D9.12: a camera without the wanted width is asked for less, 20 ms later each time', async () => {
  const wait = vi.fn<(ms: number) => Promise<void>>(async () => undefined);
  const track = cameraTrack(1280);
  expect(await resizeTrack(track, 2, wait)).toBe(true);
  expect(track.applied.map(({ width }) => (width as ConstrainULongRange).min)).toEqual([3840, 3264, 1920, 1280]);
  expect(track.applied.at(-1)).toMatchObject({
    width: { ideal: 3840 },
    height: { ideal: 2160 },
    frameRate: { ideal: 30 },
  });
  expect(wait.mock.calls).toEqual([[20], [20], [20]]);
});

test('a camera with less than 640 pixels stays as it is', async () => {
  expect(await resizeTrack(cameraTrack(320), 0, async () => undefined)).toBe(false);
});
