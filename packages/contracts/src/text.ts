/** Text written by people: whether it is blank, and where it may be cut. */

/**
 * A visible character. Not visible are: white space and separators, control and format characters, what Unicode calls default ignorable
 * (zero width, Hangul fillers, variation selectors, tags), the Braille pattern without dots, the null notehead. Format characters that
 * are drawn (signs around Arabic, Syriac and Kaithi numbers) are visible.
 */
const SHOWN =
  /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

/** Whether a text is empty, or only white space and invisible characters. */
export const isBlank = (text: string): boolean => !SHOWN.test(text);

let segmenter: Intl.Segmenter | undefined;
const graphemesOf = (text: string) => (segmenter ??= new Intl.Segmenter()).segment(text);

/** The first grapheme: a letter with its marks, or a whole emoji of several code points. */
export const firstGrapheme = (text: string): string => graphemesOf(text)[Symbol.iterator]().next().value?.segment ?? '';

/** Start of the grapheme at `index`. */
export const graphemeStart = (text: string, index: number): number =>
  index < text.length ? (graphemesOf(text).containing(index)?.index ?? index) : text.length;

/** Longest grapheme that people write; a pile of marks may be longer. */
const LOOK_AHEAD = 64;

/** Cuts a text to at most `most` UTF-16 units, at the end of a grapheme. A single longer grapheme is cut inside. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = graphemeStart(text.slice(0, most + LOOK_AHEAD), most);
  return text.slice(0, end > 0 ? end : most);
}

/** A first line that names facts, such as `Bronze, 2nd century BC` or `Head gardener of the parks`: short, no sentence, and a blank line after it. */
const LEAD = /^([^\n]{0,79}[^\n.!?…:])\n\n+/;

/** The facts with which a description begins, and the text after them. Empty: none. */
export function leadOf(descr: string): { readonly lead: string; readonly text: string } {
  const [whole = '', lead = ''] = LEAD.exec(descr) ?? [];
  return { lead, text: descr.slice(whole.length) };
}
