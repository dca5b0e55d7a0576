/** Reads filters of SCIM (RFC 7644, 3.4.2.2), those of lists and those in the paths of PATCH. */
import { type Filter, parse } from 'scim2-parse-filter';
import { refused } from './scim-error';

const LITERAL = /"(?:[^"\\]|\\.)*"/g;

/** The text of a literal, which is one of JSON (RFC 7644, 3.4.2.2). Entra ID does not escape a backslash. */
function textIn(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal.slice(1, -1).replaceAll('\\"', '"');
  }
}

/** Puts the texts back where their numbers are. */
function withTexts(node: Filter, texts: readonly string[]): Filter {
  switch (node.op) {
    case 'and':
    case 'or':
      return { ...node, filters: node.filters.map((one) => withTexts(one, texts)) };
    case 'not':
      return { ...node, filter: withTexts(node.filter, texts) };
    case '[]':
      return { ...node, valFilter: withTexts(node.valFilter, texts) };
    case 'pr':
      return node;
    default:
      return typeof node.compValue === 'string' ? { ...node, compValue: texts[Number(node.compValue)] ?? '' } : node;
  }
}

/**
 * The parser gets numbers instead of the texts, because it does not read all escapes. It gets no quote without an end either: its tokenizer
 * takes 2^n steps for one that n line ends follow.
 * @throws ScimError `invalidFilter`
 */
export function parseFilter(words: string): Filter {
  const unreadable = () => refused('invalidFilter', 'The filter cannot be read.');
  if (/\p{Cc}/u.test(words) || words.replaceAll(LITERAL, '').includes('"')) throw unreadable();
  const texts: string[] = [];
  const numbered = words.replaceAll(LITERAL, (literal) => `"${texts.push(textIn(literal)) - 1}"`);
  try {
    return withTexts(parse(numbered), texts);
  } catch {
    throw unreadable();
  }
}
