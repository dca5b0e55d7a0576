/**
 * Public contents that were seen, for when there is no net: answers of the API as they came. One that holds anything that is not for
 * everybody is never kept, and what is kept goes with the session in which it was seen.
 */
import { type KeptFiles, keptFiles, PICTURES, SEEN_CONTENTS, trim } from './kept-files';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const ANSWERS_MOST = 200;
/** A page of a list, or one content. The menu is kept by its own name: `kept-menu.ts`. */
const PATH = /^\/api\/infocontents(\/\d+)?\?(?!menu)/;

/** As it comes by the wire. */
interface Item {
  readonly content?: { readonly visibility?: unknown };
}
interface Answered {
  readonly data?: Item & { readonly items?: readonly Item[] };
}

/** Nothing that is unknown counts as public. */
function isPublic({ data }: Answered): boolean {
  const items = data?.items ?? (data ? [data] : undefined);
  return items?.every(({ content }) => content?.visibility === 'public') ?? false;
}

/** What was seen in one session is not kept for the next. */
let session = 0;

/** Asks, and keeps what is public; where no answer comes there is what was kept. */
export function keepingSeen(fetch: Fetch, files: KeptFiles | null = keptFiles()): Fetch {
  if (!files) return fetch;
  async function keep(url: string, answer: Response, asked: number) {
    if (!answer.ok || !isPublic((await answer.clone().json()) as Answered)) return;
    const cache = await files?.open(SEEN_CONTENTS);
    if (!cache || asked !== session) return;
    await cache.put(url, answer);
    await trim(cache, ANSWERS_MOST);
  }
  return async (url, init) => {
    if (init.method !== 'GET' || !PATH.test(url)) return fetch(url, init);
    const asked = session;
    try {
      const answer = await fetch(url, init);
      // A browser that is full keeps the ones before.
      void keep(url, answer.clone(), asked).catch(() => undefined);
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
  await Promise.allSettled([files?.delete(SEEN_CONTENTS), files?.delete(PICTURES)]);
}
