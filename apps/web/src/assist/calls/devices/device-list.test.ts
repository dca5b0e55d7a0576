import { expect, test } from 'vitest';
import { inUseOf, listDevices, namesOf } from './device-list';

const device = (kind: MediaDeviceKind, deviceId: string, label: string, facingMode?: string[]) =>
  ({ kind, deviceId, label, ...(facingMode && { getCapabilities: () => ({ facingMode }) }) }) as MediaDeviceInfo;

const words = { user: 'Front', environment: 'Back', unnamed: 'Camera' };

test('lists devices by kind, without the browser’s aliases, and says which is the default', async () => {
  const list = await listDevices({
    enumerateDevices: async () => [
      device('audioinput', 'default', 'Default - Headset'),
      device('audioinput', 'headset', 'Headset'),
      device('audiooutput', 'communications', 'Communications - Headset'),
      device('audiooutput', 'lid', 'Lid'),
      device('videoinput', 'stand', 'On a stand'),
      device('videoinput', '', ''),
    ],
  });

  expect(list).toEqual({
    camera: [{ id: 'stand', label: 'On a stand', facing: null }],
    arCamera: [{ id: 'stand', label: 'On a stand', facing: null }],
    microphone: [{ id: 'headset', label: 'Headset', facing: null, isDefault: true }],
    speaker: [{ id: 'lid', label: 'Lid', facing: null }],
  });
});

test('a camera is named by its direction or its label; names are unique', async () => {
  const { camera } = await listDevices({
    enumerateDevices: async () => [
      device('videoinput', '1', 'camera2 1', ['user']),
      device('videoinput', '2', 'camera2 0', ['environment']),
      device('videoinput', '3', 'camera2 2', ['environment']),
      device('videoinput', '4', 'On a stand', []),
      device('videoinput', '5', ''),
    ],
  });

  expect(namesOf(camera, words)).toEqual(['Front', 'Back', 'Back 2', 'On a stand', 'Camera']);
});

test('the device in use is the one that is open, or else the default', () => {
  const one = { id: 'one', label: 'One', facing: null };
  const other = { id: 'other', label: 'Other', facing: null, isDefault: true };
  const inUse = (opened: string | null) => inUseOf([one, other], opened);
  expect([inUse('one'), inUse('default'), inUse(null)]).toEqual([one, other, other]);
  expect([inUse('unplugged'), inUseOf([one], null)]).toEqual([null, null]);
});
