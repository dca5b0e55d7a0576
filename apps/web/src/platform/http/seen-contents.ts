/**
 * Public contents that were seen, for when there is no net: answers of the API as they came. One that holds anything that is not for
 * everybody is never kept, and what is kept goes with the session in which it was seen.
 */
import { isWithdrawn } from './api-error';
import { type KeptFiles, keptFiles, LAYERS, PICTURES, SEEN_CONTENTS, trim } from '../storage/kept-files';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const ANSWERS_MOST = 200;
/** A page of a list, of scenes too, or one content. The menu is kept by its own name: `kept-menu.ts`. */
const PATH = /^\/api\/(?:infocontents|scenes)(?:\/(\d+))?\?(?!menu)/;

/** As it comes by the wire. */
interface Item {
  readonly content?: { readonly id?: unknown; readonly visibility?: unknown };
}
interface Answered {
  readonly data?: Item & { readonly items?: readonly Item[] };
}

const itemsIn = ({ data }: Answered): readonly Item[] | undefined => data?.items ?? (data ? [data] : undefined);

/** Nothing that is unknown counts as public. */
const isPublic = (answered: Answered): boolean =>
  itemsIn(answered)?.every(({ content }) => content?.visibility === 'public') ?? false;

/** A content that is not for everybody any more goes in each language, and with it the pages of lists on which it stands. */
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

/** What was seen in one session is not kept for the next. */
let session = 0;

/** Asks, and keeps what is public; where no answer comes there is what was kept. */
export function keepingSeen(fetch: Fetch, files: KeptFiles | null = keptFiles()): Fetch {
  if (!files) return fetch;
  async function keep(url: string, answer: Response, asked: number, isSignedIn: boolean) {
    const { status } = answer;
    // Not for who has no session: there may be another answer once they have one.
    const isRefused = status === 401;
    // A token that has run out is renewed, and it is asked for again.
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
      // A browser that is full keeps the ones before.
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

/** At the end of a session: what somebody has looked at is nobody else's business. */
export async function forgetSeen(files: KeptFiles | null = keptFiles()): Promise<void> {
  session += 1;
  await Promise.allSettled([SEEN_CONTENTS, PICTURES, LAYERS].map(async (name) => files?.delete(name)));
}
