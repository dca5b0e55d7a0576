import { expect, test, vi } from 'vitest';
import { tuneCamera, tuningsOf } from './camera-tuning';

const capabilities = {
  exposureCompensation: { min: -2, max: 2, step: 0.5 },
  brightness: { min: 0, max: 0 },
  iso: { min: 100, max: 300 },
  exposureMode: ['continuous', 'manual'],
  contrast: true,
};

function cameraTrack(given: object = capabilities) {
  const applyConstraints = vi.fn<MediaStreamTrack['applyConstraints']>(async () => undefined);
  const track = {
    getCapabilities: () => given,
    getSettings: () => ({ exposureCompensation: 0.5 }),
    getConstraints: () => ({ width: { ideal: 1280 }, advanced: [{ torch: true }] }),
    applyConstraints,
  } as unknown as MediaStreamTrack;
  return { track, applyConstraints };
}

test('D2.64: offers what the camera can adjust, in its own range, and nothing else', () => {
  expect(tuningsOf(cameraTrack().track)).toEqual([
    { name: 'exposureCompensation', min: -2, max: 2, step: 0.5, value: 0.5 },
    { name: 'iso', min: 100, max: 300, step: 10, value: 100 },
  ]);
  expect(tuningsOf({} as MediaStreamTrack)).toEqual([]);
});

test('an adjustment keeps the light, and switches off what the camera chooses by itself', async () => {
  const { track, applyConstraints } = cameraTrack();
  await tuneCamera(track, 'iso', 200);
  expect(applyConstraints).toHaveBeenCalledWith({
    width: { ideal: 1280 },
    advanced: [{ torch: true, exposureMode: 'manual', iso: 200 }],
  });
});
