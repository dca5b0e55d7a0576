import { expect, test } from 'vitest';
import { arCamerasOf, chooseArCamera } from './ar-camera-choice';

const cameras = [{ id: 'lid' }, { id: 'stand' }, { id: 'arm' }];

test('A4.32: the AR cameras are all but the one in use', () => {
  expect(arCamerasOf(cameras, 'stand')).toEqual([{ id: 'lid' }, { id: 'arm' }]);
});

test('A2.6: the AR camera is the chosen one; else the first that is free', () => {
  expect(chooseArCamera(cameras, 'lid', 'arm')).toBe('arm');
  expect(chooseArCamera(cameras, 'lid', null)).toBe('stand');
  // It has been unplugged, or the call uses it now.
  expect(chooseArCamera(cameras, 'lid', 'gone')).toBe('stand');
  expect(chooseArCamera(cameras, 'arm', 'arm')).toBe('lid');
  expect(chooseArCamera([{ id: 'lid' }], 'lid', 'lid')).toBeNull();
});
