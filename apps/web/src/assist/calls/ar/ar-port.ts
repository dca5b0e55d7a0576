import type { ArPort } from '@earth/calls';
import kernelsUrl from '@earth/vision/kernels.wasm?url';
import { readArOn, readChosen, writeArOn } from '../../../platform';
import { fetchAsset } from '../../../platform/http/asset';
import { permittedDevices } from '../../../platform/native/permitted-devices';
import { openArCamera } from './open-ar-camera';

const createWorker = () => new Worker(new URL('./ar.wasm-worker.ts', import.meta.url), { type: 'module' });

const fetchKernels = (signal: AbortSignal) => fetchAsset(kernelsUrl, signal);

/** AR with the browser's cameras. */
export const createArPort = (): ArPort => ({
  isOn: readArOn,
  setOn: writeArOn,
  open(camera, events) {
    const chosen = () => readChosen('arCamera');
    return openArCamera({ devices: permittedDevices(), chosen, createWorker, fetchKernels }, camera, events);
  },
});
