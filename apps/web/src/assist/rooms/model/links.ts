/** Addresses in a text that can be opened. Whoever writes it may mean to keep its readers' browsers busy: all here is linear. */
import { TEXT_MAX } from '@earth/contracts';

/** `at`: where in the text it begins. */
export interface Part {
  readonly at: number;
  readonly text: string;
  /** Null: it is no address. */
  readonly href: string | null;
  /** Where it leads, as the net writes it, where one reads something else: a name before an `@`, letters that look like others. */
  readonly host: string | null;
}

/**
 * With a scheme; from `www.` on; or a name with a dot and a path behind it: `file.pdf` alone is no address. A name is no
 * longer than the net allows (RFC 1035 2.3.4), with ten dots at most. What turns the direction of a text round ends it.
 */
const WITHIN = String.raw`[^\s<>"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`;
const ADDRESS = new RegExp(
  String.raw`\bhttps?:\/\/${WITHIN}+|\bwww\.${WITHIN}+|\b(?:[\w-]{1,63}\.){1,10}[a-z]{2,63}\/${WITHIN}*`,
  'giu',
);
/** Characters: nobody opens a longer one. */
const ADDRESS_MAX = 2_000;
/** What ends a sentence does not belong to the address before it. */
const SENTENCE_END = new Set(".,;:!?'’»)]");

/** The end of a sentence, but not a bracket that was opened in the address. */
function trimmed(found: string): string {
  let end = found.length;
  while (SENTENCE_END.has(found.charAt(end - 1))) end -= 1;
  const address = found.slice(0, end);
  const isOpen = address.split('(').length > address.split(')').length;
  return isOpen && found.charAt(end) === ')' ? `${address})` : address;
}

/** A link without a scheme gets `https://` (A5.4); null: no browser could open it. */
function hrefOf(address: string): string | null {
  const href = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return URL.canParse(href) ? href : null;
}

/** Null: what one reads before the path is where it leads. */
function hostOf(address: string, href: string): string | null {
  const [read = ''] = address.replace(/^https?:\/\//i, '').split(/[/?#]/);
  const { host, hostname } = new URL(href);
  // A port that is the scheme's own is left out of `host`.
  return [host, `${hostname}:80`, `${hostname}:443`].includes(read.toLowerCase()) ? null : host;
}

/** The text, in order, cut where addresses begin and end. Behind what one can write here none are looked for. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of text.slice(0, TEXT_MAX).matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    const href = address.length > ADDRESS_MAX ? null : hrefOf(address);
    if (!href) continue;
    if (match.index > done) parts.push({ at: done, text: text.slice(done, match.index), href: null, host: null });
    parts.push({ at: match.index, text: address, href, host: hostOf(address, href) });
    done = match.index + address.length;
  }
  if (done < text.length) parts.push({ at: done, text: text.slice(done), href: null, host: null });
  return parts;
}
