/** The worker side of `file-thread.ts`. */
import type { Sending } from '@earth/messaging';
import * as z from 'zod/mini';
import { exchangeAsBlob, upload } from '../http/exchange';
import { openBlob, sealBlob } from './file-cipher';
import type { FileAnswer, FileJob, FileQuestion } from './file-job';
import { lockVault, openVault } from './vault-job';
import { shrink } from './shrink';

// The Content-Security-Policy forbids `eval`, in workers too.
z.config({ jitless: true });

/** The part of the worker's global scope that is used: the app's types only include the DOM. */
interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<FileQuestion>) => void): void;
  postMessage(answer: FileAnswer, transfer: Transferable[]): void;
}
const scope = self as unknown as Scope;

/** The abort controllers of the running jobs. */
const stops = new Map<number, AbortController>();

function run(job: FileJob, sending: Sending): Promise<unknown> {
  switch (job.type) {
    case 'seal':
      return sealBlob(job, sending.signal);
    case 'open':
      return openBlob(job.scheme, job.base64, job.reader, job.origin);
    case 'shrink':
      return shrink(job.picture, job.height);
    case 'lockVault':
      return lockVault(job);
    case 'openVault':
      return openVault(job);
    case 'exchange':
      return exchangeAsBlob((url, init) => fetch(url, init), job.request, sending);
    case 'upload':
      return upload(job.request, sending);
  }
}

scope.addEventListener('message', ({ data: { id, job } }) => {
  if (!job) return stops.get(id)?.abort();
  const stop = new AbortController();
  stops.set(id, stop);
  run(job, { onProgress: (progress) => scope.postMessage({ id, progress }, []), signal: stop.signal })
    .then(
      (result) => scope.postMessage({ id, result }, []),
      (error: unknown) => scope.postMessage({ id, error: String(error) }, []),
    )
    .finally(() => stops.delete(id));
});
