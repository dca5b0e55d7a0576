/** Text of people, wherever it is written or cut: when it shows nothing, and where it may be cut. */

/**
 * A character that shows something, so not: white space and separators, control and format characters, what Unicode calls default
 * ignorable (zero width, fillers of Hangul, variation selectors, tags), the Braille pattern without dots, the null notehead. Format
 * characters that are drawn (signs that enclose Arabic, Syriac and Kaithi numbers) do show.
 */
const SHOWN =
  /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

/** Whether a text shows nothing: it is empty, or all white space and invisible characters. */
export const isBlank = (text: string): boolean => !SHOWN.test(text);

let segmenter: Intl.Segmenter | undefined;
const graphemesOf = (text: string) => (segmenter ??= new Intl.Segmenter()).segment(text);

/** The first letter as a reader counts them: with its marks, or a whole emoji of several characters. */
export const firstGrapheme = (text: string): string => graphemesOf(text)[Symbol.iterator]().next().value?.segment ?? '';

/** Where a grapheme begins that holds the character at `index`. */
export const graphemeStart = (text: string, index: number): number =>
  index < text.length ? (graphemesOf(text).containing(index)?.index ?? index) : text.length;

/** No grapheme that people write is longer; a pile of marks may be. */
const LOOK_AHEAD = 64;

/** At most so many characters (UTF-16) of a text, up to the end of a whole grapheme. A single one that is longer is cut in itself. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = graphemeStart(text.slice(0, most + LOOK_AHEAD), most);
  return text.slice(0, end > 0 ? end : most);
}
