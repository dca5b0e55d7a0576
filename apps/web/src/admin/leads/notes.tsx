/** Renders the message of a lead: only the tags `<b>`, `<i>`, `<u>`, `<s>` and `<br>`; everything else is shown as its text. */
import { createElement, type ReactNode } from 'react';

const TAGS: ReadonlySet<string> = new Set(['b', 'i', 'u', 's']);

/** Such a document loads and runs nothing. */
const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

function show(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data;
  const name = node.nodeName.toLowerCase();
  if (name === 'br') return <br key={key} />;
  const inside = [...node.childNodes].map(show);
  return TAGS.has(name) ? createElement(name, { key }, ...inside) : inside;
}

export const Notes = ({ html }: { readonly html: string }) => [...bodyOf(html).childNodes].map(show);

/** The text without tags. */
export function wordsOf(html: string): string {
  const body = bodyOf(html);
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  return body.textContent;
}
