/** A worker thread, started when it is first needed, so that servers without any work for it have none. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The bundle has each worker as a file of its own; in the sources it is TypeScript, and needs the loader of `npm run dev`. */
function startWorker(name: string): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL(`features/discover/contents/${name}.js`, import.meta.url));
  const source = new URL(`${name}.ts`, import.meta.url);
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${source.href}'); })`;
  return new Worker(load, { eval: true });
}

export interface WorkerThread<Task, Result> {
  /** Runs one task at a time. Rejects if the thread dies, is stopped, or takes too long: then the next task starts another one. */
  run(task: Task): Promise<Result>;
  /** Counts the threads that were started: what the last one had in memory is gone in the next. */
  readonly generation: number;
  /** Ends the thread; the next task starts another one. */
  stop(): Promise<void>;
  /** Ends the thread for good, when the server stops: later tasks reject. One that was being prepared would hold the stop up. */
  close(): Promise<void>;
}

/** @param name the worker's file beside this one, without its ending */
export function createWorkerThread<Task, Result>(name: string, timeoutMs: number): WorkerThread<Task, Result> {
  let worker: Worker | undefined;
  let generation = 0;
  let isClosed = false;

  async function stop(): Promise<void> {
    const ending = worker;
    worker = undefined;
    generation += 1;
    await ending?.terminate();
  }

  return {
    get generation() {
      return generation;
    },
    async run(task) {
      if (isClosed) throw new Error('The worker thread is closed');
      worker ??= startWorker(name);
      const running = worker;
      // An idle thread does not keep the server from ending.
      running.unref();
      const ended = new AbortController();
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]);
      // Rejects at an `error` of the worker.
      const answer = once(running, 'message', { signal });
      const onExit = () => ended.abort();
      running.once('exit', onExit);
      running.postMessage(task, []);
      try {
        const [result] = (await answer) as [Result];
        return result;
      } catch (error) {
        // A newer thread is not stopped for the failure of an older one.
        if (worker === running) await stop();
        throw error;
      } finally {
        running.off('exit', onExit);
      }
    },
    stop,
    async close() {
      isClosed = true;
      await stop();
    },
  };
}
