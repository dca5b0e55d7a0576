/** Background tasks: work that no caller awaits. Failures are logged, and a stopping component can wait for the rest. */
import type { FastifyBaseLogger } from 'fastify';

export interface Background {
  /** @param failureMessage logged if the work rejects */
  run(failureMessage: string, work: () => Promise<unknown>): void;
  /** Resolves when no task is running. */
  idle(): Promise<void>;
}

export function createBackground(log: Pick<FastifyBaseLogger, 'error'>): Background {
  const running = new Set<Promise<unknown>>();
  return {
    run(failureMessage, work) {
      const done = work().catch((error: unknown) => log.error({ err: error }, failureMessage));
      running.add(done);
      void done.finally(() => running.delete(done));
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
