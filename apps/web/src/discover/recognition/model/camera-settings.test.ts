import { beforeEach, expect, test } from 'vitest';
import { readCameraSettings, storeCameraSettings } from './camera-settings';

beforeEach(() => localStorage.clear());

test('D3.36: focusQualityTolerance and chosenResolutionIndex stay on the device', () => {
  expect(readCameraSettings()).toEqual({ focusQualityTolerance: 130, chosenResolutionIndex: 2 });
  storeCameraSettings({ focusQualityTolerance: 200, chosenResolutionIndex: 0 });
  expect(readCameraSettings()).toEqual({ focusQualityTolerance: 200, chosenResolutionIndex: 0 });
});

test.each([
  ['no JSON', '{'],
  ['no object', 'null'],
  ['a tolerance that is out of range', '{"focusQualityTolerance":351,"chosenResolutionIndex":-1}'],
  ['a text', '{"focusQualityTolerance":"9","chosenResolutionIndex":1.5}'],
])('D5.21: stored settings that are %s count as none', (_, stored) => {
  localStorage.setItem('recognition_camera', stored);
  expect(readCameraSettings()).toEqual({ focusQualityTolerance: 130, chosenResolutionIndex: 2 });
});
