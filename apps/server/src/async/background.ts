/** Work that nobody waits for: what fails is logged, and who stops waits for the rest. */
import type { FastifyBaseLogger } from 'fastify';

export interface Background {
  /** @param failed the words for the log */
  run(failed: string, work: () => Promise<unknown>): void;
  /** Resolves when all that was begun is done. */
  idle(): Promise<void>;
}

export function createBackground(log: Pick<FastifyBaseLogger, 'error'>): Background {
  const underWay = new Set<Promise<unknown>>();
  return {
    run(failed, work) {
      const done = work().catch((error: unknown) => log.error({ err: error }, failed));
      underWay.add(done);
      void done.finally(() => underWay.delete(done));
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
