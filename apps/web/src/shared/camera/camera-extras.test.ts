import { expect, test, vi } from 'vitest';
import { adjustCamera, cameraAbilities } from './camera-extras';

function trackWith(capabilities: unknown, settings: unknown = {}) {
  const applyConstraints = vi.fn<MediaStreamTrack['applyConstraints']>(async () => undefined);
  const track = {
    getCapabilities: () => capabilities,
    getSettings: () => settings,
    getConstraints: () => ({ width: { ideal: 1280 } }),
    applyConstraints,
  } as unknown as MediaStreamTrack;
  return { track, applyConstraints };
}

test('a phone’s camera has a light and a zoom', async () => {
  const { track } = trackWith({ torch: true, zoom: { min: 1, max: 8, step: 0.1 } }, { zoom: 2 });
  expect(await cameraAbilities(track)).toEqual({ torch: true, zoom: { min: 1, max: 8, step: 0.1, value: 2 } });
});

test.each([
  ['without either', {}],
  ['whose light cannot be lit', { torch: [false] }],
  ['that zooms from one to one', { zoom: { min: 1, max: 1, step: 1 } }],
  ['that says nothing of use', { torch: 'yes', zoom: true }],
])('a camera %s has nothing', async (_, capabilities) => {
  expect(await cameraAbilities(trackWith(capabilities).track)).toEqual({ torch: false, zoom: null });
});

test('reads a list of torch values, and a zoom without a step', async () => {
  const { track } = trackWith({ torch: [false, true], zoom: { min: 1, max: 3 } });
  expect(await cameraAbilities(track)).toEqual({ torch: true, zoom: { min: 1, max: 3, step: 0.1, value: 1 } });
});

test('without capabilities there is nothing', async () => {
  expect(await cameraAbilities({} as MediaStreamTrack)).toEqual({ torch: false, zoom: null });
});

test('light and zoom keep the constraints with which the camera was opened', async () => {
  const { track, applyConstraints } = trackWith({});
  await adjustCamera(track, { torch: true, zoom: 2 });
  expect(applyConstraints).toHaveBeenCalledWith({ width: { ideal: 1280 }, advanced: [{ torch: true, zoom: 2 }] });
});
