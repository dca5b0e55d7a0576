import { afterEach, expect, test, vi } from 'vitest';
import { logLines } from '../../platform/app-log';
import { NativeRejection, standInShell } from '../../testing/shell';
import { tuneCamera, tuningsOf } from './camera-tuning';

afterEach(() => vi.unstubAllGlobals());

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

test('D2.64: offers what the camera can adjust, in its own range, and nothing else', async () => {
  expect(await tuningsOf(cameraTrack().track)).toEqual([
    { name: 'exposureCompensation', min: -2, max: 2, step: 0.5, value: 0.5 },
    { name: 'iso', min: 100, max: 300, step: 10, value: 100 },
  ]);
  expect(await tuningsOf({} as MediaStreamTrack)).toEqual([]);
});

test('an adjustment keeps the light, and switches off what the camera chooses by itself', async () => {
  const { track, applyConstraints } = cameraTrack();
  await tuneCamera(track, 'iso', 200);
  expect(applyConstraints).toHaveBeenCalledWith({
    width: { ideal: 1280 },
    advanced: [{ torch: true, exposureMode: 'manual', iso: 200 }],
  });
});

test('a focus that is set by hand ends the camera’s own', async () => {
  const focusDistance = { min: 0.1, max: 2, step: 0.1 };
  const { track, applyConstraints } = cameraTrack({ focusDistance, focusMode: ['continuous', 'manual'] });
  expect((await tuningsOf(track)).map(({ name }) => name)).toEqual(['focusDistance']);
  await tuneCamera(track, 'focusDistance', 0.3);
  expect(applyConstraints.mock.lastCall?.[0]?.advanced).toEqual([
    { torch: true, focusMode: 'manual', focusDistance: 0.3 },
  ]);
});

test('A1.13: the shell adds what the web view cannot adjust, and adjusts it itself', async () => {
  const range = { min: 0, max: 1, step: 0.1, value: 0.5 };
  const ranges = ['focusDistance', 'exposureCompensation', 'unknown'].map((name) => ({ name, ...range }));
  const shell = standInShell({ CameraSettings: { getRanges: () => ({ ranges }), set: () => undefined } });
  const { track, applyConstraints } = cameraTrack();
  expect(await tuningsOf(track)).toMatchObject([
    { name: 'exposureCompensation', max: 2 },
    { name: 'iso', max: 300 },
    { name: 'focusDistance', ...range },
  ]);
  await tuneCamera(track, 'focusDistance', 0.3);
  expect(shell.optionsOf('CameraSettings', 'set')).toEqual([
    { facing: 'environment', name: 'focusDistance', value: 0.3 },
  ]);
  await tuneCamera(track, 'exposureCompensation', 1);
  expect(applyConstraints).toHaveBeenCalledOnce();
});

test('a plugin that fails leaves what the web view can adjust, and the log says why', async () => {
  const getRanges = () => {
    throw new NativeRejection('no such camera', 'UNAVAILABLE');
  };
  standInShell({ CameraSettings: { getRanges } });
  expect((await tuningsOf(cameraTrack().track)).map(({ name }) => name)).toEqual(['exposureCompensation', 'iso']);
  expect(logLines().at(-1)?.words).toBe('PluginError: CameraSettings: no such camera');
});
