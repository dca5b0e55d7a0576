/**
 * Semaphore: runs at most `limit` pieces of work at once; the others wait in order.
 * @returns a function that runs a piece of work
 */
export function createSemaphore(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
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
