/**
 * The service worker without a net: the app itself, and the public pictures that were seen. What is asked of the API passes it by:
 * `web/platform/http/seen-contents.ts` keeps of that what may be kept.
 */
import { TERMS_PATH } from '@earth/contracts';
import { PICTURES, pictureOf, SAVED_PICTURES, SHELL, trim } from '../storage/kept-files';

/** What a build is made of; the build writes it into the script, so that each build has another script. */
export interface Build {
  readonly version: string;
  /** Addresses of what is loaded before anything is opened, and of the pages of visitors. */
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

/** As much of a service worker's global scope as is used. */
export interface OfflineScope {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
}

const PAGE = '/';
/** D2.1: another name of the root, to which the server leads. */
const ALIAS = '/index.html';
const CONFIG = '/config.json';
/** Pages that are not the app's. */
const ELSEWHERE = /^\/(services|api|storage|docs|dev|media|pictures|brand|icons)(\/|$)|\.[a-z0-9]+$/i;
const PICTURES_MOST = 300;
/** The build before stays: a page of it may still be open. */
const SHELLS_MOST = 2;

/** What the brand is drawn with, whose addresses stand in the settings, and its terms. */
async function brandFilesIn(config: Response): Promise<string[]> {
  const { brand } = (await config.json()) as {
    readonly brand: { readonly logoUrl: string; readonly coverUrl: string };
  };
  return [brand.logoUrl, brand.coverUrl, TERMS_PATH];
}

/** Another width of the same picture is better than none. */
async function alike(caches: CacheStorage, request: Request): Promise<Response | undefined> {
  const picture = pictureOf(request.url);
  if (picture === null) return undefined;
  for (const name of [SAVED_PICTURES, PICTURES]) {
    const cache = await caches.open(name);
    const found = (await cache.keys()).find(({ url }) => pictureOf(url) === picture);
    if (found) return await cache.match(found);
  }
  return undefined;
}

/** What a request gets, of the build whose files are in `own`. */
function createAnswers({ caches, fetch, location }: OfflineScope, own: string) {
  const keep = async (name: string, request: Request, answer: Response, most?: number) => {
    const cache = await caches.open(name);
    await cache.put(request, answer);
    if (most !== undefined) await trim(cache, most);
  };

  /** From the net, and kept; without it as it was kept. */
  async function newest(event: FetchEvent, key: Request): Promise<Response> {
    try {
      const answer = await fetch(event.request);
      if (answer.ok) event.waitUntil(keep(own, key, answer.clone()).catch(() => undefined));
      return answer;
    } catch (error) {
      // The build before is kept too: what is older than the page is for want of anything else.
      const kept = (await (await caches.open(own)).match(key)) ?? (await caches.match(key));
      if (kept) return kept;
      throw error;
    }
  }

  /** The page of the app that is kept is the installed build's: what the net gives is not put in its place. */
  async function page({ request }: FetchEvent): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await (await caches.open(own)).match(PAGE);
      if (kept) return kept;
      throw error;
    }
  }

  async function asset(event: FetchEvent): Promise<Response> {
    const kept = await caches.match(event.request);
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.status === 200) event.waitUntil(keep(own, event.request, answer.clone()).catch(() => undefined));
    return answer;
  }

  async function picture(event: FetchEvent): Promise<Response> {
    const kept = await caches.match(event.request);
    if (kept) return kept;
    try {
      const answer = await fetch(event.request);
      if (mayKeep(answer))
        event.waitUntil(keep(PICTURES, event.request, answer.clone(), PICTURES_MOST).catch(() => undefined));
      return answer;
    } catch (error) {
      const other = await alike(caches, event.request);
      if (other) return other;
      throw error;
    }
  }

  async function keepSeen(urls: readonly string[]) {
    await Promise.all(
      urls.map(async (url) => {
        const { origin, pathname, search } = new URL(url);
        if (origin !== location.origin || search !== '') return;
        const isAsset = pathname.startsWith('/assets/');
        if (!isAsset && !/^\/(media|pictures)\//.test(pathname)) return;
        const request = new Request(url);
        if (await caches.match(request)) return;
        const answer = await fetch(request).catch(() => null);
        if (answer && isAsset && answer.status === 200) await keep(own, request, answer);
        else if (answer && mayKeep(answer)) await keep(PICTURES, request, answer, PICTURES_MOST);
      }),
    );
  }

  return { newest, page, asset, picture, keepSeen };
}

export function createOfflineWorker(scope: OfflineScope, { version, files }: Build): void {
  const { caches } = scope;
  const own = SHELL + version;
  const answers = createAnswers(scope, own);

  async function install() {
    const cache = await caches.open(own);
    // Past the browser's own memory: a page of the build before would name files that are gone.
    const fresh = [PAGE, CONFIG].map((url) => new Request(url, { cache: 'reload' }));
    await cache.addAll([...fresh, ...files]);
    const config = await cache.match(CONFIG);
    if (config) await cache.addAll(await brandFilesIn(config));
  }

  async function activate() {
    const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL) && name !== own);
    await Promise.all(shells.slice(0, 1 - SHELLS_MOST || undefined).map((name) => caches.delete(name)));
    await scope.clients.claim();
  }

  scope.addEventListener('install', (event) => event.waitUntil(install()));
  scope.addEventListener('activate', (event) => event.waitUntil(activate()));
  scope.addEventListener('message', (event) => {
    if (event.data === 'takeOver') event.waitUntil(scope.skipWaiting());
    // What a page had before this worker was there: the browser still has it.
    else if (isSeen(event.data)) event.waitUntil(answers.keepSeen(event.data.seen));
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
    if (pathname === CONFIG || pathname.startsWith('/brand/')) return answers.newest(event, request);
    if (pathname.startsWith('/assets/')) return answers.asset(event);
    const isPicture = search === '' && /^\/(media|pictures)\//.test(pathname) && request.destination === 'image';
    return isPicture ? answers.picture(event) : null;
  }
}

const isSeen = (data: unknown): data is { readonly seen: readonly string[] } =>
  typeof data === 'object' && data !== null && 'seen' in data && Array.isArray(data.seen);

/** Whole pictures that are for everybody. */
const mayKeep = ({ status, headers }: Response): boolean =>
  status === 200 &&
  (headers.get('cache-control') ?? '').startsWith('public') &&
  (headers.get('content-type') ?? '').startsWith('image/');
