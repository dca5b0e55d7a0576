import type { ArPort } from '@earth/calls';
import { readArOn, readChosen, writeArOn } from '../../../platform';
import { openArCamera } from './open-ar-camera';

const createWorker = () => new Worker(new URL('./ar.wasm-worker.ts', import.meta.url), { type: 'module' });

/** AR with the browser's cameras. */
export const createArPort = (): ArPort => ({
  isOn: readArOn,
  setOn: writeArOn,
  open(camera, events) {
    const devices = { devices: navigator.mediaDevices, chosen: () => readChosen('arCamera'), createWorker };
    return openArCamera(devices, camera, events);
  },
});
