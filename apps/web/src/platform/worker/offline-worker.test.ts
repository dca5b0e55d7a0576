import { beforeEach, expect, test } from 'vitest';
import { PICTURES, SAVED_PICTURES } from '../storage/kept-files';
import { testFiles } from '../../testing/kept-files';
import { createOfflineWorker, type FetchEvent, type InstallEvent, type MessageEvent } from './offline-worker';

type Listener = (event: never) => void;

let net: Map<string, () => Response>;
let isOnline: boolean;
let files: ReturnType<typeof testFiles>;
let isTakingOver: boolean;

const load = async (url: string): Promise<Response> => {
  if (!isOnline) throw new TypeError('Failed to fetch');
  return net.get(url)?.() ?? new Response('', { status: 404 });
};

beforeEach(() => {
  isOnline = true;
  isTakingOver = false;
  files = testFiles(load);
  const image = { 'content-type': 'image/webp' };
  net = new Map([
    ['/', () => new Response('the page')],
    ['/config.json', () => Response.json({ brand: { logoUrl: '/brand/logo.svg', coverUrl: '/brand/cover.svg' } })],
    ['/brand/logo.svg', () => new Response('a logo')],
    ['/brand/cover.svg', () => new Response('a cover')],
    ['/brand/terms.json', () => new Response('the terms')],
    ['/assets/app-1.js', () => new Response('the app')],
    ['/assets/rooms-1.js', () => new Response('rooms')],
    ['/earth', () => new Response('the page, from the net')],
    ['/api/infocontents?l=en', () => Response.json({})],
    ['/media/a/640.webp', () => new Response('640', { headers: { ...image, 'cache-control': 'public, max-age=1' } })],
    ['/media/b/640.webp', () => new Response('b', { headers: { ...image, 'cache-control': 'private' } })],
  ]);
});

/** The service worker of a build, with a fake scope. */
function startWorker(version: string) {
  const listeners = new Map<string, Listener>();
  createOfflineWorker(
    {
      addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
      skipWaiting: async () => void (isTakingOver = true),
      clients: { claim: async () => undefined },
      location: { origin: location.origin },
      caches: files as unknown as CacheStorage,
      fetch: (request: RequestInfo | URL) =>
        load((request instanceof Request ? request.url : String(request)).replace(location.origin, '')),
    },
    { version, files: ['/assets/app-1.js'] },
  );
  const tell = async (type: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) } as never);
    await Promise.all(work);
  };
  return {
    start: async () => {
      await tell('install', {});
      await tell('activate', {});
    },
    install: (addRoutes: InstallEvent['addRoutes']) => tell('install', { addRoutes }),
    say: (data: unknown) => tell('message', { data } satisfies Partial<MessageEvent>),
    /** Null: the worker does not handle the request. */
    async ask(path: string, how: { mode?: string; destination?: string; headers?: HeadersInit; method?: string } = {}) {
      const request = {
        url: new URL(path, location.origin).href,
        method: how.method ?? 'GET',
        mode: how.mode ?? 'cors',
        destination: how.destination ?? '',
        headers: new Headers(how.headers),
      } as Request;
      let answering: Promise<Response> | null = null;
      const work: Promise<unknown>[] = [];
      const event: FetchEvent = {
        request: Object.setPrototypeOf(request, Request.prototype) as Request,
        respondWith: (answer) => void (answering = answer),
        waitUntil: (one) => work.push(one),
      };
      listeners.get('fetch')?.(event as never);
      const answer = await (answering as Promise<Response> | null);
      const text = answer && (answer.headers.get('location') ?? (await answer.text()));
      await Promise.all(work);
      return text;
    },
  };
}

test('serves each page offline as the cached page, with its scripts, settings, brand pictures and terms', async () => {
  const worker = startWorker('1');
  await worker.start();
  expect(await worker.ask('/earth', { mode: 'navigate' })).toBe('the page, from the net');
  isOnline = false;
  expect(await worker.ask('/content-detail/7', { mode: 'navigate' })).toBe('the page');
  expect(await worker.ask('/assets/app-1.js')).toBe('the app');
  expect(await worker.ask('/config.json')).toContain('brand');
  expect(await worker.ask('/brand/logo.svg')).toBe('a logo');
  expect(await worker.ask('/brand/terms.json')).toBe('the terms');
});

test('requests to the API pass by the worker, where the browser can route them', async () => {
  const worker = startWorker('1');
  const routed: string[] = [];
  await worker.install(async (routes) => {
    routed.push(...routes.map(({ condition, source }) => `${condition.urlPattern.pathname} ${source}`));
    throw new TypeError('Not these');
  });
  expect(routed).toEqual(['/services/* network', '/api/* network']);
});

test('redirects the alias of the root, offline too', async () => {
  const worker = startWorker('1');
  await worker.start();
  isOnline = false;
  expect(await worker.ask('/index.html?answer=1', { mode: 'navigate' })).toBe(`${location.origin}/?answer=1`);
});

test('serves a script offline that was loaded before; another one is missing', async () => {
  const worker = startWorker('1');
  await worker.start();
  await worker.ask('/assets/rooms-1.js');
  isOnline = false;
  expect(await worker.ask('/assets/rooms-1.js')).toBe('rooms');
  await expect(worker.ask('/assets/never.js')).rejects.toThrow('Failed to fetch');
});

test.each([
  ['the API', '/api/infocontents?l=en', {}],
  ['what is sent', '/', { method: 'POST' }],
  ['part of a film', '/media/a/640.webp', { destination: 'video', headers: { range: 'bytes=0-' } }],
  ['a private picture', '/media/b/640.webp?e=1&s=2', { destination: 'image' }],
  ['pages that are not the app’s', '/docs/', { mode: 'navigate' }],
])('does not handle %s', async (_, path, how) => {
  const worker = startWorker('1');
  await worker.start();
  expect(await worker.ask(path, how)).toBeNull();
});

test('caches public pictures, also in place of other widths; never a private one', async () => {
  const worker = startWorker('1');
  await worker.start();
  const image = { destination: 'image' };
  await worker.ask('/media/a/640.webp', image);
  await worker.ask('/media/b/640.webp', image);
  expect(files.names(PICTURES)).toEqual(['/media/a/640.webp']);
  isOnline = false;
  expect(await worker.ask('/media/a/1280.webp', image)).toBe('640');
  await expect(worker.ask('/media/b/640.webp', image)).rejects.toThrow('Failed to fetch');
});

test('serves the picture of a saved content from its own cache', async () => {
  const worker = startWorker('1');
  await worker.start();
  await (await files.open(SAVED_PICTURES)).put('/media/c/800.webp', new Response('saved'));
  isOnline = false;
  expect(await worker.ask('/media/c/400.webp', { destination: 'image' })).toBe('saved');
});

test('caches what the page had loaded before the worker was active', async () => {
  const worker = startWorker('1');
  await worker.start();
  const seen = ['/assets/rooms-1.js', '/media/a/640.webp', '/media/b/640.webp', '/api/infocontents?l=en'];
  await worker.say({
    seen: [...seen.map((path) => location.origin + path), 'https://elsewhere.example/media/x/1.webp'],
  });
  expect(files.names('shell-1')).toContain('/assets/rooms-1.js');
  expect(files.names(PICTURES)).toEqual(['/media/a/640.webp']);
});

test('keeps the newest 300 pictures', async () => {
  const worker = startWorker('1');
  await worker.start();
  for (let id = 0; id < 302; id += 1) {
    net.set(`/media/p${id}/640.webp`, net.get('/media/a/640.webp') ?? (() => new Response()));
    await worker.ask(`/media/p${id}/640.webp`, { destination: 'image' });
  }
  expect(files.names(PICTURES)).toHaveLength(300);
  expect(files.names(PICTURES)[0]).toBe('/media/p2/640.webp');
});

test('a new build waits until it is told to take over; the last build stays for its open pages', async () => {
  for (const version of ['1', '2']) await startWorker(version).start();
  const third = startWorker('3');
  await third.start();
  expect(isTakingOver).toBe(false);
  await third.say('takeOver');
  expect(isTakingOver).toBe(true);
  expect((await files.keys()).filter((name) => name.startsWith('shell-'))).toEqual(['shell-2', 'shell-3']);
});

test('pages of the last build get other files from the newest build', async () => {
  await startWorker('1').start();
  net.set('/config.json', () => Response.json({ brand: { logoUrl: '/brand/logo.svg', coverUrl: '/brand/new.svg' } }));
  net.set('/brand/new.svg', () => new Response('a new cover'));
  net.set('/brand/terms.json', () => new Response('new terms'));
  const newer = startWorker('2');
  await newer.start();

  isOnline = false;
  expect(JSON.parse((await newer.ask('/config.json')) ?? '')).toMatchObject({ brand: { coverUrl: '/brand/new.svg' } });
  expect(await newer.ask('/brand/terms.json')).toBe('new terms');
});
