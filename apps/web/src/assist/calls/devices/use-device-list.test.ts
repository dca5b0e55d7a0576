import { act, renderHook } from '@testing-library/react';
import { DEVICE_CHECK_MS } from '@earth/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { choose } from './device-choice';
import { useSpeaker } from './speaker';
import { useChosenOf, useDeviceList } from './use-device-list';

/** A fake browser in which devices are plugged in and unplugged. */
class FakeMediaDevices extends EventTarget {
  plugged: readonly string[] = [];

  enumerateDevices = async () =>
    this.plugged.map((name) => {
      const [kind, deviceId] = name.split(' ');
      return { kind, deviceId, label: deviceId } as MediaDeviceInfo;
    });
}

let devices: FakeMediaDevices;
const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const plug = (...names: readonly string[]) => {
  devices.plugged = names;
};
const tell = () => act(async () => void devices.dispatchEvent(new Event('devicechange')));

beforeEach(() => {
  vi.useFakeTimers();
  devices = new FakeMediaDevices();
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.useRealTimers();
});

const watch = (how: 'onChange' | 'often') =>
  renderHook(() => {
    const list = useDeviceList(how);
    return { ids: list.camera.map(({ id }) => id), chosen: useChosenOf(list, 'camera') };
  });

test('A4.33: looks for devices every 5 s while no call is active, without an event of the browser', async () => {
  const { result } = watch('often');
  await passTime(0);
  plug('videoinput stand');

  await passTime(DEVICE_CHECK_MS - 1);
  expect(result.current.ids).toEqual([]);
  await passTime(1);

  expect(result.current.ids).toEqual(['stand']);
});

test('A4.33: looks for devices in a call only on an event of the browser', async () => {
  const { result } = watch('onChange');
  await passTime(0);
  plug('videoinput stand');

  await passTime(2 * DEVICE_CHECK_MS);
  expect(result.current.ids).toEqual([]);
  await tell();

  expect(result.current.ids).toEqual(['stand']);
});

test('all watchers share one poller, which runs while there is a watcher', async () => {
  const [one, other] = [watch('often'), watch('often')];
  await passTime(0);
  const looking = vi.spyOn(devices, 'enumerateDevices');
  plug('videoinput stand');
  await passTime(DEVICE_CHECK_MS);
  await tell();
  expect(looking).toHaveBeenCalledTimes(2);
  expect([one, other].map(({ result }) => result.current.ids)).toEqual([['stand'], ['stand']]);

  one.unmount();
  await passTime(DEVICE_CHECK_MS);
  expect(looking).toHaveBeenCalledTimes(3);
  other.unmount();
  await passTime(2 * DEVICE_CHECK_MS);
  await tell();
  expect(looking).toHaveBeenCalledTimes(3);
});

test('an unplugged device is not the choice until it is plugged in again', async () => {
  plug('videoinput lid', 'videoinput stand');
  choose('camera', 'stand');
  const { result } = watch('onChange');
  await passTime(0);
  expect(result.current.chosen).toBe('stand');

  plug('videoinput lid');
  await tell();
  expect(result.current.chosen).toBeNull();

  plug('videoinput lid', 'videoinput stand');
  await tell();
  expect(result.current.chosen).toBe('stand');
});

test('if the loudspeaker is unplugged in a call, the default is used, and that is reported', async () => {
  plug('audiooutput headset', 'audiooutput lid');
  choose('speaker', 'headset');
  const { result } = renderHook(useSpeaker);
  await passTime(0);
  expect(result.current).toEqual({ id: 'headset', isGone: false });

  plug('audiooutput lid');
  await tell();
  expect(result.current).toEqual({ id: null, isGone: true });

  await act(async () => choose('speaker', null));
  expect(result.current).toEqual({ id: null, isGone: false });
});

test('the choice is kept on the device under fixed keys of local storage', () => {
  choose('camera', 'stand');
  choose('microphone', 'headset');
  choose('speaker', 'lid');

  const kept = ['selectedVideo', 'selectedAudioIn', 'selectedAudioOut'].map((key) => localStorage.getItem(key));
  expect(kept).toEqual(['stand', 'headset', 'lid']);
  choose('camera', null);
  expect(localStorage.getItem('selectedVideo')).toBeNull();
});
