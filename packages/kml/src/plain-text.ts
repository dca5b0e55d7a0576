/** Descriptions as plain text: they often are HTML, of which no element is ever created. */
import { withoutEntities } from './html-entities';

/** Linear time: no repetition can start where another one ends. */
const TAG =
  /<!--|<(\/?)([a-z][a-z\d]{0,20})\b(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,2000}>|<[!?/][^<>]{0,2000}>/gi;
/** Elements whose content is not shown. */
const HIDDEN = new Set(['style', 'script', 'title', 'template']);

/** Marks for ends of lines and paragraphs, made of characters that XML does not allow. */
const [LINE, PARAGRAPH] = ['\u0001', '\u0002'];
const GAP = new RegExp(`[ \\t\\n${LINE}${PARAGRAPH}]+`, 'g');
const blocks = (names: string, mark: string) => names.split(' ').map((name) => [name, mark] as const);
const MARKS: ReadonlyMap<string, string> = new Map([
  ['br', '\n'],
  ...blocks('address article aside caption dd div dl dt footer form header hr li main nav ol section tr ul', LINE),
  ...blocks('blockquote h1 h2 h3 h4 h5 h6 p pre table', PARAGRAPH),
  ...blocks('td th', ' '),
]);

/** Replaces tags by marks and drops hidden content. */
function marked(html: string): string {
  const parts: string[] = [];
  let hidden: string | null = null;
  let end = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(html); tag; tag = TAG.exec(html)) {
    const [all, slash, word = ''] = tag;
    const name = word.toLowerCase();
    if (hidden === null) parts.push(html.slice(end, tag.index), MARKS.get(name) ?? '');
    if (all === '<!--') {
      const close = html.indexOf('-->', TAG.lastIndex);
      TAG.lastIndex = close === -1 ? html.length : close + 3;
    } else if (hidden === null && slash === '' && HIDDEN.has(name)) hidden = name;
    else if (slash === '/' && name === hidden) hidden = null;
    end = TAG.lastIndex;
  }
  if (hidden === null) parts.push(html.slice(end));
  return parts.join('');
}

function gapOf(gap: string): string {
  if (gap.includes(PARAGRAPH)) return '\n\n';
  const breaks = gap.split('\n').length - 1;
  if (breaks > 0) return '\n'.repeat(Math.min(breaks, 2));
  return gap.includes(LINE) ? '\n' : ' ';
}

export function plainText(html: string): string {
  const breaksItsLines = /<(?:br|p|div|table|tr|li|h\d)\b/i.test(html);
  // If elements break the lines, line breaks of the source do not count.
  const text = marked(breaksItsLines ? html.replace(/[\r\n]+/g, ' ') : html.replace(/\r\n?/g, '\n'));
  return withoutEntities(text).replace(GAP, gapOf).trim();
}
