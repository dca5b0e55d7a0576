/** Addresses in a text that can be opened. */

/** `at`: where in the text it begins. */
export interface Part {
  readonly at: number;
  readonly text: string;
  /** Null: it is no address. */
  readonly href: string | null;
}

/** With a scheme; from `www.` on; or a name with a dot and a path behind it: `file.pdf` alone is no address. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"]+|\bwww\.[^\s<>"]+|\b(?:[\w-]+\.)+[a-z]{2,}\/[^\s<>"]*/giu;
/** What ends a sentence does not belong to the address before it. */
const SENTENCE_END = /[.,;:!?'’»)\]]+$/u;

/** The end of a sentence, but not a bracket that was opened in the address. */
function trimmed(found: string): string {
  const end = SENTENCE_END.exec(found)?.[0] ?? '';
  const address = found.slice(0, found.length - end.length);
  const isOpen = address.split('(').length > address.split(')').length;
  return isOpen && end.startsWith(')') ? `${address})` : address;
}

/** A link without a scheme gets `https://` (Assist 5); null: no browser could open it. */
function hrefOf(address: string): string | null {
  const href = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return URL.canParse(href) ? href : null;
}

/** The text, in order, cut where addresses begin and end. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    const href = hrefOf(address);
    if (!href) continue;
    if (match.index > done) parts.push({ at: done, text: text.slice(done, match.index), href: null });
    parts.push({ at: match.index, text: address, href });
    done = match.index + address.length;
  }
  if (done < text.length) parts.push({ at: done, text: text.slice(done), href: null });
  return parts;
}
