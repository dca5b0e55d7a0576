/** So much of what stands before a hit is shown: the hit itself is seen in a narrow line. */
const BEFORE_MAX = 16;

interface Excerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** A text around what was found in it. @param place from, and up to; null: nothing was found */
export function excerptOf(text: string, place: readonly [number, number] | null): Excerpt {
  const [from, to] = place ?? [0, 0];
  const before = text.slice(0, from);
  // From a whole word on.
  const start = before.length > BEFORE_MAX ? before.indexOf(' ', before.length - BEFORE_MAX) + 1 : 0;
  const isCut = before.length > BEFORE_MAX;
  return {
    before: isCut ? `…${start > 0 ? before.slice(start) : ''}` : before,
    found: text.slice(from, to),
    after: text.slice(to),
  };
}
