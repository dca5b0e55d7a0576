/** Long text as a `Blob`: text is copied wherever it goes, by the page's own thread too; a `Blob` goes from thread to thread without its bytes. */

/** Bytes, or characters, from which something is worth the way to another thread. */
export const LARGE = 64 * 1024;

export const toTextBlob = (text: string): string | Blob => (text.length < LARGE ? text : new Blob([text]));
