import { beforeEach, expect, test } from 'vitest';
import { createAnswers, revalidating } from './revalidating';

let answers = createAnswers();
let text: string;
let requests: RequestInit[];
/** A server that answers with an ETag, and with 304 to a matching one. */
const ask = revalidating(
  async (_, init) => {
    requests.push(init);
    const etag = `W/"${text}"`;
    const isSame = new Headers(init.headers).get('if-none-match') === etag;
    return isSame ? new Response(null, { status: 304 }) : new Response(text, { headers: { etag } });
  },
  () => answers,
);
const tagOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('if-none-match');
const signedIn = (language = 'en'): RequestInit => ({
  cache: 'no-cache',
  headers: { Authorization: 'Bearer t', 'Accept-Language': language },
});

beforeEach(() => {
  text = 'one';
  requests = [];
  answers = createAnswers();
});

test('sends the ETag for a signed-in user, and serves the cached body after a 304', async () => {
  const bodies = [await ask('/api/x', signedIn()), await ask('/api/x', signedIn())];
  expect(requests.map(tagOf)).toEqual([null, 'W/"one"']);
  expect(await Promise.all(bodies.map((answer) => answer.text()))).toEqual(['one', 'one']);
  text = 'two';
  expect(await (await ask('/api/x', signedIn())).text()).toBe('two');
  expect(requests.map(({ cache }) => cache)).toEqual(['no-store', 'no-store', 'no-store']);
});

test('caches nothing across languages or sessions', async () => {
  await ask('/api/x', signedIn());
  await ask('/api/x', signedIn('it'));
  answers = createAnswers();
  await ask('/api/x', signedIn());
  expect(requests.map(tagOf)).toEqual([null, null, null]);
});

test('does not cache an answer that arrives after its session ended', async () => {
  const coming = ask('/api/x', signedIn());
  answers = createAnswers();
  await coming;
  await ask('/api/x', signedIn());
  expect(requests.map(tagOf)).toEqual([null, null]);
});

test("leaves public answers to the browser's cache, and does not cache what is never revalidated", async () => {
  const visitor: RequestInit = { cache: 'no-cache', headers: { 'X-Api-Key': 'k' } };
  const once: RequestInit = { ...signedIn(), cache: 'no-store' };
  for (const init of [visitor, visitor, once, once]) await ask('/api/x', init);
  expect(requests).toEqual([visitor, visitor, once, once]);
});
