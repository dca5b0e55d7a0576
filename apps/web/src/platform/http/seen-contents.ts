/**
 * Offline cache of public contents: raw answers of the API. An answer that contains anything non-public is never cached. The cache
 * is deleted at the end of the session in which it was filled.
 */
import { isWithdrawn } from './api-error';
import { type KeptFiles, keptFiles, LAYERS, PICTURES, SEEN_CONTENTS, trim } from '../storage/kept-files';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const ANSWERS_MOST = 200;
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
  const holds = async (request: Request) => {
    const kept = await cache.match(request);
    const items = kept && itemsIn((await kept.json()) as Answered);
    return items?.some(({ content }) => content?.id === id) ?? false;
  };
  const drop = async (request: Request) => {
    if (await holds(request)) await cache.delete(request);
  };
  await Promise.all((await cache.keys()).map(drop));
}

/** Session counter: an answer requested in one session is not cached for the next. */
let session = 0;

/** Network first: caches public answers, and serves the cached one if there is no answer. */
export function keepingSeen(fetch: Fetch, files: KeptFiles | null = keptFiles()): Fetch {
  if (!files) return fetch;
  async function keep(url: string, answer: Response, asked: number, isSignedIn: boolean) {
    const { status } = answer;
    // Not for a visitor without a session: the answer may differ after a sign-in.
    const isRefused = status === 401;
    // The token has expired: it is renewed, and the request repeated.
    if (isRefused && isSignedIn) return;
    if (!answer.ok && !isRefused && !isWithdrawn(status)) return;
    const isKept = answer.ok && isPublic((await answer.clone().json()) as Answered);
    const cache = await files?.open(SEEN_CONTENTS);
    if (!cache || asked !== session) return;
    if (isKept) {
      await cache.put(url, answer);
      await trim(cache, ANSWERS_MOST);
      return;
    }
    await cache.delete(url);
    const id = PATH.exec(url)?.[1];
    if (id !== undefined && !isRefused) await forgetContent(cache, Number(id));
  }
  return async (url, init) => {
    if (init.method !== 'GET' || !PATH.test(url)) return fetch(url, init);
    const asked = session;
    try {
      const answer = await fetch(url, init);
      // If storage is full, the existing entries stay.
      const isSignedIn = new Headers(init.headers).has('authorization');
      void keep(url, answer.clone(), asked, isSignedIn).catch(() => undefined);
      return answer;
    } catch (error) {
      const cache = await files.open(SEEN_CONTENTS).catch(() => null);
      const kept = await cache?.match(url, { ignoreVary: true });
      if (kept) return kept;
      throw error;
    }
  };
}

/** Called at the end of a session: the next user of the device must not see what was viewed. */
export async function forgetSeen(files: KeptFiles | null = keptFiles()): Promise<void> {
  session += 1;
  await Promise.allSettled([SEEN_CONTENTS, PICTURES, LAYERS].map(async (name) => files?.delete(name)));
}
