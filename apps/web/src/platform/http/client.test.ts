import { type AuthToken } from '@earth/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NO_ANSWER } from './api-error';
import { exchangeBytes } from './exchange-bytes';
import { exchange } from './exchange';
import { standInShell } from '../../testing/shell';
import { storeServer } from '../server-address';
import { createClient } from './client';
import { createServerClock } from './server-clock';
import * as contractCalls from './contract-calls';

interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
}

const NOW = new Date('2025-11-20T10:00:00Z');
const OLD: AuthToken = { token: 'old', refreshToken: 'r1', deviceId: 'device-1' };
const RENEWED = { Token: 'new', RefreshToken: 'r2', DeviceId: 'device-1' };

const answer = (code: number, data: unknown = null, init: ResponseInit = {}) =>
  Response.json({ result: { success: code === 200, code, message: `said ${code}` }, data }, { ...init, status: code });

const headersOf = ({ init }: SentRequest) => init.headers as Readonly<Record<string, string>>;
const isRefresh = ({ url }: SentRequest) => url.includes('refreshToken');
const pingWith = (token: string) => (requests: SentRequest) =>
  requests.url === '/services/contacts?ping' && headersOf(requests).Authorization === `Bearer ${token}`;

let requests: SentRequest[];
let token: AuthToken | null;
let waits: (() => void)[];
let waitedMs: number[];
let sessionsOver: number;
/** The lock of the tab that refreshes; resolves when it is done. Null: no tab refreshes. */
let lock: Promise<unknown> | null;
/** The server's answer; each test sets it. */
let serve: (request: SentRequest) => Response | Promise<Response>;

function makeClient() {
  return createClient(contractCalls, {
    fetch: async (url, init) => {
      requests.push({ url, init });
      return serve({ url, init });
    },
    exchangeFile: (request) =>
      exchange(async (url, init) => (requests.push({ url, init }), serve({ url, init })), request),
    exchangeBytes: (makeRequest) =>
      exchangeBytes(async (url, init) => (requests.push({ url, init }), serve({ url, init })), makeRequest),
    apiKey: () => 'the-key',
    deviceId: () => 'device-1',
    language: () => 'it',
    clock: createServerClock(() => NOW.getTime()),
    sign: async (request) => request,
    onUnsigned: () => undefined,
    wait: (ms) => {
      waitedMs.push(ms);
      return new Promise((resolve) => waits.push(resolve));
    },
    readToken: () => token,
    writeToken: (next) => {
      token = next;
    },
    withRefreshLock: (run) => {
      const hasWaited = lock !== null;
      const turn = (lock ?? Promise.resolve()).then(() => run(hasWaited));
      lock = turn;
      return turn;
    },
    onSessionOver: () => {
      sessionsOver += 1;
      token = null;
    },
  });
}

/** Runs all pending microtasks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function passWaits(times: number) {
  for (let time = 0; time < times; time += 1) {
    await settle();
    for (const go of waits.splice(0)) go();
  }
  await settle();
}

beforeEach(() => {
  requests = [];
  token = OLD;
  waits = [];
  waitedMs = [];
  sessionsOver = 0;
  lock = null;
  serve = () => answer(200);
});

test('a call without a session sends the API key, the device id and the time', async () => {
  token = null;
  serve = () => answer(200, [{ Name: 'Demo', Code: 'DEMO' }]);
  const { api } = makeClient();

  const customers = await api.checkEmail({ email: 'luca@demo.example', appCode: 'earth' });

  expect(customers).toEqual([{ name: 'Demo', code: 'DEMO' }]);
  expect(requests[0]?.url).toBe('/services/auth?checkEmail');
  expect(requests[0]?.init.headers).toMatchObject({
    'Accept-Language': 'it',
    'X-Api-Key': 'the-key',
    'X-Device-Id': 'device-1',
    'X-Timestamp': '2025-11-20T10:00:00.000Z',
  });
});

test('a file comes as its bytes, after a refresh if the token has expired, and its refusal as an error', async () => {
  serve = (request) => {
    if (isRefresh(request)) return answer(200, RENEWED);
    const isRenewed = headersOf(request).Authorization === 'Bearer new';
    return isRenewed ? new Response(Uint8Array.of(1, 2)) : answer(401);
  };
  const { api } = makeClient();
  expect(await api.getMarkerIndex({})).toEqual(Uint8Array.of(1, 2));
  expect(requests.at(-1)?.url).toMatch(/^\/api\/markers\?index/);
  serve = () => answer(404, { error: 'notFound' });
  await expect(api.getViewFile({ digest: 'd'.repeat(32) })).rejects.toMatchObject({ code: 404, error: 'notFound' });
});

test('sends fields as a form, under their wire names, lists with commas', async () => {
  const ids = ['0190a000-0000-7000-8000-0000000000aa', '0190a000-0000-7000-8000-0000000000bb'];
  serve = () => answer(400);
  const { api } = makeClient();

  await expect(api.createCall({ subject: 's', targetContacts: ids, cryptoSchema: 1 })).rejects.toThrow('said 400');

  const form = await new Request('https://earth.test', { method: 'POST', ...requests[0]?.init }).formData();
  expect(Object.fromEntries(form.entries())).toEqual({
    subject: 's',
    targetContacts: ids.join(','),
    cryptoschema: '1',
  });
});

test('sends what a form cannot carry as JSON: null, and an empty list', async () => {
  serve = () => answer(400);
  const { api } = makeClient();
  for (const change of [{ webUrl: null, descr: '' }, { imageUrls: [] }])
    await expect(api.changeContent({ contentId: 7, ...change })).rejects.toThrow('said 400');

  const bodies = requests.map(({ url, init }) => new Request(new URL(url, 'https://earth.test'), init));
  expect(bodies.map((body) => body.headers.get('content-type'))).toEqual(['application/json', 'application/json']);
  await expect(Promise.all(bodies.map((body) => body.json()))).resolves.toEqual([
    { webUrl: null, descr: '' },
    { imageUrls: [] },
  ]);
});

test('a call without a token fails before it is sent, and ends the session', async () => {
  token = null;
  const { api } = makeClient();

  await expect(api.ping()).rejects.toMatchObject({ code: 401, error: 'notSignedIn' });

  expect(requests).toEqual([]);
  expect(sessionsOver).toBe(1);
});

test('A4.41: a 401 causes one refresh and one retry', async () => {
  serve = (request) => {
    if (isRefresh(request)) return answer(200, RENEWED);
    return pingWith('new')(request) ? answer(200) : answer(401);
  };
  const { api } = makeClient();

  await api.ping();

  expect(requests.filter(isRefresh)).toHaveLength(1);
  expect(requests.filter(pingWith('new'))).toHaveLength(1);
  expect(token).toEqual({ token: 'new', refreshToken: 'r2', deviceId: 'device-1' });
});

test('a second 401 is final', async () => {
  serve = (request) => (isRefresh(request) ? answer(200, RENEWED) : answer(401));
  const { api } = makeClient();

  await expect(api.ping()).rejects.toMatchObject({ code: 401 });

  expect(requests).toHaveLength(3);
  expect(sessionsOver).toBe(0);
});

test('A4.43: calls during a refresh wait for it, and there is only one refresh', async () => {
  let renew: (response: Response) => void = () => undefined;
  serve = (request) => {
    if (isRefresh(request)) return new Promise((resolve) => (renew = resolve));
    return pingWith('new')(request) ? answer(200) : answer(401);
  };
  const { api } = makeClient();

  const all = Promise.all([api.ping(), api.ping(), api.ping()]);
  await passWaits(3);
  renew(answer(200, RENEWED));
  await passWaits(1);
  await all;

  expect(requests.filter(isRefresh)).toHaveLength(1);
  expect(requests.filter(pingWith('new'))).toHaveLength(3);
  expect(new Set(waitedMs)).toEqual(new Set([50]));
});

test('A4.43: a waiting call looks every 50 ms, ten times, and then fails with 401', async () => {
  serve = (request) => (isRefresh(request) ? new Promise(() => undefined) : answer(401));
  const { api } = makeClient();

  void api.ping().catch(() => undefined);
  await settle();
  const waiting = api.ping().catch((error: unknown) => error);
  await passWaits(10);
  const failure = await waiting;

  expect(failure).toMatchObject({ code: 401 });
  expect(waitedMs).toHaveLength(10);
  expect(sessionsOver).toBe(0);
});

test('A4.42: a refused refresh ends the session', async () => {
  serve = () => answer(401, { error: 'sessionEnded' });
  const { api } = makeClient();

  await expect(api.ping()).rejects.toMatchObject({ code: 401, error: 'sessionEnded' });

  expect(sessionsOver).toBe(1);
});

test('a sign-out during a refresh leaves no token behind', async () => {
  serve = async (request) => {
    if (isRefresh(request)) token = null;
    return isRefresh(request) ? answer(200, RENEWED) : answer(401);
  };
  const { api } = makeClient();

  await expect(api.ping()).rejects.toMatchObject({ code: 401 });

  expect(token).toBeNull();
});

test('a refresh without an answer does not end the session', async () => {
  serve = (request) => (isRefresh(request) ? Promise.reject(new TypeError('no net')) : answer(401));
  const { api } = makeClient();

  await expect(api.ping()).rejects.toMatchObject({ code: 401 });

  expect(sessionsOver).toBe(0);
  expect(token).toEqual(OLD);
});

test('repeats a refresh whose answer was lost once, with the same token', async () => {
  let refreshes = 0;
  serve = (request) => {
    if (!isRefresh(request)) return pingWith('new')(request) ? answer(200) : answer(401);
    refreshes += 1;
    return refreshes === 1 ? Promise.reject(new TypeError('no answer')) : answer(200, RENEWED);
  };
  const { api } = makeClient();

  await api.ping();

  expect(refreshes).toBe(2);
  expect(sessionsOver).toBe(0);
});

test('gives the second try of a refresh the full timeout: the first has shown the token in time', async () => {
  const given: number[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    given.push(ms);
    return new AbortController().signal;
  });
  serve = () => Promise.reject(new DOMException('', 'TimeoutError'));

  expect(await makeClient().refresh()).toBe(false);

  expect(given).toEqual([4_000, 20_000]);
  expect(token).toEqual(OLD);
  timeout.mockRestore();
});

test('uses a token that another tab has renewed', async () => {
  serve = (request) => {
    if (pingWith('old')(request)) token = { ...OLD, token: 'theirs' };
    return pingWith('theirs')(request) ? answer(200) : answer(401);
  };
  const { api } = makeClient();

  await api.ping();

  expect(requests.filter(isRefresh)).toEqual([]);
});

test('refreshes once for two tabs: the second uses the result of the first', async () => {
  let renew: (response: Response) => void = () => undefined;
  serve = (request) => {
    if (isRefresh(request)) return new Promise((resolve) => (renew = resolve));
    return pingWith('new')(request) ? answer(200) : answer(401);
  };
  const [one, other] = [makeClient(), makeClient()];

  const both = Promise.all([one.api.ping(), other.api.ping()]);
  await settle();
  renew(answer(200, RENEWED));
  await both;

  expect(requests.filter(isRefresh)).toHaveLength(1);
  expect(requests.filter(pingWith('new'))).toHaveLength(2);
});

test('waits for a token that another tab has stored but that is not visible yet', async () => {
  lock = Promise.resolve();
  const { refresh } = makeClient();

  const waiting = refresh();
  await passWaits(2);
  token = { ...OLD, token: 'theirs', refreshToken: 'r2' };
  await passWaits(1);

  expect(await waiting).toBe(true);
  expect(requests).toEqual([]);
});

test('refreshes itself if the other tab has stored nothing in all that time', async () => {
  lock = Promise.resolve();
  serve = () => answer(200, RENEWED);
  const { refresh } = makeClient();

  const waiting = refresh();
  await passWaits(10);

  expect(await waiting).toBe(true);
  expect(waitedMs).toHaveLength(10);
  expect(requests.filter(isRefresh)).toHaveLength(1);
});

test('a tab that changes the company makes the other tab wait and follow', async () => {
  const moved = { Token: 'moved', RefreshToken: 'm2', DeviceId: 'device-1' };
  let go: (response: Response) => void = () => undefined;
  serve = (request) => {
    if (request.url.includes('changeCustomer')) return new Promise((resolve) => (go = resolve));
    return pingWith('moved')(request) ? answer(200) : answer(401, { error: 'sessionEnded' });
  };
  const [one, other] = [makeClient(), makeClient()];

  const moving = one.api.changeCustomer({ customerCode: 'TILES', deviceId: 'device-1', appOs: 'web', model: 'Chrome' });
  await settle();
  const receiving = other.api.ping();
  await settle();
  go(answer(200, { Token: moved, PrivateKey: 'k' }));
  await Promise.all([moving, receiving]);

  expect(sessionsOver).toBe(0);
  expect(requests.filter(isRefresh)).toEqual([]);
  expect(token).toMatchObject({ token: 'moved' });
});

test('a tab that signs out while another waits to refresh leaves nothing to refresh', async () => {
  let leave: () => void = () => undefined;
  lock = new Promise<void>((resolve) => (leave = resolve));
  serve = () => answer(401);
  const { refresh } = makeClient();

  const waiting = refresh();
  token = null;
  leave();

  expect(await waiting).toBe(false);
  expect(requests).toEqual([]);
});

test.each([
  ['a call', pingWith('old')],
  ['a refresh', isRefresh],
])('a sign-out in another tab during %s ends the session here too', async (_, isMoment) => {
  serve = (request) => {
    if (isMoment(request)) token = null;
    return answer(401, { error: 'sessionEnded' });
  };
  const { api } = makeClient();

  await expect(api.ping()).rejects.toMatchObject({ code: 401 });

  expect(sessionsOver).toBe(1);
});

test('an error has its code, its name, its fields and the time to wait', async () => {
  serve = () =>
    answer(429, { error: 'tooManyTries', fields: { email: 'too often' } }, { headers: { 'Retry-After': '24' } });
  const { api } = makeClient();

  const failure = await api.confirmCode({ email: 'luca@demo.example', customCode: 'DEMO' }).catch((error) => error);

  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({
    code: 429,
    error: 'tooManyTries',
    fields: { email: 'too often' },
    retryAfterSeconds: 24,
  });
});

test.each([
  ['the network is away', () => Promise.reject(new TypeError('no net'))],
  ['a proxy answers', () => new Response('<html>')],
  ['the data does not match the contract', () => answer(200, { Nonsense: true })],
])('reports no answer if %s', async (_, failing) => {
  serve = failing;
  const { api } = makeClient();

  await expect(api.getProfile()).rejects.toMatchObject({ code: NO_ANSWER });
});

const tooMany = (error: string) => answer(429, { error }, { headers: { 'retry-after': '2' } });

test.each(['tooManyCalls', 'tooManyUploads'])("%s: repeats the request after the server's delay", async (error) => {
  serve = () => (requests.length < 3 ? tooMany(error) : answer(200));
  const { api } = makeClient();
  const pinging = api.ping();
  await passWaits(2);
  await expect(pinging).resolves.toBeNull();
  expect([requests.length, waitedMs]).toEqual([3, [2000, 2000]]);
});

test('does not retry for ever, nor when the daily allowance is spent', async () => {
  serve = () => tooMany('tooManyCalls');
  const { api } = makeClient();
  const pinging = api.ping().catch((error: unknown) => error);
  await passWaits(4);
  expect(await pinging).toMatchObject({ code: 429, retryAfterSeconds: 2 });
  expect(requests).toHaveLength(4);
  serve = () => tooMany('tooMuchToday');
  await expect(api.ping()).rejects.toMatchObject({ error: 'tooMuchToday' });
  expect(requests).toHaveLength(5);
});

test('revalidates an answer that has an ETag, and caches nothing else', async () => {
  token = OLD;
  serve = () => answer(200, { items: [], total: 0 });
  const { api } = makeClient();
  await api.listContents({});
  await api.listAddressBook().catch(() => undefined);
  expect(requests.map(({ init }) => init.cache)).toEqual(['no-cache', 'no-store']);
});

test('in the mobile shell, files have addresses at the server, and go back as the paths that it knows', async () => {
  standInShell({});
  storeServer('https://help.example.com');
  const { api } = makeClient();
  const path = `/pictures/${'0a'.repeat(16)}.webp`;
  serve = () => answer(200, { url: path });
  const { url } = await api.addMenuFile({ kind: 'picture', base64: 'AA' });
  expect(url).toBe(`https://help.example.com${path}`);
  await api.changeContent({ contentId: 7, imageUrls: [url] }).catch(() => undefined);
  const body = requests.at(-1)?.init.body as string;
  expect(body).toContain(path);
  expect(body).not.toContain('help.example.com');
  vi.unstubAllGlobals();
});
