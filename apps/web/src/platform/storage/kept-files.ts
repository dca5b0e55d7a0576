/**
 * What this device keeps of files that are for everybody, in Cache Storage: the same names for pages and the service worker. Nothing
 * that only somebody signed in may see is ever put there.
 */

/** The app itself; one for each build. */
export const SHELL = 'shell-';
/** Pictures that were seen. */
export const PICTURES = 'pictures';
/** Pictures of what somebody has saved: they stay as long as it is saved. */
export const SAVED_PICTURES = 'saved-pictures';
/** Answers that hold nothing but what is public. */
export const SEEN_CONTENTS = 'seen-contents';

/** Layers of maps that were seen. */
export const LAYERS = 'layers';

export interface KeptFiles {
  open(name: string): Promise<Cache>;
  delete(name: string): Promise<boolean>;
}

/** Where a browser has none, as in a page that is not secure, nothing is kept. */
export const keptFiles = (): KeptFiles | null => ('caches' in globalThis ? caches : null);

/** Lets the first that came go. A cache names its entries in the order in which they came. */
export async function trim(cache: Cache, most: number): Promise<void> {
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, Math.max(0, requests.length - most)).map((request) => cache.delete(request)));
}

/** The part of the address that all widths of one picture share; null: it is no public file of a content. */
export const pictureOf = (url: string): string | null => {
  const { pathname, search } = new URL(url, 'https://any.example');
  // What is private is signed in its query.
  return search === '' ? (/^\/media\/[\w-]+\//.exec(pathname)?.[0] ?? null) : null;
};
