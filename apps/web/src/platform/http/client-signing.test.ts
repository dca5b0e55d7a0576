import type { AuthToken } from '@earth/contracts';
import { beforeEach, expect, test } from 'vitest';
import { createClient } from './client';
import * as contractCalls from './contract-calls';
import { exchange } from './exchange';
import { exchangeBytes } from './exchange-bytes';
import { createServerClock } from './server-clock';

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const NOW = Date.parse('2026-03-01T10:00:00Z');
const OLD: AuthToken = { token: 'old', refreshToken: 'r1', deviceId: 'device-1' };
const RENEWED = { Token: 'new', RefreshToken: 'r2', DeviceId: 'device-1' };

const answer = (code: number, data: unknown = null) =>
  Response.json({ result: { success: code === 200, code, message: `said ${code}` }, data }, { status: code });
const isRefresh = ({ url }: Sent) => url.includes('refreshToken');

let sent: Sent[];
let token: AuthToken | null;
let unsigned: string[];
let sessionsOver: number;
let serve: (request: Sent) => Response;
let isPluginSilent: boolean;

function makeClient() {
  const clock = createServerClock(() => NOW);
  let signatures = 0;
  const send = async (url: string, init: RequestInit) => {
    const request = { url, headers: init.headers as Sent['headers'] };
    sent.push(request);
    return serve(request);
  };
  return createClient(contractCalls, {
    fetch: send,
    exchangeFile: (request) => exchange(send, request),
    exchangeBytes: (makeRequest) => exchangeBytes(send, makeRequest),
    apiKey: () => 'the-key',
    deviceId: () => 'device-1',
    language: () => 'en',
    clock,
    async sign(request) {
      if (isPluginSilent) return new Promise<never>(() => undefined);
      signatures += 1;
      return { ...request, headers: { ...request.headers, Signature: String(signatures) } };
    },
    onUnsigned: (message) => unsigned.push(message),
    wait: async () => undefined,
    readToken: () => token,
    writeToken: (next) => {
      token = next;
    },
    withRefreshLock: (run) => run(false),
    onSessionOver: () => {
      sessionsOver += 1;
      token = null;
    },
  });
}

beforeEach(() => {
  sent = [];
  token = OLD;
  unsigned = [];
  sessionsOver = 0;
  isPluginSilent = false;
});

test('a call that carries a token or asks for one is signed, each try anew', async () => {
  serve = (request) => {
    if (isRefresh(request)) return answer(200, RENEWED);
    return answer(request.headers['Authorization'] === 'Bearer new' ? 200 : 401);
  };
  const { api } = makeClient();
  await api.ping();
  expect(sent.map((request) => [isRefresh(request), request.headers['Signature']])).toEqual([
    [false, '1'],
    [true, '2'],
    [false, '3'],
  ]);
  token = null;
  await api.getMenu().catch(() => undefined);
  expect(sent).toHaveLength(4);
  expect(sent[3]?.headers['Signature']).toBeUndefined();
});

test('goes by the server’s clock after a refusal for the wrong time, once', async () => {
  const ahead = '2026-03-01T11:00:00.000Z';
  serve = () => answer(401, { error: 'badTimestamp', now: ahead });
  const { api } = makeClient();
  await expect(api.ping()).rejects.toMatchObject({ error: 'badTimestamp' });
  // Neither the token nor the session is at fault.
  expect([sent.length, sent.some(isRefresh), sessionsOver]).toEqual([2, false, 0]);
  token = null;
  serve = () => answer(200, []);
  await api.checkEmail({ email: 'luca@demo.example', appCode: 'earth' });
  expect(sent.at(-1)?.headers['X-Timestamp']).toBe(ahead);
});

test('what is sent when the page is closed does not wait for the plugin', async () => {
  isPluginSilent = true;
  serve = () => answer(200);
  const { api } = makeClient();
  await api.closePage({ id: '0190a000-0000-7000-8000-0000000000aa' });
  expect(sent.map(({ headers }) => headers['Signature'])).toEqual([undefined]);
});

test('of parallel requests with a wrong clock all are repeated, and none twice', async () => {
  const times: (string | undefined)[] = [];
  const ahead = '2026-03-01T11:00:00.000Z';
  serve = ({ headers }) => {
    times.push(headers['X-Timestamp']);
    return headers['X-Timestamp'] === ahead ? answer(200, []) : answer(401, { error: 'badTimestamp', now: ahead });
  };
  token = null;
  const { api } = makeClient();
  const check = () => api.checkEmail({ email: 'luca@demo.example', appCode: 'earth' });
  await Promise.all([check(), check(), check()]);
  expect(times.filter((time) => time === ahead)).toHaveLength(3);
  expect(times).toHaveLength(6);
});

test('each part of a download that breaks is signed anew', async () => {
  const part = (text: string, status: number) => {
    let isSent = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          if (isSent) controller.error(new TypeError('network error'));
          else controller.enqueue(new TextEncoder().encode(text));
          isSent = true;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(status === 206 ? text : body, { status, headers: { etag: '"a"', 'content-length': '8' } });
  };
  serve = ({ headers }) => ('Range' in headers ? part('the rest', 206) : part('some', 200));
  expect(new TextDecoder().decode(await makeClient().api.getMarkerIndex({}))).toBe('somethe rest');
  expect(sent.map(({ headers }) => headers['Signature'])).toEqual(['1', '2']);
});

test('a server that accepts nothing unsigned is quoted, and neither refreshes nor ends the session', async () => {
  serve = () => answer(401, { error: 'signatureMissing' });
  const { api, refresh } = makeClient();
  await expect(api.ping()).rejects.toMatchObject({ error: 'signatureMissing' });
  expect(await refresh()).toBe(false);
  expect([unsigned, sessionsOver, token]).toEqual([['said 401', 'said 401'], 0, OLD]);
});

test('a session that belongs to another key is over', async () => {
  serve = () => answer(401, { error: 'signatureInvalid' });
  const { api } = makeClient();
  await expect(api.ping()).rejects.toMatchObject({ error: 'signatureInvalid' });
  expect(sessionsOver).toBe(1);
});
