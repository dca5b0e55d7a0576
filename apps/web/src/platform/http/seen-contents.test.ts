import { encode, contentItem } from '@earth/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { testItem } from '../../testing/contents';
import { testFiles } from '../../testing/kept-files';
import { MEDIA, PICTURES, SEEN_CONTENTS } from '../storage/kept-files';
import { forgetSeen, cachingSeen } from './seen-contents';

const URL = '/api/infocontents/1?l=en';
const GET = { method: 'GET' };

const answerOf = (...visibilities: readonly ('public' | 'company')[]) => {
  const items = visibilities.map((visibility) => encode(contentItem, testItem({ visibility })));
  const data = items.length === 1 ? items[0] : { items, total: items.length };
  return Response.json({ result: { success: true, code: 200, message: '' }, data });
};

let session: AbortController;
let files: ReturnType<typeof testFiles>;
let net: ReturnType<typeof vi.fn<(url: string, init: RequestInit) => Promise<Response>>>;
let ask: (url: string, init: RequestInit) => Promise<Response>;
beforeEach(() => {
  files = testFiles();
  net = vi.fn();
  session = new AbortController();
  ask = cachingSeen(net, () => session.signal, files);
});

const goAway = () => net.mockRejectedValue(new TypeError('Failed to fetch'));
const see = async (url: string, answer: Response) => {
  net.mockResolvedValueOnce(answer);
  await ask(url, GET);
};

test.each([
  ['a content', URL, answerOf('public')],
  ['a page of a list', '/api/infocontents?l=en&page=1&c1=4', answerOf('public', 'public')],
  ['a page of scenes', '/api/scenes?l=en&page=1', answerOf('public', 'public')],
  ['a scene', '/api/scenes/1?l=en', answerOf('public')],
])('serves %s offline after it was viewed', async (_, url, answer) => {
  await see(url, answer);
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS)).toEqual([url]));
  goAway();
  await expect((await ask(url, GET)).json()).resolves.toMatchObject({ result: { success: true } });
});

test.each([
  ['a private content', URL, answerOf('company')],
  ['a page with a private content', '/api/infocontents?l=en', answerOf('public', 'company')],
  ['a refusal', URL, Response.json({ result: { success: false, code: 404, message: '' } }, { status: 404 })],
  ['something else', URL, Response.json({ data: { items: [{ content: {} }] } })],
  ['another call', '/services/contacts?profile', answerOf('public')],
])('never caches %s', async (_, url, answer) => {
  await see(url, answer);
  // Stored after the answer under test, so that the answer is surely stored by then.
  await see('/api/infocontents/2?l=en', answerOf('public'));
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS)).toEqual(['/api/infocontents/2?l=en']));
  goAway();
  await expect(ask(url, GET)).rejects.toThrow('Failed to fetch');
});

const refusal = (status: number) =>
  Response.json({ result: { success: false, code: status, message: '' } }, { status });

test.each([
  ['it no longer exists', refusal(404)],
  ['it is not allowed', refusal(403)],
  ['it is no longer public', answerOf('company')],
])('drops a content in each language, and its list pages, once %s', async (_, answer) => {
  const other = encode(contentItem, testItem({ id: 2 }));
  const page = '/api/infocontents?l=en&page=1';
  await see(URL, answerOf('public'));
  await see('/api/infocontents/1?l=it', answerOf('public'));
  await see(page, answerOf('public', 'public'));
  await see('/api/infocontents/2?l=en', Response.json({ data: other }));
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS)).toHaveLength(4));

  await see(URL, answer);
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS)).toEqual(['/api/infocontents/2?l=en']));
});

test('without a session, drops only the requested answer; with a server error, drops none', async () => {
  const page = '/api/infocontents?l=en&page=1';
  await see(URL, answerOf('public'));
  await see(page, answerOf('public', 'public'));
  await see(URL, refusal(502));
  await see('/api/infocontents/3?l=en', answerOf('public'));
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS)).toEqual([URL, page, '/api/infocontents/3?l=en']));
  // An expired token: it is renewed, and the request repeated.
  net.mockResolvedValueOnce(refusal(401));
  await ask(URL, { ...GET, headers: { Authorization: 'Bearer old' } });
  await see('/api/infocontents/4?l=en', answerOf('public'));
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS)).toContain('/api/infocontents/4?l=en'));
  expect(files.names(SEEN_CONTENTS)).toContain(URL);
  await see(URL, refusal(401));
  await vi.waitFor(() =>
    expect(files.names(SEEN_CONTENTS)).toEqual([page, '/api/infocontents/3?l=en', '/api/infocontents/4?l=en']),
  );
});

test('keeps the newest 200 answers', async () => {
  for (let id = 1; id <= 205; id += 1) await see(`/api/infocontents/${id}?l=en`, answerOf('public'));
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS).at(-1)).toBe('/api/infocontents/205?l=en'));
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS)).toHaveLength(200));
  expect(files.names(SEEN_CONTENTS)[0]).toBe('/api/infocontents/6?l=en');
});

test('deletes what was cached in a session at its end, and discards what is still on its way', async () => {
  await see(URL, answerOf('public'));
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS)).toEqual([URL]));
  await (await files.open(PICTURES)).put('/media/a/640.webp', new Response('x'));
  await (await files.open(MEDIA)).put('/media/a/film.mp4', new Response('x'));
  let resolve: (answer: Response) => void = () => undefined;
  net.mockReturnValueOnce(new Promise((come) => (resolve = come)));
  const late = ask('/api/infocontents/3?l=en', GET);
  session.abort();
  session = new AbortController();
  await forgetSeen(files);
  resolve(answerOf('public'));
  await late;
  await see('/api/infocontents/4?l=en', answerOf('public'));
  await vi.waitFor(() => expect(files.names(SEEN_CONTENTS)).toEqual(['/api/infocontents/4?l=en']));
  expect([...files.names(PICTURES), ...files.names(MEDIA)]).toEqual([]);
});
