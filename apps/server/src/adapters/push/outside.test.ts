import { lookup } from 'node:dns/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NameServer } from '../../../testing/name-server';
import { PushService } from '../../../testing/push-service';
import { createNames } from './names';
import { createOutside, type Outside, PrivateAddressError } from './outside';

/** More than the threads on which the system's own look-ups wait. */
const DEAD = 5;

let names: NameServer;
let service: PushService;
let outside: Outside;
beforeAll(async () => {
  names = await NameServer.start('dead.example', 'four.example AAAA');
  service = await PushService.start();
  outside = createOutside({ ...service.network, resolve: createNames([names.address]) });
});
afterAll(async () => {
  outside.close();
  await service.close();
  await names.close();
});

const post = (host: string, signal = new AbortController().signal, from = outside) =>
  from.post(service.url('/', host), { headers: {}, body: 'x', signal });

test('names about which a name server says nothing keep nothing else waiting, and are given up when told so', async () => {
  const patience = new AbortController();
  const dead = Array.from({ length: DEAD }, () => post('dead.example', patience.signal));
  const ends = Promise.allSettled(dead);
  await expect.poll(() => names.asked.filter((name) => name === 'dead.example').length).toBe(2 * DEAD);
  expect(await post('push.example')).toMatchObject({ status: 201 });
  expect((await lookup('localhost')).address).toBeTruthy();
  patience.abort();
  expect(new Set((await ends).map(({ status }) => status))).toEqual(new Set(['rejected']));
  await expect(createNames([names.address])('dead.example', patience.signal)).rejects.toThrow('aborted');
});

test('a name server that says nothing of IPv6 keeps nobody waiting who has an address of IPv4', async () => {
  const found = await createNames([names.address])('four.example', new AbortController().signal);
  expect(found).toEqual([{ address: '127.0.0.1', family: 4 }]);
  // For either kind once: it was not waited for until it was to be asked again.
  expect(names.asked.filter((name) => name === 'four.example')).toHaveLength(2);
});

test('a question under way is given up at once', async () => {
  const patience = new AbortController();
  const asked = createNames([names.address])('dead.example', patience.signal);
  patience.abort();
  await expect(asked).rejects.toMatchObject({ code: 'ECANCELLED' });
});

test('where a name leads is looked at before anything is sent there', async () => {
  const strict = createOutside({
    resolve: createNames([names.address]),
    isAllowed: (address) => address !== '127.0.0.1',
  });
  const before = service.arrivals.length;
  await expect(post('push.example', undefined, strict)).rejects.toBeInstanceOf(PrivateAddressError);
  expect(service.arrivals).toHaveLength(before);
  strict.close();
});
