/** Runs a piece of work when a slot is free. */
type RunWork = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Semaphore: runs at most `limit` pieces of work at once; the others wait in order.
 * @returns a function that runs a piece of work
 */
export function createSemaphore(limit: number): RunWork {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < limit) running += 1;
    // The slot of the work that ends is handed over, so `running` stays the same.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Mutex: runs pieces of work one after another, in order, also if some fail. */
export type Mutex = RunWork;

export const createMutex = (): Mutex => createSemaphore(1);
