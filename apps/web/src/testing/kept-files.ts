/** Cache Storage in memory, as far as it is used. Entries are in insertion order. */
const urlOf = (request: RequestInfo | URL): string => {
  const url = request instanceof Request ? request.url : String(request);
  return url.startsWith(location.origin) ? url.slice(location.origin.length) : url;
};

type Load = (url: string) => Promise<Response>;

class TestCache {
  readonly entries = new Map<string, Response>();
  readonly #load: Load;
  constructor(load: Load) {
    this.#load = load;
  }
  async put(request: RequestInfo | URL, answer: Response) {
    this.entries.delete(urlOf(request));
    this.entries.set(urlOf(request), answer);
  }
  async add(request: RequestInfo | URL) {
    const answer = await this.#load(urlOf(request));
    if (!answer.ok) throw new TypeError('Request failed');
    await this.put(request, answer);
  }
  async addAll(requests: readonly RequestInfo[]) {
    for (const request of requests) await this.add(request);
  }
  async match(request: RequestInfo | URL) {
    return this.entries.get(urlOf(request))?.clone();
  }
  async delete(request: RequestInfo | URL) {
    return this.entries.delete(urlOf(request));
  }
  async keys() {
    return [...this.entries.keys()].map((url) => new Request(new URL(url, location.origin)));
  }
}

/** @param load the response of `add` */
export function testFiles(load: Load = async () => new Response('x')) {
  const caches = new Map<string, TestCache>();
  const cacheOf = (name: string) => {
    const cache = caches.get(name) ?? new TestCache(load);
    caches.set(name, cache);
    return cache;
  };
  return {
    // The real interface has more methods than are used here.
    open: async (name: string) => cacheOf(name) as unknown as Cache,
    delete: async (name: string) => caches.delete(name),
    keys: async () => [...caches.keys()],
    async match(request: RequestInfo | URL) {
      for (const cache of caches.values()) {
        const found = await cache.match(request);
        if (found) return found;
      }
      return undefined;
    },
    names: (name: string): readonly string[] => [...(caches.get(name)?.entries.keys() ?? [])],
  };
}
