/**
 * Coalesces calls: runs one at a time, and calls made during a run share one more run after it. So the last run has begun
 * after the last call.
 */
export function coalesce(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWantedAgain = false;

  async function runAll() {
    do {
      isWantedAgain = false;
      await run();
    } while (isWantedAgain);
  }

  return () => {
    if (running) isWantedAgain = true;
    else running = runAll().finally(() => (running = null));
    return running;
  };
}
