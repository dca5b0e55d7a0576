/** Finds addresses in a text. All of it runs in linear time, because a hostile author may try to block readers' browsers. */
import { TEXT_MAX } from '@earth/contracts';

/** `at`: its start in the text. */
export interface Part {
  readonly at: number;
  readonly text: string;
  /** Null: plain text. */
  readonly href: string | null;
  /** The real host, if the text shows something else: a name before an `@`, or letters that look like others. */
  readonly host: string | null;
}

/**
 * An address has a scheme, begins with `www.`, or is a name with a dot and a path: `file.pdf` alone is none. The name has the
 * length limit of RFC 1035 2.3.4, and at most ten dots. A bidirectional control character ends the address.
 */
const WITHIN = String.raw`[^\s<>"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`;
const ADDRESS = new RegExp(
  String.raw`\bhttps?:\/\/${WITHIN}+|\bwww\.${WITHIN}+|\b(?:[\w-]{1,63}\.){1,10}[a-z]{2,63}\/${WITHIN}*`,
  'giu',
);
/** Length limit of an address, characters. */
const ADDRESS_MAX = 2_000;
/** Punctuation at the end of a sentence does not belong to the address before it. */
const SENTENCE_END = new Set(".,;:!?'’»)]");

/** The punctuation to cut off, except a bracket that was opened in the address. */
function trimmed(found: string): string {
  let end = found.length;
  while (SENTENCE_END.has(found.charAt(end - 1))) end -= 1;
  const address = found.slice(0, end);
  const isOpen = address.split('(').length > address.split(')').length;
  return isOpen && found.charAt(end) === ')' ? `${address})` : address;
}

/** A link without a scheme gets `https://` (A5.4); null: not a valid URL. */
function hrefOf(address: string): string | null {
  const href = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return URL.canParse(href) ? href : null;
}

/** Null: the text before the path is the real host. */
function hostOf(address: string, href: string): string | null {
  const [read = ''] = address.replace(/^https?:\/\//i, '').split(/[/?#]/);
  const { host, hostname } = new URL(href);
  // `host` omits the default port.
  return [host, `${hostname}:80`, `${hostname}:443`].includes(read.toLowerCase()) ? null : host;
}

/** Splits a text into addresses and plain parts, in order. Beyond the length that can be typed, none are searched. */
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
