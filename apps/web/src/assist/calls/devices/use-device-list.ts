import { DEVICE_CHECK_MS } from '@earth/contracts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DeviceKind } from '../../../platform';
import { useChosen } from './device-choice';
import { type DeviceList, listDevices, noDevices } from './device-list';

/** Absent in an insecure context. */
const pageDevices = (): MediaDevices | undefined => navigator.mediaDevices;

/** The latest list, shared by all components. */
const store = createStore<DeviceList>(() => noDevices);

async function poll(devices: MediaDevices) {
  // A failure is harmless: the next poll lists the devices.
  const now = await listDevices(devices).catch(() => null);
  if (now && JSON.stringify(store.getState()) !== JSON.stringify(now)) store.setState(now, true);
}

function look() {
  const devices = pageDevices();
  if (devices) void poll(devices);
}

/** Reference counting: starts with the first subscriber, and stops with the last. */
function shared(start: () => () => void): () => () => void {
  let wanted = 0;
  let stop = () => {};
  return () => {
    wanted += 1;
    if (wanted === 1) stop = start();
    return () => {
      wanted -= 1;
      if (wanted === 0) stop();
    };
  };
}

const pollOnChange = shared(() => {
  const devices = pageDevices();
  devices?.addEventListener('devicechange', look);
  return () => devices?.removeEventListener('devicechange', look);
});

const pollOften = shared(() => {
  const timer = setInterval(look, DEVICE_CHECK_MS);
  return () => clearInterval(timer);
});

/** How closely devices are watched: on the browser's change event, or also every few seconds. */
type Watch = 'never' | 'onChange' | 'often';

/**
 * The connected devices. While no call is active they are polled every few seconds (A4.33), because not every browser
 * has a change event. All components share one poller.
 * @param opened the media opened last: browsers give labels only after that
 */
export function useDeviceList(watch: Watch, opened?: unknown): DeviceList {
  useEffect(() => {
    if (watch !== 'never') look();
  }, [watch, opened]);
  useEffect(() => (watch === 'never' ? undefined : pollOnChange()), [watch]);
  useEffect(() => (watch === 'often' ? pollOften() : undefined), [watch]);
  return useStore(store);
}

/** The chosen device; null if none is chosen or it is not connected, which leaves the choice to the browser. */
export function useChosenOf(list: DeviceList, kind: DeviceKind): string | null {
  const chosen = useChosen(kind);
  return list[kind].some(({ id }) => id === chosen) ? chosen : null;
}
