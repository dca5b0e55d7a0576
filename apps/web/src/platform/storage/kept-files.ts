/**
 * Cache Storage names for public files, shared by the pages and the service worker. Nothing that requires a sign-in is ever stored
 * there.
 */

/** The app's own files; one cache per build. */
export const SHELL = 'shell-';
/** Pictures that were viewed. */
export const PICTURES = 'pictures';
/** Pictures of saved contents: they stay as long as the content is saved. */
export const SAVED_PICTURES = 'saved-pictures';
/** Answers that contain only public data. */
export const SEEN_CONTENTS = 'seen-contents';

/** Map layers that were viewed. */
export const LAYERS = 'layers';

/** What the camera needs to recognize views: their files, named by a hash of the content, and public indices. */
export const VIEWS = 'earth-views';

/** Videos and 3D models that the camera has shown. */
export const MEDIA = 'seen-media';

/**
 * For each search in a cache. Answers vary by the origin that asks, for the mobile shell; all that is stored here was asked for by pages of one
 * origin, but only some of their requests name it.
 */
export const ANY_ORIGIN = { ignoreVary: true } as const;

export interface FileCaches {
  open(name: string): Promise<Cache>;
  delete(name: string): Promise<boolean>;
}

/** Null in a browser without Cache Storage, as in an insecure page: nothing is stored then. */
export const fileCaches = (): FileCaches | null => ('caches' in globalThis ? caches : null);

/** Evicts the oldest entries. A cache lists its entries in insertion order. */
export async function trim(cache: Cache, limit: number): Promise<void> {
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, Math.max(0, requests.length - limit)).map((request) => cache.delete(request)));
}

/** Evicts the oldest entries until the others have at most `limit` bytes, as their `content-length` says. */
export async function trimBytes(cache: Cache, limit: number): Promise<void> {
  let kept = 0;
  for (const request of (await cache.keys()).toReversed()) {
    kept += Number((await cache.match(request))?.headers.get('content-length') ?? 0);
    if (kept > limit) await cache.delete(request);
  }
}

/** The part of the address that all widths of one picture share; null: no public file of a content. */
export const pictureOf = (url: string): string | null => {
  const { pathname, search } = new URL(url, 'https://any.example');
  // Private files have a signature in the query.
  return search === '' ? (/^\/media\/[\w-]+\//.exec(pathname)?.[0] ?? null) : null;
};
