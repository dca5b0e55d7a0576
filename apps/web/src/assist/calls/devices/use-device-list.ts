import { DEVICE_CHECK_MS } from '@earth/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import type { DeviceKind } from '../../../platform';
import { useChosen } from './device-choice';
import { type DeviceList, listDevices, noDevices } from './device-list';

/** Absent where the page is not served safely. */
const pageDevices = (): MediaDevices | undefined => navigator.mediaDevices;

/** What was found last: one list for all that show it. */
let found = noDevices;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function lookNow(devices: MediaDevices) {
  // What cannot be listed now is listed the next time.
  const now = await listDevices(devices).catch(() => null);
  if (!now || JSON.stringify(found) === JSON.stringify(now)) return;
  found = now;
  for (const listener of listeners) listener();
}

function look() {
  const devices = pageDevices();
  if (devices) void lookNow(devices);
}

/** Starts with the first who wants it, and stops with the last. */
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

const lookOnChange = shared(() => {
  const devices = pageDevices();
  devices?.addEventListener('devicechange', look);
  return () => devices?.removeEventListener('devicechange', look);
});

const lookOften = shared(() => {
  const timer = setInterval(look, DEVICE_CHECK_MS);
  return () => clearInterval(timer);
});

/** How closely devices are watched: whenever the browser says that they changed, and every few seconds too. */
type Watch = 'never' | 'onChange' | 'often';

/**
 * What is plugged in. While no call is active it is looked for every few seconds (A4.33): not every browser says that it
 * changed. However many show it, one looks.
 * @param opened what was opened last: names are told once something is
 */
export function useDeviceList(watch: Watch, opened?: unknown): DeviceList {
  useEffect(() => {
    if (watch !== 'never') look();
  }, [watch, opened]);
  useEffect(() => (watch === 'never' ? undefined : lookOnChange()), [watch]);
  useEffect(() => (watch === 'often' ? lookOften() : undefined), [watch]);
  return useSyncExternalStore(subscribe, () => found);
}

/** The chosen one, or null where none is chosen or it is not there: then it is the browser's choice. */
export function useChosenOf(list: DeviceList, kind: DeviceKind): string | null {
  const chosen = useChosen(kind);
  return list[kind].some(({ id }) => id === chosen) ? chosen : null;
}
