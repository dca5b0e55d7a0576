/**
 * So many pieces of work at once, and no more: whoever comes later waits for their turn.
 * @returns runs one of them
 */
export function createSemaphore(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < most) running += 1;
    // Whoever ends hands their place on.
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
