/**
 * Large files are sealed, opened, shrunk, sent and fetched beside the page's own thread: a photograph of 12 megapixels takes a tenth of a
 * second for each of these, in which no picture of a call would move and no key would be heard. A vault takes a second and more.
 */
import type { Sending } from '@earth/calls';
import type { FileAnswer, FileJob, FileResults } from './file-job';

/** There is no other thread: whoever has the job does it. */
export class NoThreadError extends Error {
  override readonly name = 'NoThreadError';
}

/** As much of a `Worker` as is used. */
export type Thread = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
  readonly sending: Partial<Sending> | undefined;
}

/** @param start makes the thread, with the first job */
export function createFileThread(start: () => Thread) {
  const waiting = new Map<number, Waiting>();
  let thread: Thread | null = null;
  let isBroken = false;
  let lastId = 0;

  /** It did not start, or is no more: none is started again. */
  function giveUp() {
    isBroken = true;
    thread?.terminate();
    for (const { reject } of waiting.values()) reject(new NoThreadError());
    waiting.clear();
  }

  function open(): Thread {
    const opened = start();
    opened.addEventListener('message', ({ data: { id, gone, result, error } }: MessageEvent<FileAnswer>) => {
      const asked = waiting.get(id);
      if (gone !== undefined) return asked?.sending?.onProgress?.(gone);
      waiting.delete(id);
      if (error === undefined) asked?.resolve(result as never);
      else asked?.reject(new Error(error));
    });
    opened.addEventListener('error', giveUp);
    return opened;
  }

  /** Rejects with `NoThreadError` where there is none, else as the job does, with its words. */
  return <Job extends FileJob>(job: Job, sending?: Partial<Sending>): Promise<FileResults[Job['is']]> =>
    new Promise((resolve, reject) => {
      sending?.signal?.throwIfAborted();
      if (isBroken) return reject(new NoThreadError());
      lastId += 1;
      const id = lastId;
      waiting.set(id, { resolve, reject, sending });
      try {
        thread ??= open();
        // Nothing is handed over for good: where the thread breaks, the job is done here.
        thread.postMessage({ id, job }, []);
        sending?.signal?.addEventListener('abort', () => thread?.postMessage({ id, job: null }, []));
      } catch {
        giveUp();
      }
    });
}

/** The page's one thread for files. */
export const runBeside = createFileThread(
  () => new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' }),
);

/** Where there is no other thread, in this one. */
export async function besideOrHere<Result>(beside: Promise<Result>, here: () => Promise<Result>): Promise<Result> {
  try {
    return await beside;
  } catch (error) {
    if (error instanceof NoThreadError) return here();
    throw error;
  }
}
