interface Limits<Value> {
  /** Limit of entries. */
  readonly maxEntries: number;
  /** Limit of characters, of the values and their keys together. */
  readonly maxCharacters: number;
  readonly charactersOf: (value: Value) => number;
}

/** Cache of values that were read at one revision. It is cleared with every new revision, and when it exceeds its limits. */
export function createRevisionCache<Value>({ maxEntries, maxCharacters, charactersOf }: Limits<Value>) {
  let currentRevision = '';
  let characters = 0;
  const cached = new Map<string, Promise<Value>>();

  function clear(): void {
    cached.clear();
    characters = 0;
  }

  async function weigh(key: string, reading: Promise<Value>): Promise<void> {
    try {
      const value = await reading;
      if (cached.get(key) === reading) characters += key.length + charactersOf(value);
      if (characters > maxCharacters) clear();
    } catch {
      // The caller gets the error from its own promise.
      if (cached.get(key) === reading) cached.delete(key);
    }
  }

  return (revision: string, key: string, read: () => Promise<Value>): Promise<Value> => {
    if (revision !== currentRevision) clear();
    currentRevision = revision;
    const known = cached.get(key);
    if (known) return known;
    if (cached.size >= maxEntries) clear();
    const reading = read();
    cached.set(key, reading);
    void weigh(key, reading);
    return reading;
  };
}
