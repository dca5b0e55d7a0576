/** How long the object URL stays valid. Some browsers read it only after the click. */
const REVOKE_AFTER_MS = 60_000;

/** Downloads an object URL under this name. */
export function saveUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Downloads a Blob under this name. */
export function saveFile(contents: Blob, name: string): void {
  const url = URL.createObjectURL(contents);
  saveUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** @param url an object URL */
export const readUrl = async (url: string): Promise<Blob> => (await fetch(url)).blob();
