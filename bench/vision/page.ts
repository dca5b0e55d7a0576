/** The page of the bench: passes jobs to the worker. */
import type { Job, Results } from './jobs';

const worker = new Worker('/worker.js', { type: 'module' });
/** What is posted while the worker still loads its kernels is lost. */
const ready = new Promise<unknown>((resolve) => worker.addEventListener('message', resolve, { once: true }));

window.runJob = async <Name extends Job>(name: Name) => {
  await ready;
  return new Promise<Results[Name]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Results[Name]>) => resolve(data), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    worker.postMessage(name, []);
  });
};
