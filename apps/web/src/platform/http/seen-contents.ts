/**
 * Offline cache of public contents: raw answers of the API. An answer that contains anything non-public is never cached. The cache
 * is deleted at the end of the session in which it was filled.
 */
import { isWithdrawn } from './api-error';
import { atServer } from '../server-address';
import {
  ANY_ORIGIN,
  type FileCaches,
  fileCaches,
  LAYERS,
  MEDIA,
  PICTURES,
  SEEN_CONTENTS,
  trim,
  VIEWS,
} from '../storage/kept-files';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const ANSWERS_MAX = 200;
/** A page of a list (of scenes too), or one content. The menu has a cache of its own: `kept-menu.ts`. */
const PATH = /^\/api\/(?:infocontents|scenes)(?:\/(\d+))?\?(?!menu)/;

/** As on the wire. */
interface Item {
  readonly content?: { readonly id?: unknown; readonly visibility?: unknown };
}
interface Answered {
  readonly data?: Item & { readonly items?: readonly Item[] };
}

const itemsIn = ({ data }: Answered): readonly Item[] | undefined => data?.items ?? (data ? [data] : undefined);

/** Unknown values count as not public. */
const isPublic = (answered: Answered): boolean =>
  itemsIn(answered)?.every(({ content }) => content?.visibility === 'public') ?? false;

/** A content that is no longer public is removed in each language, with the list pages that contain it. */
async function forgetContent(cache: Cache, id: number) {
  const contains = async (request: Request) => {
    const cached = await cache.match(request);
    const items = cached && itemsIn((await cached.json()) as Answered);
    return items?.some(({ content }) => content?.id === id) ?? false;
  };
  const drop = async (request: Request) => {
    if (await contains(request)) await cache.delete(request);
  };
  await Promise.all((await cache.keys()).map(drop));
}

/**
 * Network first: caches public answers, and serves the cached one if there is no answer.
 * @param signal of the present session: an answer requested in one session is not cached for the next
 */
export function cachingSeen(fetch: Fetch, signal: () => AbortSignal, files: FileCaches | null = fileCaches()): Fetch {
  if (!files) return fetch;
  async function update(url: string, answer: Response, requestedIn: AbortSignal, isSignedIn: boolean) {
    const { status } = answer;
    // Not for a visitor without a session: the answer may differ after a sign-in.
    const isRefused = status === 401;
    // The token has expired: it is renewed, and the request repeated.
    if (isRefused && isSignedIn) return;
    if (!answer.ok && !isRefused && !isWithdrawn(status)) return;
    const isCacheable = answer.ok && isPublic((await answer.clone().json()) as Answered);
    const cache = await files?.open(SEEN_CONTENTS);
    if (!cache || requestedIn.aborted) return;
    if (isCacheable) {
      await cache.put(atServer(url), answer);
      await trim(cache, ANSWERS_MAX);
      return;
    }
    await cache.delete(atServer(url));
    const id = PATH.exec(url)?.[1];
    if (id !== undefined && !isRefused) await forgetContent(cache, Number(id));
  }
  return async (url, init) => {
    if (init.method !== 'GET' || !PATH.test(url)) return fetch(url, init);
    const requestedIn = signal();
    try {
      const answer = await fetch(url, init);
      // If storage is full, the existing entries stay.
      const isSignedIn = new Headers(init.headers).has('authorization');
      void update(url, answer.clone(), requestedIn, isSignedIn).catch(() => undefined);
      return answer;
    } catch (error) {
      const cache = await files.open(SEEN_CONTENTS).catch(() => null);
      const cached = await cache?.match(atServer(url), ANY_ORIGIN);
      if (cached) return cached;
      throw error;
    }
  };
}

/** Called at the end of a session: the next user of the device must not see what was viewed. */
export async function forgetSeen(files: FileCaches | null = fileCaches()): Promise<void> {
  await Promise.allSettled([SEEN_CONTENTS, PICTURES, LAYERS, VIEWS, MEDIA].map(async (name) => files?.delete(name)));
}
