import { DEVICE_CHECK_MS } from '@earth/contracts';
import { useEffect, useState } from 'react';
import type { DeviceKind } from '../../../data';
import { useChosen } from './device-choice';
import { type DeviceList, listDevices, noDevices } from './device-list';

/** Absent where the page is not served safely. */
const pageDevices = (): MediaDevices | undefined => navigator.mediaDevices;

/** What was found last: a list that is shown anew begins with it. */
let known = noDevices;

/** How closely devices are watched: whenever the browser says that they changed, and every few seconds too. */
type Watch = 'never' | 'onChange' | 'often';

/**
 * What is plugged in. While no call is active it is looked for every few seconds (Assist 4): not every browser says that it
 * changed.
 * @param opened what was opened last: names are told once something is
 */
export function useDeviceList(watch: Watch, opened?: unknown): DeviceList {
  const [list, setList] = useState(known);
  useEffect(() => {
    const devices = pageDevices();
    if (!devices || watch === 'never') return;
    let isOver = false;
    const check = async () => {
      const now = await listDevices(devices);
      if (isOver) return;
      if (JSON.stringify(known) !== JSON.stringify(now)) known = now;
      setList(known);
    };
    // What cannot be listed now is listed the next time.
    const checkQuietly = () => void check().catch(() => undefined);
    checkQuietly();
    const timer = watch === 'often' ? setInterval(checkQuietly, DEVICE_CHECK_MS) : undefined;
    devices.addEventListener('devicechange', checkQuietly);
    return () => {
      isOver = true;
      clearInterval(timer);
      devices.removeEventListener('devicechange', checkQuietly);
    };
  }, [watch, opened]);
  return list;
}

/** The chosen one, or null where none is chosen or it is not there: then it is the browser's choice. */
export function useChosenOf(list: DeviceList, kind: DeviceKind): string | null {
  const chosen = useChosen(kind);
  return list[kind].some(({ id }) => id === chosen) ? chosen : null;
}
