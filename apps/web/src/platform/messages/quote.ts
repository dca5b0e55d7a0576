/**
 * A reply stands in its text as mails have it (RFC 3676, section 4.5): a line that begins with `>` says what it answers.
 * Whoever knows nothing of replies reads it too.
 */

import { cutText } from '@earth/contracts';

/** A quote, or a notification, is a reminder, not the message. */
const QUOTED_MAX = 140;

export interface Quoted {
  readonly name: string;
  readonly text: string;
}

export interface Reply {
  /** `Luca Moretti: The seal drips`; null: it answers nothing. */
  readonly quote: string | null;
  readonly text: string;
}

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** In one line. */
export function shortened(text: string): string {
  const line = oneLine(text);
  if (line.length <= QUOTED_MAX) return line;
  // Not through the middle of a word, nor of a letter of several parts.
  const end = line.lastIndexOf(' ', QUOTED_MAX);
  return `${end > 0 ? line.slice(0, end) : cutText(line, QUOTED_MAX)}…`;
}

export function readReply(text: string): Reply {
  const [, quote, rest] = /^> (.+)\n\n([\s\S]+)$/u.exec(text) ?? [];
  return quote === undefined || rest === undefined ? { quote: null, text } : { quote, text: rest };
}

/** Of what is itself a reply only its own words are quoted. */
export const quoteOf = ({ name, text }: Quoted): string => `${oneLine(name)}: ${shortened(readReply(text).text)}`;

export const writeReply = (quoted: Quoted | null, text: string): string =>
  quoted ? `> ${quoteOf(quoted)}\n\n${text}` : text;
