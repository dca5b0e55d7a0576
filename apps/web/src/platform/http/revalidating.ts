/**
 * In-memory ETag cache for answers to a signed-in user. The browser's HTTP cache would write them to disk and keep them after the
 * session. Public answers are left to the browser.
 */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const ENTRIES_MAX = 100;

/** The cache of one session. */
export const createAnswers = () => new Map<string, { readonly etag: string; readonly text: string }>();

export const revalidating =
  (fetch: Fetch, answers: () => ReturnType<typeof createAnswers>): Fetch =>
  async (url, init) => {
    const headers = new Headers(init.headers);
    if (init.cache !== 'no-cache' || !headers.has('authorization')) return fetch(url, init);
    // An answer that arrives after its session ended is not cached.
    const own = answers();
    const key = `${headers.get('accept-language')} ${url}`;
    const before = own.get(key);
    if (before) headers.set('if-none-match', before.etag);
    const answer = await fetch(url, { ...init, headers, cache: 'no-store' });
    if (answer.status === 304 && before) return new Response(before.text);
    const etag = answer.headers.get('etag');
    if (answer.ok && etag !== null) {
      const [oldest] = own.keys();
      if (own.size >= ENTRIES_MAX && oldest !== undefined) own.delete(oldest);
      own.set(key, { etag, text: await answer.clone().text() });
    }
    return answer;
  };
