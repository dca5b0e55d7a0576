/** The most characters of a search in an address. */
export const MOST_WORDS = 200;

/** Folds case and accents. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase();

/** The first match as offsets in the original text: start, and end (exclusive). Null: no match, or an empty search. */
export function placeIn(text: string, search: string): readonly [number, number] | null {
  const wanted = plain(search.trim());
  /** For each character of the folded text, its offset in the original text. */
  const places: number[] = [];
  let whole = '';
  let place = 0;
  for (const letter of text) {
    const letters = plain(letter);
    whole += letters;
    for (const _ of letters.split('')) places.push(place);
    place += letter.length;
  }
  const found = wanted === '' ? -1 : whole.indexOf(wanted);
  const from = places[found];
  return from === undefined ? null : [from, places[found + wanted.length] ?? text.length];
}

/** Whether one of the texts contains the search; an empty search matches all. */
export function holds(search: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const wanted = plain(search.trim());
  return wanted === '' || texts.some((text) => text && plain(text).includes(wanted));
}
