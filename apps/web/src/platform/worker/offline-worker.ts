/**
 * Offline part of the service worker: caches the app itself, and public pictures that were viewed. Requests to the API are not
 * handled here: `web/platform/http/seen-contents.ts` caches public answers.
 */
import { TERMS_PATH } from '@earth/contracts';
import { ANY_ORIGIN, PICTURES, pictureOf, SAVED_PICTURES, SHELL, trim } from '../storage/kept-files';

/** The files of a build. The build writes them into the script, so that the script differs for each build. */
export interface Build {
  readonly version: string;
  /** Addresses of the first-load files and of the visitors' pages. */
  readonly files: readonly string[];
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}
export interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface MessageEvent extends WorkerEvent {
  readonly data: unknown;
}

interface Route {
  readonly condition: { readonly urlPattern: { readonly pathname: string } };
  readonly source: 'network';
}
export interface InstallEvent extends WorkerEvent {
  /** Absent in browsers without static routing. */
  addRoutes?(routes: readonly Route[]): Promise<void>;
}

/** The part of a service worker's global scope that is used. */
export interface OfflineScope {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
}

const PAGE = '/';
/** D2.1: an alias of the root, to which the server redirects. */
const ALIAS = '/index.html';
const CONFIG = '/config.json';
/** Pages that do not belong to the app. */
const ELSEWHERE = /^\/(services|api|storage|docs|dev|media|pictures|brand|icons)(\/|$)|\.[a-z0-9]+$/i;
/** Requests to the API do not pass through this worker, which the browser would first have to start: a message would wait for it. */
const PAST_WORKER: readonly Route[] = ['/services/*', '/api/*'].map((pathname) => ({
  condition: { urlPattern: { pathname } },
  source: 'network',
}));
const PICTURES_MAX = 300;
/** The last build is kept: a page of it may still be open. */
const SHELLS_MAX = 2;

/** The brand's pictures, which the settings name, and its terms. */
async function brandFilesIn(config: Response): Promise<string[]> {
  const { brand } = (await config.json()) as {
    readonly brand: { readonly logoUrl: string; readonly coverUrl: string };
  };
  return [brand.logoUrl, brand.coverUrl, TERMS_PATH];
}

/** Another width of the same picture is better than none. */
async function findOtherWidth(caches: CacheStorage, request: Request): Promise<Response | undefined> {
  const picture = pictureOf(request.url);
  if (picture === null) return undefined;
  for (const name of [SAVED_PICTURES, PICTURES]) {
    const cache = await caches.open(name);
    const found = (await cache.keys()).find(({ url }) => pictureOf(url) === picture);
    if (found) return await cache.match(found, ANY_ORIGIN);
  }
  return undefined;
}

/** The answers of this build, whose cache is `own`. */
function createAnswers({ caches, fetch, location }: OfflineScope, own: string) {
  const store = async (name: string, request: Request, answer: Response, limit?: number) => {
    const cache = await caches.open(name);
    await cache.put(request, answer);
    if (limit !== undefined) await trim(cache, limit);
  };

  /** Network first: cached after download; offline the cached copy is used. */
  async function networkFirst(event: FetchEvent, key: Request): Promise<Response> {
    try {
      const answer = await fetch(event.request);
      if (answer.ok) event.waitUntil(store(own, key, answer.clone()).catch(() => undefined));
      return answer;
    } catch (error) {
      // The last build's cache is the second choice: files that are older than the page are better than none.
      const cached = (await (await caches.open(own)).match(key, ANY_ORIGIN)) ?? (await caches.match(key, ANY_ORIGIN));
      if (cached) return cached;
      throw error;
    }
  }

  /** The cached page belongs to the installed build: a page from the network does not replace it. */
  async function page({ request }: FetchEvent): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      const cached = await (await caches.open(own)).match(PAGE, ANY_ORIGIN);
      if (cached) return cached;
      throw error;
    }
  }

  async function asset(event: FetchEvent): Promise<Response> {
    const cached = await caches.match(event.request, ANY_ORIGIN);
    if (cached) return cached;
    const answer = await fetch(event.request);
    if (answer.status === 200) event.waitUntil(store(own, event.request, answer.clone()).catch(() => undefined));
    return answer;
  }

  async function picture(event: FetchEvent): Promise<Response> {
    const cached = await caches.match(event.request, ANY_ORIGIN);
    if (cached) return cached;
    try {
      const answer = await fetch(event.request);
      if (isCacheable(answer))
        event.waitUntil(store(PICTURES, event.request, answer.clone(), PICTURES_MAX).catch(() => undefined));
      return answer;
    } catch (error) {
      const other = await findOtherWidth(caches, event.request);
      if (other) return other;
      throw error;
    }
  }

  async function cacheSeen(urls: readonly string[]) {
    await Promise.all(
      urls.map(async (url) => {
        const { origin, pathname, search } = new URL(url);
        if (origin !== location.origin || search !== '') return;
        const isAsset = pathname.startsWith('/assets/');
        if (!isAsset && !/^\/(media|pictures)\//.test(pathname)) return;
        const request = new Request(url);
        if (await caches.match(request, ANY_ORIGIN)) return;
        const answer = await fetch(request).catch(() => null);
        if (answer && isAsset && answer.status === 200) await store(own, request, answer);
        else if (answer && isCacheable(answer)) await store(PICTURES, request, answer, PICTURES_MAX);
      }),
    );
  }

  return { networkFirst, page, asset, picture, cacheSeen };
}

export function createOfflineWorker(scope: OfflineScope, { version, files }: Build): void {
  const { caches } = scope;
  const own = SHELL + version;
  const answers = createAnswers(scope, own);

  async function install() {
    const cache = await caches.open(own);
    // Bypasses the HTTP cache: a page of the last build would name files that are gone.
    const fresh = [PAGE, CONFIG].map((url) => new Request(url, { cache: 'reload' }));
    await cache.addAll([...fresh, ...files]);
    const config = await cache.match(CONFIG, ANY_ORIGIN);
    if (config) await cache.addAll(await brandFilesIn(config));
  }

  async function activate() {
    const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL) && name !== own);
    await Promise.all(shells.slice(0, 1 - SHELLS_MAX || undefined).map((name) => caches.delete(name)));
    await scope.clients.claim();
  }

  scope.addEventListener('install', (event) => {
    // Where routing is refused, the requests pass through this worker.
    event.addRoutes?.(PAST_WORKER).catch(() => undefined);
    event.waitUntil(install());
  });
  scope.addEventListener('activate', (event) => event.waitUntil(activate()));
  scope.addEventListener('message', (event) => {
    if (event.data === 'takeOver') event.waitUntil(scope.skipWaiting());
    // Files that the page loaded before this worker was active: the HTTP cache still has them.
    else if (isSeen(event.data)) event.waitUntil(answers.cacheSeen(event.data.seen));
  });
  scope.addEventListener('fetch', (event) => {
    const answer = answerTo(event);
    if (answer) event.respondWith(answer);
  });

  function answerTo(event: FetchEvent): Promise<Response> | null {
    const { request } = event;
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== 'GET' || origin !== scope.location.origin || request.headers.has('range')) return null;
    if (request.mode === 'navigate' && pathname === ALIAS)
      return Promise.resolve(Response.redirect(`${origin}/${search}`));
    if (request.mode === 'navigate') return ELSEWHERE.test(pathname) ? null : answers.page(event);
    if (pathname === CONFIG || pathname.startsWith('/brand/')) return answers.networkFirst(event, request);
    if (pathname.startsWith('/assets/')) return answers.asset(event);
    const isPicture = search === '' && /^\/(media|pictures)\//.test(pathname) && request.destination === 'image';
    return isPicture ? answers.picture(event) : null;
  }
}

const isSeen = (data: unknown): data is { readonly seen: readonly string[] } =>
  typeof data === 'object' && data !== null && 'seen' in data && Array.isArray(data.seen);

/** Complete pictures that are public. */
const isCacheable = ({ status, headers }: Response): boolean =>
  status === 200 &&
  (headers.get('cache-control') ?? '').startsWith('public') &&
  (headers.get('content-type') ?? '').startsWith('image/');
