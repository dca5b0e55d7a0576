/** Keyed mutex: runs work on the same key one after another. */
export interface KeyedMutex {
  /** Runs `work` after all earlier work on `key`, whether that failed or not. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Whether work on `key` is running or waiting. */
  isLocked(key: string): boolean;
}

export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const done = (tails.get(key) ?? Promise.resolve()).then(work, work);
      tails.set(key, done);
      const release = () => {
        if (tails.get(key) === done) tails.delete(key);
      };
      done.then(release, release);
      return done;
    },
    isLocked: (key) => tails.has(key),
  };
}
