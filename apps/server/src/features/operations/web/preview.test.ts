/** Link previews: what the page of a content tells readers that run no script. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { photograph } from '../../../../testing/media';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { registerWeb } from './routes';

const PAGE =
  '<!doctype html><head><meta name="csp-nonce" content="__NONCE__"><title>…</title></head><div id="root"></div>';
const HOSTILE = '</title></script><script>alert(1)</script> $& $` __NONCE__ "onload="x';

let server: TestServer;
let folder: string;
let app: FastifyInstance;
let giulia: SignedInClient;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://earth.example' });
  folder = await mkdtemp(join(tmpdir(), 'earth-preview-'));
  await writeFile(join(folder, 'index.html'), PAGE);
  app = fastify();
  await registerWeb(app, server.context, folder);
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
async function open(path: string, language = 'en') {
  const { body, headers, statusCode } = await app.inject({ url: path, headers: { 'accept-language': language } });
  expect(statusCode).toBe(200);
  const metas: Readonly<Record<string, string>> = Object.fromEntries(
    [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  );
  const data = /<script type="application\/ld\+json">(.*)<\/script>/.exec(body)?.[1];
  return {
    body,
    headers,
    metas,
    title: /<title>(.*)<\/title>/.exec(body)?.[1],
    thing: data === undefined ? null : (JSON.parse(data) as Record<string, unknown>),
  };
}

test('a public content’s page has its title, text and picture, at both of its URLs', async () => {
  const imageBase64 = (await photograph()).toString('base64');
  const descr = `Cast hollow,\nin seven pieces. ${'And more. '.repeat(40)}`;
  const { id, imageUrl } = await create({ title: 'Head of a ruler', descr, imageBase64, date: Date.UTC(2025, 4, 12) });
  const image = `https://earth.example${imageUrl}`;
  const address = `https://earth.example/content-detail/${id}`;
  for (const path of [`/content-detail/${id}`, `/requested-content-detail/${id}`]) {
    const { metas, title, thing, body, headers } = await open(path);
    expect(title).toBe('Head of a ruler · Earth');
    expect(metas).toMatchObject({
      'og:title': 'Head of a ruler',
      'og:image': image,
      'og:url': address,
      'og:locale': 'en_GB',
      'twitter:card': 'summary_large_image',
    });
    expect(metas['description']).toMatch(/^Cast hollow, in seven pieces\. And .*…$/);
    expect(metas['description']?.length).toBeLessThanOrEqual(201);
    expect(metas['og:description']).toBe(metas['description']);
    expect(body).toContain(`<link rel="canonical" href="${address}">`);
    expect(thing).toMatchObject({
      '@type': 'CreativeWork',
      name: 'Head of a ruler',
      url: address,
      image,
      datePublished: '2025-05-12T00:00:00.000Z',
    });
    expect(headers['vary']).toBe('accept-language');
    expect(headers['content-security-policy']).toContain("script-src 'self' 'nonce-");
  }
});

test('it is in the reader’s language, with the type of the content', async () => {
  const place = { ctnView: contracts.ContentView.place, lat: 44.7, long: 10.63 };
  const { id } = await create({ title: 'The park', ...place });
  await giulia.call(contracts.changeContent, { contentId: id, l: 'it', title: 'Il parco' });
  const english = await open(`/content-detail/${id}`);
  const italian = await open(`/content-detail/${id}`, 'it-IT,it;q=0.9,en;q=0.5');
  expect([english.title, italian.title]).toEqual(['The park · Earth', 'Il parco · Earth']);
  expect(italian.metas['og:locale']).toBe('it_IT');
  expect(italian.thing).toMatchObject({ '@type': 'Place', geo: { latitude: 44.7, longitude: 10.63 } });
});

test('one without picture and text has neither in its page', async () => {
  const { id } = await create();
  const { metas, thing } = await open(`/content-detail/${id}`);
  expect(metas['twitter:card']).toBe('summary');
  for (const name of ['og:image', 'og:image:alt', 'og:description', 'description'])
    expect(metas).not.toHaveProperty(name);
  expect(Object.keys(thing ?? {})).not.toContain('image');
});

test('a private, deleted or unknown content has the plain page', async () => {
  const own = await create({ title: 'For us alone', visibility: 'company' });
  const withoutNonce = (page: string) => page.replace(/csp-nonce" content="[^"]+"/, '').replace(/nonce="[^"]+"/, '');
  const plain = withoutNonce((await open('/content-detail/none')).body);
  expect(plain).toContain('<title>Earth</title>');
  for (const id of [own.id, 2_147_483_647, 0, 'NaN', '1%20or%201=1', '99999999999999999999']) {
    const { body } = await open(`/content-detail/${id}`);
    expect(withoutNonce(body)).toBe(plain);
  }
});

test('a title stays text, whatever it contains', async () => {
  const { id } = await create({ title: HOSTILE, descr: HOSTILE });
  const { body, thing, headers } = await open(`/content-detail/${id}`);
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body.match(/<\/script>/g)).toHaveLength(1);
  expect(body.match(/<\/title>/g)).toHaveLength(1);
  expect(body).not.toContain('"onload="');
  expect(thing).toMatchObject({ name: HOSTILE });
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
  // The page's own, and its style's.
  expect(body.split(nonce)).toHaveLength(3);
});

test('without a database the page is the plain one', async () => {
  const { id } = await create();
  const broken = fastify();
  const pool = { query: () => Promise.reject(new Error('away')) };
  await registerWeb(broken, { ...server.context, pool: pool as never }, folder);
  const { statusCode, body } = await broken.inject(`/content-detail/${id}`);
  expect([statusCode, body.includes('<title>Earth</title>')]).toEqual([200, true]);
  await broken.close();
});
