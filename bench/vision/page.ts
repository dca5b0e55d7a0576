/** The page of the bench: passes jobs to the worker. */
import type { Job, Results } from './jobs';

const worker = new Worker('/worker.js', { type: 'module' });

window.runJob = <Name extends Job>(name: Name) =>
  new Promise<Results[Name]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Results[Name]>) => resolve(data), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    worker.postMessage(name, []);
  });
