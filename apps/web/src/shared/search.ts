/** Case and accents do not count. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase();

/**
 * Where a text first holds what is searched, as places in the text itself: from, and up to. Null: nowhere, or nothing is searched.
 */
export function placeIn(text: string, search: string): readonly [number, number] | null {
  const wanted = plain(search.trim());
  /** Of each letter of the plain text, where it stands in the text itself. */
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

/** Whether one of the texts holds what is searched; nothing searched holds everywhere. */
export function holds(search: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const wanted = plain(search.trim());
  return wanted === '' || texts.some((text) => text && plain(text).includes(wanted));
}
