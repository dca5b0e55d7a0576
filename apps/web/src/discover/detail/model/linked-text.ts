/** Addresses in plain text. Nothing else of the text means anything: it is never read as HTML. */
import { webAddress } from '../../../shared/web-address';

export interface TextPart {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
  readonly href: string | null;
}

/**
 * Web addresses up to the first character that ends them, among which are those that turn the direction of writing around; and
 * e-mail addresses. Each of the repetitions is bounded or ends at what the next one begins with, so that no text takes long.
 */
const ADDRESS =
  /https?:\/\/[^\s<>"'`\u200B-\u200F\u202A-\u202E\u2060-\u2069]{1,2000}|[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}/gi;

/** What ends a sentence rather than an address. A closing bracket belongs to it where it was opened in it. */
function withoutSentenceEnd(address: string): string {
  const end = /[.,;:!?»”’…)\]}*_]$/.exec(address)?.[0];
  if (end === undefined) return address;
  if (end === ')' && address.includes('(')) return address;
  return withoutSentenceEnd(address.slice(0, -1));
}

/** Of something that writes to nobody else, and says nothing for who writes. */
export function mailAddress(text: string): string | null {
  const [name, domain, ...rest] = text.trim().split('@');
  if (!name || !domain || rest.length > 0 || /[\s:/<>"]/.test(name) || /[^a-z\d.-]/i.test(domain)) return null;
  return `mailto:${encodeURIComponent(name)}@${domain}`;
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
