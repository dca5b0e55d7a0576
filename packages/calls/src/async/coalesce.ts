/**
 * One at a time: whoever asks while it runs gets one more run after it, so that the last run has begun after the last
 * asking.
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
