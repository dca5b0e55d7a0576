import { useEffect, useState, useSyncExternalStore } from 'react';
import { permittedDevices } from '../../platform/native/permitted-devices';
import { useIsPageVisible } from '../use-page-visible';
import { useWakeLock } from './use-wake-lock';
import { type CameraState, LiveCamera, type LiveCameraPorts } from './live-camera';

/** Kept at sign-out: it is the device's. */
const LENS = 'camera_lens';

/** `devices`: instead of those of the browser. */
export type CameraWish = Pick<LiveCameraPorts, 'facing' | 'readLens' | 'writeLens'> &
  Partial<Pick<LiveCameraPorts, 'devices'>>;

const REAR: CameraWish = {
  facing: 'environment',
  readLens: () => localStorage.getItem(LENS),
  writeLens: (deviceId) => localStorage.setItem(LENS, deviceId),
};

export interface CameraInUse {
  readonly state: CameraState;
  readonly camera: LiveCamera;
}

/**
 * The rear camera, or the one of the first `wish`, open while `isOn` and the page is visible: a page that nobody looks at uses neither camera nor battery. The screen stays
 * on meanwhile.
 */
export function useLiveCamera(isOn: boolean, wish: CameraWish = REAR): CameraInUse {
  const [camera] = useState(() => new LiveCamera({ devices: permittedDevices(), ...wish }));
  const state = useSyncExternalStore(camera.subscribe, camera.getState);
  const isWanted = useIsPageVisible() && isOn;
  useEffect(() => {
    if (!isWanted) return undefined;
    void camera.open();
    return () => camera.close();
  }, [camera, isWanted]);
  useWakeLock(state.type === 'open');
  return { state, camera };
}
