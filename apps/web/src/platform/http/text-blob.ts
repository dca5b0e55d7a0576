/** Long text as a `Blob`. Strings are copied between threads, on the main thread too; a `Blob` is passed without its bytes. */

/** The size in bytes or characters from which work moves to the worker. */
export const LARGE = 64 * 1024;

export const toTextBlob = (text: string): string | Blob => (text.length < LARGE ? text : new Blob([text]));
