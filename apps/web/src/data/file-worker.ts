/** The thread of `file-thread.ts`. */
import * as z from 'zod/mini';
import { exchange } from './exchange';
import { openBlob, sealBlob } from './file-cipher';
import type { FileAnswer, FileJob, FileQuestion } from './file-thread';

// The policy of every page forbids code made from text, here as there.
z.config({ jitless: true });

/** As much of a worker's global scope as is used: the app's types know a page's alone. */
interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<FileQuestion>) => void): void;
  postMessage(answer: FileAnswer): void;
}
const scope = self as unknown as Scope;

function run(job: FileJob): Promise<unknown> {
  switch (job.is) {
    case 'seal':
      return sealBlob(job.scheme, job.file, job.recipients);
    case 'open':
      return openBlob(job.scheme, job.base64, job.reader);
    case 'exchange':
      return exchange((url, init) => fetch(url, init), job.request);
  }
}

scope.addEventListener('message', ({ data: { id, job } }) => {
  run(job).then(
    (result) => scope.postMessage({ id, result }),
    (error: unknown) => scope.postMessage({ id, error: String(error) }),
  );
});
