/** Finds bare ampersands: the XML parser takes a bare `&` for the start of an entity and reports it at the next `;`, maybe far away. */

const MARK = /<!--|<!\[CDATA\[|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[\w:.-]{1,100});)/gi;

/** Offset of the first bare ampersand outside comments and CDATA. Null: there is none. */
export function bareAmpersandIn(text: string): number | null {
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(text); mark; mark = MARK.exec(text)) {
    const [found] = mark;
    if (found === '&') return mark.index;
    const close = text.indexOf(found === '<!--' ? '-->' : ']]>', MARK.lastIndex);
    if (close === -1) return null;
    MARK.lastIndex = close;
  }
  return null;
}
