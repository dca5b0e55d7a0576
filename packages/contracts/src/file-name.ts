/** What a file may be called that people send. */

/** Those that turn the direction of writing: with them a name looks like another. */
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The name as it is kept; null where it is a path, has control characters, or is no name at all. */
export function readFileName(name: string): string | null {
  const shown = name.replace(MARKS, '');
  return /[/\\\p{Cc}]/u.test(shown) || /^\s*\.*\s*$/.test(shown) ? null : shown.trim();
}

/** A name that passes: of a path what stands behind the last slash. */
export function baseName(name: string): string {
  const [last = ''] = name
    .replace(/\p{Cc}/gu, '')
    .split(/[/\\]/)
    .slice(-1);
  return readFileName(last) ?? 'file';
}
