/** Limit of characters before a match, so that the match is visible in a narrow line. */
const BEFORE_MAX = 16;

interface Excerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** The excerpt of a text around a match. @param place the match's start and end; null: no match */
export function excerptOf(text: string, place: readonly [number, number] | null): Excerpt {
  const [from, to] = place ?? [0, 0];
  const before = text.slice(0, from);
  // Starts at a word boundary.
  const start = before.length > BEFORE_MAX ? before.indexOf(' ', before.length - BEFORE_MAX) + 1 : 0;
  const isCut = before.length > BEFORE_MAX;
  return {
    before: isCut ? `…${start > 0 ? before.slice(start) : ''}` : before,
    found: text.slice(from, to),
    after: text.slice(to),
  };
}
