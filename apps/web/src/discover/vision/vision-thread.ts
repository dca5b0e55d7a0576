/** Client of the vision worker: one promise per job. */
import type { VisionAnswer, VisionJob, VisionResults } from './vision-job';

/** The part of `Worker` that is used. */
export type VisionWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** A job failed: `reason` is the name of the engine's error, or `crashed` if there is no worker any more. */
export class VisionError extends Error {
  override readonly name = 'VisionError';

  constructor(
    readonly reason: string,
    message = reason,
  ) {
    super(message);
  }
}

interface Pending {
  resolve(result: never): void;
  reject(error: Error): void;
}

export interface VisionThread {
  run<Job extends VisionJob>(job: Job, transfer?: Transferable[]): Promise<VisionResults[Job['type']]>;
  /** Ends the worker: all of its memory is freed. Jobs that run are rejected. */
  stop(): void;
}

export const startWorker = (): VisionWorker =>
  new Worker(new URL('./vision.wasm-worker.ts', import.meta.url), { type: 'module' });

export function createVisionThread(worker: VisionWorker): VisionThread {
  const waiting = new Map<number, Pending>();
  let lastId = 0;
  let isOver = false;

  function stop() {
    isOver = true;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new VisionError('crashed'));
    waiting.clear();
  }

  worker.addEventListener('error', stop);
  worker.addEventListener('message', ({ data: { id, result, error } }: MessageEvent<VisionAnswer>) => {
    const pending = waiting.get(id);
    waiting.delete(id);
    if (error) pending?.reject(new VisionError(error.name, error.message));
    else pending?.resolve(result as never);
  });

  return {
    run: (job, transfer = []) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(new VisionError('crashed'));
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, job }, transfer);
      }),
    stop,
  };
}
