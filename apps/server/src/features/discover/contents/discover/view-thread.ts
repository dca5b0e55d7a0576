/** The worker thread for views: started with the first one, so that servers without any have none. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ProcessedView, ViewSource } from './process-view';

/** Far longer than a view takes on a busy machine. */
const TIMEOUT_MS = 120_000;

/** The bundle has the worker as a file of its own; in the sources it is TypeScript, and needs the loader of `npm run dev`. */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('features/discover/contents/discover/view-worker.js', import.meta.url));
  const source = new URL('view-worker.ts', import.meta.url);
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${source.href}'); })`;
  return new Worker(load, { eval: true });
}

export interface ViewThread {
  /** Processes one view at a time. Rejects if the thread dies, is stopped, or takes too long. */
  process(source: ViewSource): Promise<ProcessedView>;
  /** Ends the thread; the next view starts another one. */
  stop(): Promise<void>;
}

export function createViewThread(): ViewThread {
  let worker: Worker | undefined;

  async function stop(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  return {
    async process(source) {
      worker ??= startWorker();
      const running = worker;
      // An idle thread does not keep the server from ending.
      running.unref();
      const ended = new AbortController();
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      // Rejects at an `error` of the worker.
      const answer = once(running, 'message', { signal });
      const onExit = () => ended.abort();
      running.once('exit', onExit);
      running.postMessage(source, []);
      try {
        const [processed] = (await answer) as [ProcessedView];
        return processed;
      } catch (error) {
        await stop();
        throw error;
      } finally {
        running.off('exit', onExit);
      }
    },
    stop,
  };
}
