/** What a visitor's page contains before any script is loaded. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCategory } from '../../../../testing/contents';
import { addPerson } from '../../../../testing/crowd';
import { photograph } from '../../../../testing/media';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { registerWeb } from './routes';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta name="csp-nonce" content="__NONCE__" />
    <title>…</title>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/runtime-1.js">
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body><div id="root"></div><div id="splash" aria-hidden="true"><img src="/brand/logo.svg" alt="" /></div></body>
</html>`;
const FILES = {
  app: { scripts: ['/assets/start-1.js'], styles: ['/assets/start-1.css'] },
  discover: {
    scripts: ['/assets/start-1.js', '/assets/list-1.js'],
    styles: ['/assets/start-1.css', '/assets/list-1.css'],
  },
  detail: {
    scripts: ['/assets/start-1.js', '/assets/detail-1.js'],
    styles: ['/assets/start-1.css', '/assets/detail-1.css'],
  },
};
const HOSTILE = '</div></title><script>alert(1)</script> $& $` __NONCE__ "onload="x';

let server: TestServer;
let folder: string;
let app: FastifyInstance;
let giulia: SignedInClient;

async function serve(context = server.context): Promise<FastifyInstance> {
  const served = fastify();
  await registerWeb(served, context, folder);
  return served;
}

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'earth-first-view-'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, '.vite/pages.json'), JSON.stringify(FILES));
  app = await serve();
  giulia = await addPerson(server);
});
afterAll(async () => {
  await app.close();
  await server.close();
  await rm(folder, { recursive: true });
});

type Body = contracts.CallInput<typeof contracts.createContent>;
async function create(body: Partial<Body> = {}) {
  const { content } = await giulia.call(contracts.createContent, { title: 'Head', visibility: 'public', ...body });
  return content;
}

async function open(path: string, from: FastifyInstance = app, language = 'en') {
  const { body, statusCode } = await from.inject({ url: path, headers: { 'accept-language': language } });
  expect(statusCode).toBe(200);
  return {
    body,
    view: /<div id="splash" data-view="(\w+)" aria-hidden="true">(.*?)<script nonce/s.exec(body)?.[2] ?? null,
  };
}

test('the page of a content shows its picture, title and text; its styles come with it, its scripts after it', async () => {
  const imageBase64 = (await photograph()).toString('base64');
  const { id, imageUrl } = await create({
    title: 'Head of a ruler',
    descr: 'Bronze, 2nd century BC\n\nCast,\nhollow.',
    ctnView: 9,
    imageBase64,
  });
  const { body, view } = await open(`/content-detail/${id}`);
  expect(view).toContain('>Head of a ruler</h1>');
  expect(view).toContain('>Bronze, 2nd century BC</p>');
  expect(view).toContain('>Cast,\nhollow.</p>');
  expect(view).toMatch(new RegExp(`<img class="detail-content-image_image" src="${imageUrl}" srcset="[^"]+ \\d+w"`));
  expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/detail-1.css">');
  expect(body).not.toContain('/assets/index-1.css');
  // Nothing is fetched at once except what is seen.
  expect(body).not.toMatch(/<script type="module"|rel="modulepreload" crossorigin href/);
  expect(body).toContain('(["/assets/start-1.js","/assets/detail-1.js"], "/assets/index-1.js")');
});

test('an event has its day, on its page and in a list', async () => {
  const cid = await addCategory(server, { title: 'Events', titleIt: 'Eventi' });
  const { id } = await create({ ctnType: 2, date: Date.UTC(2026, 4, 2), catId: cid });
  expect((await open(`/content-detail/${id}`)).view).toContain('>2 May 2026</p>');
  expect((await open(`/content-detail/${id}`, app, 'it')).view).toContain('>2 maggio 2026</p>');
  expect((await open(`/content-list/?cid=${cid}`)).view).toContain('>2 May 2026</span>');
});

test('a content whose view has no page has no first view', async () => {
  const { id } = await create({ title: 'Hall', ctnView: 8 });
  expect((await open(`/content-detail/${id}`)).view).toBeNull();
});

test('a list shows its first contents, in the requested language', async () => {
  const cid = await addCategory(server, { title: 'Bronzes', titleIt: 'Bronzi' });
  await create({ title: 'A <b>head</b>', catId: cid });
  const { view } = await open(`/content-list/?cid=${cid}`);
  expect(view).toContain('Bronzes</h1>');
  expect(view).toContain('A &lt;b&gt;head&lt;/b&gt;');
  expect(view).toContain('Search');
  const italian = await open(`/content-list/?cid=${cid}`, app, 'it');
  expect(italian.body).toContain('<html lang="it">');
  expect(italian.view).toContain('Bronzi</h1>');
  expect(italian.view).toContain('Cerca');
});

test.each([
  ['a list that there is not', '/content-list/?cid=999999'],
  ['a search', '/earth?q=bronze'],
  ['a page of Assist', '/rooms'],
  ['an address of the menu’s own', '/parks'],
])('%s has no first view, and its scripts are loaded at once', async (_, path) => {
  const { body, view } = await open(path);
  expect(view).toBeNull();
  expect(body).toContain('<script type="module" crossorigin src="/assets/index-1.js"></script>');
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/start-1.js">');
});

test('a page contains no private content, and no part of a content in place of the whole', async () => {
  const { id: own } = await create({ title: 'For us alone', visibility: 'company' });
  const { body } = await open(`/content-detail/${own}`);
  expect(body).not.toContain('For us alone');
  const { id } = await create({ title: 'In town', lat: 44.6, long: 10.6 });
  expect((await open(`/content-detail/${id}`)).view).toContain('In town</h1>');
  expect((await open(`/content-detail/${id}?tab=map`)).view).toBeNull();
});

test('a build that requires a login has no first view', async () => {
  const closed = await serve({ ...server.context, brand: { ...server.context.brand, loginRequired: true } });
  const { id } = await create({ title: 'Behind the door' });
  expect((await open(`/content-detail/${id}`, closed)).body).not.toContain('Behind the door');
  await closed.close();
});

test('D9.22: a build without a search bar has none on the start page', async () => {
  const { brand } = server.context;
  const plain = await serve({
    ...server.context,
    brand: { ...brand, discover: { ...brand.discover, searchBar: false } },
  });
  expect((await open('/earth', plain)).view).not.toContain('earch');
  expect((await open('/earth')).view).toContain('Search');
  await plain.close();
});

test('a text stays text', async () => {
  const { id } = await create({ title: HOSTILE, descr: HOSTILE, ctnView: 9 });
  const { body, view } = await open(`/content-detail/${id}`);
  expect(body).not.toContain('<script>alert');
  expect(view).toContain('$&amp; $` __NONCE__ &quot;onload=&quot;x');
});

test('without the database the page is still served', async () => {
  const pool = { query: async () => Promise.reject(new Error('gone')) } as unknown as typeof server.context.pool;
  const alone = await serve({ ...server.context, pool });
  for (const path of ['/earth', '/content-list/?cid=1', '/content-detail/1']) {
    const { body, view } = await open(path, alone);
    expect(view).toBeNull();
    expect(body).toContain('src="/assets/index-1.js"');
  }
  await alone.close();
});
