import { lookup } from 'node:dns/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NameServer } from '../../../testing/name-server';
import { PushService } from '../../../testing/push-service';
import { createResolver } from './names';
import { createOutside, type Outside, PrivateAddressError } from './outside';

/** More than the threads of the system's own look-ups. */
const DEAD = 5;

let names: NameServer;
let service: PushService;
let outside: Outside;
beforeAll(async () => {
  names = await NameServer.start('dead.example', 'four.example AAAA');
  service = await PushService.start();
  outside = createOutside({ ...service.network, resolve: createResolver([names.address]) });
});
afterAll(async () => {
  outside.close();
  await service.close();
  await names.close();
});

const post = (host: string, signal = new AbortController().signal, from = outside) =>
  from.post(service.url('/', host), { headers: {}, body: 'x', signal });

test('names with a silent name server delay nothing else, and are cancelled by the signal', async () => {
  const abort = new AbortController();
  const dead = Array.from({ length: DEAD }, () => post('dead.example', abort.signal));
  const ends = Promise.allSettled(dead);
  await expect.poll(() => names.asked.filter((name) => name === 'dead.example').length).toBe(2 * DEAD);
  expect(await post('push.example')).toMatchObject({ status: 201 });
  expect((await lookup('localhost')).address).toBeTruthy();
  abort.abort();
  expect(new Set((await ends).map(({ status }) => status))).toEqual(new Set(['rejected']));
  await expect(createResolver([names.address])('dead.example', abort.signal)).rejects.toThrow('aborted');
});

test('does not wait for IPv6 if the name has an IPv4 address', async () => {
  const found = await createResolver([names.address])('four.example', new AbortController().signal);
  expect(found).toEqual([{ address: '127.0.0.1', family: 4 }]);
  // Once per address family: the result was there before the retry.
  expect(names.asked.filter((name) => name === 'four.example')).toHaveLength(2);
});

test('cancels a running query at once', async () => {
  const abort = new AbortController();
  const asked = createResolver([names.address])('dead.example', abort.signal);
  abort.abort();
  await expect(asked).rejects.toMatchObject({ code: 'ECANCELLED' });
});

test('checks the resolved address before anything is sent there', async () => {
  const strict = createOutside({
    resolve: createResolver([names.address]),
    isAllowed: (address) => address !== '127.0.0.1',
  });
  const before = service.arrivals.length;
  await expect(post('push.example', undefined, strict)).rejects.toBeInstanceOf(PrivateAddressError);
  expect(service.arrivals).toHaveLength(before);
  strict.close();
});

const get = (url: string, from: Outside, permitted: readonly string[] = [], bytesMax = 1000) =>
  from.fetch(url, {
    method: 'GET',
    headers: {},
    body: undefined,
    signal: new AbortController().signal,
    bytesMax,
    permitted,
  });

test('fetches a whole answer, up to a limit, and follows no redirect', async () => {
  service.replies.set('/document', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
  service.replies.set('/moved', { status: 302, headers: { location: 'https://push.example/document' } });
  const answer = await get(service.url('/document'), outside);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({ a: 1 });
  await expect(get(service.url('/document'), outside, [], 6)).rejects.toThrow('more than 6 bytes');
  expect((await get(service.url('/moved'), outside)).status).toBe(302);
});

test('fetches from a private network only what is permitted', async () => {
  const strict = createOutside({ ...service.network, isAllowed: () => false });
  const local = `https://127.0.0.1:${service.network.port}/document`;
  const arrived = () => service.at('/private').length;
  await expect(get(service.url('/private'), strict)).rejects.toBeInstanceOf(PrivateAddressError);
  await expect(get(local, strict)).rejects.toBeInstanceOf(PrivateAddressError);
  expect(arrived()).toBe(0);
  // Another address than the permitted one.
  await expect(get(local, strict, ['https://push.example'])).rejects.toBeInstanceOf(PrivateAddressError);
  // The certificate is for names: the connection got as far as that.
  await expect(get(local, strict, [new URL(local).origin])).rejects.toThrow(/altnames|certificate/i);
  strict.close();
});
