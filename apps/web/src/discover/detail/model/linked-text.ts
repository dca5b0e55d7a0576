/** Finds addresses in plain text. The text is never interpreted as HTML. */
import { mailAddress } from '../../../shared/addresses';
import { webAddress } from '../../../shared/web-address';

export interface TextPart {
  /** The offset in the text. */
  readonly at: number;
  readonly text: string;
  readonly href: string | null;
}

/**
 * Web addresses up to a delimiter, which includes bidirectional control characters; and e-mail addresses. Each repetition is bounded
 * or ends at a distinct character, so that matching takes linear time.
 */
const ADDRESS =
  /https?:\/\/[^\s<>"'`\u200B-\u200F\u202A-\u202E\u2060-\u2069]{1,2000}|[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}/gi;

/** Strips punctuation that ends the sentence. A closing bracket is kept if it was opened in the address. */
function withoutSentenceEnd(address: string): string {
  const end = /[.,;:!?»”’…)\]}*_]$/.exec(address)?.[0];
  if (end === undefined) return address;
  if (end === ')' && address.includes('(')) return address;
  return withoutSentenceEnd(address.slice(0, -1));
}

/** @returns the text in parts; those with an `href` are links */
export function linkedText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentenceEnd(found);
    const href = /^https?:/i.test(address) ? webAddress(address) : mailAddress(address);
    if (href === null) continue;
    if (index > done) parts.push({ at: done, text: text.slice(done, index), href: null });
    parts.push({ at: index, text: address, href });
    done = index + address.length;
  }
  if (done < text.length) parts.push({ at: done, text: text.slice(done), href: null });
  return parts;
}
