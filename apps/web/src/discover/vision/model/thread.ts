/** Client of a worker with an engine: one promise per job. */

/** The part of `Worker` that is used. */
export type EngineWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

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

interface AnyJob {
  readonly type: string;
}

export interface ThreadAnswer {
  readonly id: number;
  readonly result?: unknown;
  /** The name and the message of an error. */
  readonly error?: { readonly name: string; readonly message: string };
}

interface Pending {
  resolve(result: never): void;
  reject(error: Error): void;
}

/** `Results` has the result of each type of job. */
export interface Thread<Job extends AnyJob, Results extends Readonly<Record<Job['type'], unknown>>> {
  run<One extends Job>(job: One, transfer?: Transferable[]): Promise<Results[One['type']]>;
  /** Ends the worker: all of its memory is freed. Jobs that run are rejected. */
  stop(): void;
}

export function createThread<Job extends AnyJob, Results extends Readonly<Record<Job['type'], unknown>>>(
  worker: EngineWorker,
): Thread<Job, Results> {
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
  worker.addEventListener('message', ({ data: { id, result, error } }: MessageEvent<ThreadAnswer>) => {
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
