interface Limits<Value> {
  /** How many are kept. */
  readonly most: number;
  /** How many letters they and their names may be, together. */
  readonly mostLetters: number;
  readonly lettersOf: (value: Value) => number;
}

/** What was read at one revision. With every change, and when there is too much of it, it is read anew. */
export function createRevisionCache<Value>({ most, mostLetters, lettersOf }: Limits<Value>) {
  let at = '';
  let letters = 0;
  const kept = new Map<string, Promise<Value>>();

  function forget(): void {
    kept.clear();
    letters = 0;
  }

  async function weigh(what: string, reading: Promise<Value>): Promise<void> {
    try {
      const value = await reading;
      if (kept.get(what) === reading) letters += what.length + lettersOf(value);
      if (letters > mostLetters) forget();
    } catch {
      // Whoever asked is told by what they have got.
      if (kept.get(what) === reading) kept.delete(what);
    }
  }

  return (revision: string, what: string, read: () => Promise<Value>): Promise<Value> => {
    if (revision !== at) forget();
    at = revision;
    const known = kept.get(what);
    if (known) return known;
    if (kept.size >= most) forget();
    const reading = read();
    kept.set(what, reading);
    void weigh(what, reading);
    return reading;
  };
}
