/**
 * Markup of a message: Wiki Creole 1.0 («**bold**», «//italic//») with its additions «__underline__» and «~~strikethrough~~». It can
 * be typed, and a screen reader reads it. Unpaired marks are text.
 */
import { isBlank } from '@earth/contracts';

export type Mark = 'bold' | 'italic' | 'underline' | 'strikethrough';

const marks = {
  bold: { sign: '**', tag: 'b' },
  italic: { sign: '//', tag: 'i' },
  underline: { sign: '__', tag: 'u' },
  strikethrough: { sign: '~~', tag: 's' },
} as const satisfies Record<Mark, { readonly sign: string; readonly tag: string }>;

type Tag = (typeof marks)[Mark]['tag'];
/** `at`: the offset in the surrounding text. */
export type Part = string | { readonly tag: Tag; readonly at: number; readonly parts: readonly Part[] };

const tagOf = (sign: string) => Object.values(marks).find((mark) => mark.sign === sign)?.tag;

/** An opening mark stands before a word, a closing one after it; the «//» of an address is no mark. */
const marked = /(\*\*|(?<!:)\/\/|__|~~)(?=\S)(.*?\S)\1/gs;

export function parse(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of text.matchAll(marked)) {
    const [whole, sign = '', inside = ''] = found;
    const tag = tagOf(sign);
    if (!tag) continue;
    if (found.index > end) parts.push(text.slice(end, found.index));
    parts.push({ tag, at: found.index, parts: parse(inside) });
    end = found.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const htmlOf = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? '').replaceAll(/\r?\n/g, '<br>');

const write = (parts: readonly Part[]): string =>
  parts
    .map((part) => (typeof part === 'string' ? htmlOf(part) : `<${part.tag}>${write(part.parts)}</${part.tag}>`))
    .join('');

/** The HTML that is sent: only `<b>`, `<i>`, `<u>`, `<s>` and `<br>`. */
export const toHtml = (text: string): string => (isBlank(text) ? '' : write(parse(text.trim())));

export const isFormatted = (parts: readonly Part[]): boolean => parts.some((part) => typeof part !== 'string');

/** A text and its selection. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Adds marks around the selection, without surrounding spaces, or removes them; the text stays selected. */
export function toggleMark({ text, start, end }: Selected, mark: Mark): Selected {
  const { sign } = marks[mark];
  const chosen = text.slice(start, end);
  const from = start + (chosen.length - chosen.trimStart().length);
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length));
  const inside = text.slice(from, to);
  const before = text.slice(0, from);
  const after = text.slice(to);
  if (before.endsWith(sign) && after.startsWith(sign))
    return {
      text: before.slice(0, -sign.length) + inside + after.slice(sign.length),
      start: from - sign.length,
      end: to - sign.length,
    };
  return { text: before + sign + inside + sign + after, start: from + sign.length, end: to + sign.length };
}
