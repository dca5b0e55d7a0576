/** Indexes that are built for callers who do not see all products of a catalogue. */
const BUILT_MAX = 8;

/** Gives what was built under a key, or builds it: callers who ask meanwhile get the same build. */
export type BuiltIndexes = (key: string, build: () => Promise<Uint8Array>) => Promise<Uint8Array>;

/** Keeps those that were asked for last. One that fails is built again when it is asked for again. */
export function createBuiltIndexes(max = BUILT_MAX): BuiltIndexes {
  /** The one that was asked for last at the end. */
  const built = new Map<string, Promise<Uint8Array>>();

  async function buildOrForget(key: string, build: () => Promise<Uint8Array>): Promise<Uint8Array> {
    try {
      return await build();
    } catch (error) {
      built.delete(key);
      throw error;
    }
  }

  return (key, build) => {
    const index = built.get(key) ?? buildOrForget(key, build);
    built.delete(key);
    built.set(key, index);
    const [oldest] = built.keys();
    if (built.size > max && oldest !== undefined) built.delete(oldest);
    return index;
  };
}
