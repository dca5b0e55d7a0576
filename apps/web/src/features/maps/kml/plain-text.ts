/** The description of a placemark is HTML as often as not. It is shown as text: nothing in it is made into elements. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** What ends a line. No repetition here can begin where another one ends, so that no text takes long. */
const LINE_END = /<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^<>]{0,200}>/gi;
const TAG = /<[!/a-z][^<>]{0,2000}>/gi;

const characterOf = (name: string, number: string | undefined) => {
  const code = Number(number);
  if (number === undefined) return ENTITIES[name.toLowerCase()] ?? `&${name};`;
  return code > 31 && code < 0xd800 ? String.fromCodePoint(code) : ' ';
};

export const plainText = (html: string): string =>
  html
    .replace(LINE_END, '\n')
    .replace(TAG, '')
    .replace(/&(#(\d{1,6})|[a-z]{1,8});/gi, (_, name: string, number?: string) => characterOf(name, number))
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
