/**
 * Worker client: large files are sealed, opened, shrunk, uploaded and downloaded off the main thread. For a photograph of 12
 * megapixels each of these takes about 100 ms, which would freeze the video of a call. Opening a vault takes a second and more.
 */
import type { Sending } from '@earth/messaging';
import type { FileAnswer, FileJob, FileResults } from './file-job';

/** There is no worker: the caller runs the job itself. */
export class NoThreadError extends Error {
  override readonly name = 'NoThreadError';
}

/** The part of `Worker` that is used. */
export type Thread = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
  readonly sending: Partial<Sending> | undefined;
}

/** @param start creates the worker, at the first job */
export function createFileThread(start: () => Thread) {
  const waiting = new Map<number, Waiting>();
  let thread: Thread | null = null;
  let isBroken = false;
  let lastId = 0;

  /** The worker did not start or crashed: no other one is started. */
  function giveUp() {
    isBroken = true;
    thread?.terminate();
    for (const { reject } of waiting.values()) reject(new NoThreadError());
    waiting.clear();
  }

  function open(): Thread {
    const opened = start();
    opened.addEventListener('message', ({ data: { id, progress, result, error } }: MessageEvent<FileAnswer>) => {
      const pending = waiting.get(id);
      if (progress !== undefined) return pending?.sending?.onProgress?.(progress);
      waiting.delete(id);
      if (error === undefined) pending?.resolve(result as never);
      else pending?.reject(new Error(error));
    });
    opened.addEventListener('error', giveUp);
    return opened;
  }

  /** Rejects with `NoThreadError` if there is no worker, otherwise with the message of the failed job. */
  return <Job extends FileJob>(job: Job, sending?: Partial<Sending>): Promise<FileResults[Job['type']]> =>
    new Promise((resolve, reject) => {
      sending?.signal?.throwIfAborted();
      if (isBroken) return reject(new NoThreadError());
      lastId += 1;
      const id = lastId;
      waiting.set(id, { resolve, reject, sending });
      try {
        thread ??= open();
        // Nothing is transferred: if the worker crashes, the job can still run on the page.
        thread.postMessage({ id, job }, []);
        sending?.signal?.addEventListener('abort', () => thread?.postMessage({ id, job: null }, []));
      } catch {
        giveUp();
      }
    });
}

/** The single file worker of the page. */
export const runInWorker = createFileThread(
  () => new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' }),
);

/** Runs a job in the worker, or on the page if there is no worker. */
export async function workerOrPage<Result>(inWorker: Promise<Result>, onPage: () => Promise<Result>): Promise<Result> {
  try {
    return await inWorker;
  } catch (error) {
    if (error instanceof NoThreadError) return onPage();
    throw error;
  }
}
