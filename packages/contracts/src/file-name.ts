/** Allowed names of files in messages. */

/** Marks of writing direction; they can make a name look like another. */
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The name to store, or null if it is a path, has control characters or is empty. */
export function readFileName(name: string): string | null {
  const shown = name.replace(MARKS, '');
  return /[/\\\p{Cc}]/u.test(shown) || /^\s*\.*\s*$/.test(shown) ? null : shown.trim();
}

/** A valid name made of any name: the part behind the last slash. */
export function baseName(name: string): string {
  const [last = ''] = name
    .replace(/\p{Cc}/gu, '')
    .split(/[/\\]/)
    .slice(-1);
  return readFileName(last) ?? 'file';
}
