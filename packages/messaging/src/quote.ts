/**
 * Reply format, as in mails (RFC 3676, section 4.5): a line that begins with `>` quotes the answered message. It is readable for
 * clients that do not know replies.
 */

import { cutText } from '@earth/contracts';

/** Maximum length of a quote, or of the text in a notification. */
const QUOTED_MAX = 140;

export interface Quoted {
  readonly name: string;
  readonly text: string;
}

export interface Reply {
  /** `Luca Moretti: The seal drips`; null: no reply. */
  readonly quote: string | null;
  readonly text: string;
}

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Joined to one line. */
export function shortened(text: string): string {
  const line = oneLine(text);
  if (line.length <= QUOTED_MAX) return line;
  // Cuts neither inside a word nor inside a grapheme.
  const end = line.lastIndexOf(' ', QUOTED_MAX);
  return `${end > 0 ? line.slice(0, end) : cutText(line, QUOTED_MAX)}…`;
}

export function readReply(text: string): Reply {
  const [, quote, rest] = /^> (.+)\n\n([\s\S]+)$/u.exec(text) ?? [];
  return quote === undefined || rest === undefined ? { quote: null, text } : { quote, text: rest };
}

/** Of a reply only its own text is quoted. */
export const quoteOf = ({ name, text }: Quoted): string => `${oneLine(name)}: ${shortened(readReply(text).text)}`;

export const writeReply = (quoted: Quoted | null, text: string): string =>
  quoted ? `> ${quoteOf(quoted)}\n\n${text}` : text;
