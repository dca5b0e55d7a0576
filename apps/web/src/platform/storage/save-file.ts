/** By then a browser has taken over what it was given to save; some need longer than the click. */
const TAKEN_OVER_MS = 60_000;

/** Hands what has an object URL to the person, as a download of the browser. */
export function saveUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** The same, of contents that have none. */
export function saveFile(contents: Blob, name: string): void {
  const url = URL.createObjectURL(contents);
  saveUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_OVER_MS);
}
