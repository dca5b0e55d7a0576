/** Work about the same thing, one after the other. */
export interface KeyedMutex {
  /** Runs `work` when all that was begun before it about `key` is done, whether it failed or not. */
  take<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Whether there is work under way about `key`. */
  has(key: string): boolean;
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(key, work) {
      const done = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, done);
      const end = () => {
        if (last.get(key) === done) last.delete(key);
      };
      done.then(end, end);
      return done;
    },
    has: (key) => last.has(key),
  };
}
