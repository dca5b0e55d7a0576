/**
 * A forwarded message begins with an arrow and an empty line, which clients that do not know it show as they are. It does not say whose message
 * it was: its author has not written here, and their signature is for another room.
 */
const MARK = '↪\n\n';

/** @param text without what it answered, which is in the other room */
export const writeForwarded = (text: string): string => `${MARK}${text}`;

/** The text that was forwarded; null: it was not. */
export const readForwarded = (text: string): string | null =>
  text.startsWith(MARK) && text.length > MARK.length ? text.slice(MARK.length) : null;
