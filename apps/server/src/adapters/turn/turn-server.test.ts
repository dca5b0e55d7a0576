/** The relay over real sockets. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addressIn,
  type Answer,
  attribute,
  type Credentials,
  TurnClient,
  UDP_TRANSPORT,
} from '../../../testing/turn-client';
import { BYTES_A_SECOND, CHANNELS_MAX, RELAYED_ADDRESS, USER_ALLOCATIONS_MAX } from './allocations';
import { issueCredentials } from './credentials';
import { ATTRIBUTE, METHOD, valueOf } from './stun';
import type { Endpoint } from './stun-address';
import type { Refusal } from './turn';
import { startTurnServer, type TurnServer } from './turn-server';

const SECRET = 'a secret of the tests';
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let server: TurnServer;
let clients: TurnClient[];
let errors: unknown[];
let refusals: Refusal[];
let time: number;
const clock = { now: () => new Date(time) };
const credentialsOf = (contact: string) => issueCredentials(SECRET, clock, contact);

beforeEach(async () => {
  [clients, errors, refusals] = [[], [], []];
  time = Date.parse('2026-03-01T10:00:00.000Z');
  const onError = (error: unknown) => errors.push(error);
  const onRefused = (refusal: Refusal) => refusals.push(refusal);
  server = await startTurnServer({ host: '127.0.0.1', port: 0, secret: SECRET, clock, onError, onRefused });
});
afterEach(async () => {
  for (const client of clients) client.close();
  await server.close();
  expect(errors).toEqual([]);
});

async function open(transport: 'udp' | 'tcp' = 'udp'): Promise<TurnClient> {
  const client = await TurnClient.open(transport, server.port);
  clients.push(client);
  return client;
}

/** A client with a relayed address. */
async function relayed(contact: string, transport: 'udp' | 'tcp' = 'udp') {
  const client = await open(transport);
  const credentials = credentialsOf(contact);
  const at = await client.allocate(credentials);
  if (typeof at === 'number') throw new Error(`Refused: ${at}`);
  return { client, at, credentials };
}

/** Two clients that permit each other. */
async function pair(first: 'udp' | 'tcp' = 'udp', second: 'udp' | 'tcp' = 'udp') {
  const luca = await relayed('luca', first);
  const giulia = await relayed('giulia', second);
  expect(await luca.client.permit(giulia.at, luca.credentials)).toBe(0);
  expect(await giulia.client.permit(luca.at, giulia.credentials)).toBe(0);
  return { luca, giulia };
}

const lifetimeIn = ({ message }: Answer) => valueOf(message, ATTRIBUTE.lifetime)?.readUInt32BE(0);

describe.each(['udp', 'tcp'] as const)('by %s', (transport) => {
  test('tells clients their own address, without credentials', async () => {
    const { code, message } = await (await open(transport)).request(METHOD.binding, []);
    expect(code).toBe(0);
    expect(addressIn(message, ATTRIBUTE.xorMappedAddress)).toEqual({ address: '127.0.0.1', port: expect.any(Number) });
  });

  test('relays between two clients, both ways', async () => {
    const { luca, giulia } = await pair(transport, transport);
    luca.client.sendTo(giulia.at, 'ciao');
    expect(await giulia.client.received()).toEqual({ channel: null, from: luca.at, data: 'ciao' });
    giulia.client.sendTo(luca.at, 'a te');
    expect(await luca.client.received()).toEqual({ channel: null, from: giulia.at, data: 'a te' });
  });

  test('relays by channels', async () => {
    const { luca, giulia } = await pair(transport, transport);
    expect(await luca.client.bind(0x4000, giulia.at, luca.credentials)).toBe(0);
    expect(await giulia.client.bind(0x7fff, luca.at, giulia.credentials)).toBe(0);
    for (const data of ['a', 'four', 'seven..', '']) {
      luca.client.sendByChannel(0x4000, data);
      expect(await giulia.client.received()).toEqual({ channel: 0x7fff, from: null, data });
    }
  });

  test('wants credentials: 401 without, of another secret, with another password, and of yesterday', async () => {
    const client = await open(transport);
    expect((await client.request(METHOD.allocate, [UDP_TRANSPORT])).code).toBe(401);
    const right = credentialsOf('luca');
    const wrong: Credentials[] = [
      issueCredentials('another secret', clock, 'luca'),
      { ...right, credential: 'guessed' },
      // A longer validity, which nobody has signed.
      { ...right, username: right.username.replace(/^\d+/, '9999999999') },
      { username: 'luca', credential: right.credential },
    ];
    for (const credentials of wrong) expect(await client.allocate(credentials)).toBe(401);
    time += 24 * HOUR_MS;
    expect(await client.allocate(right)).toBe(401);
    // Each is reported, but for the challenges, which every client gets.
    const [password, name] = ['the password is wrong', 'the name has expired, or is none'] as const;
    expect(refusals).toEqual([password, password, password, name, name].map((why) => ({ of: 'credentials', why })));
    expect(await client.allocate(credentialsOf('luca'))).toMatchObject({ address: RELAYED_ADDRESS });
  });
});

test('relays between a client by UDP and one by TCP', async () => {
  const { luca, giulia } = await pair('udp', 'tcp');
  luca.client.sendTo(giulia.at, 'by UDP');
  expect(await giulia.client.received()).toMatchObject({ data: 'by UDP' });
  giulia.client.sendTo(luca.at, 'by TCP');
  expect(await luca.client.received()).toMatchObject({ data: 'by TCP' });
});

test('a request without a nonce or a name is a 400; a nonce expires, and is good for its client only (438)', async () => {
  const { client, credentials } = await relayed('luca');
  const nonce = client.nonce;
  expect((await client.request(METHOD.refresh, [], credentials)).code).toBe(0);
  time += 10 * MINUTE_MS - 1000;
  expect((await client.request(METHOD.refresh, [], credentials)).code).toBe(0);
  time += 1000;
  expect((await client.request(METHOD.refresh, [], credentials)).code).toBe(438);
  // With the nonce of that answer.
  expect((await client.request(METHOD.refresh, [], credentials)).code).toBe(0);

  const other = await open();
  other.nonce = nonce;
  expect((await other.request(METHOD.allocate, [UDP_TRANSPORT], credentials)).code).toBe(438);
  other.nonce = Buffer.from('AAAA');
  expect((await other.request(METHOD.allocate, [UDP_TRANSPORT], credentials)).code).toBe(438);
  const noName = [attribute(ATTRIBUTE.messageIntegrity, Buffer.alloc(20))];
  expect((await other.request(METHOD.allocate, noName)).code).toBe(400);
});

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '192.0.0.7',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '8.8.8.8',
])('relays nothing to %s: 403', async (address) => {
  const { client, credentials } = await relayed('luca');
  const peer = { address, port: server.port };
  expect(await client.permit(peer, credentials)).toBe(403);
  expect(await client.bind(0x4001, peer, credentials)).toBe(403);
  expect(refusals).toEqual([{ of: 'peer', user: credentials.username.split(':')[1] }]);
});

test.each(['::1', 'fd00::1', 'fe80::1', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2606:4700::1111'])(
  'relays nothing to %s: 443',
  async (address) => {
    const { client, credentials } = await relayed('luca');
    expect(await client.permit({ address, port: 9 }, credentials)).toBe(443);
    expect(await client.bind(0x4001, { address, port: 9 }, credentials)).toBe(443);
  },
);

test('a mapped IPv4 address is refused like an address of IPv6', async () => {
  const { client, credentials } = await relayed('luca');
  const value = Buffer.alloc(20);
  value.writeUInt8(2, 1);
  const peer = [attribute(ATTRIBUTE.xorPeerAddress, value)];
  expect((await client.request(METHOD.createPermission, peer, credentials)).code).toBe(443);
});

test('drops what the receiver has not permitted, and what the sender has not', async () => {
  const luca = await relayed('luca');
  const giulia = await relayed('giulia');
  luca.client.sendTo(giulia.at, 'nobody permits');
  await luca.client.permit(giulia.at, luca.credentials);
  luca.client.sendTo(giulia.at, 'the receiver does not');
  luca.client.sendByChannel(0x4000, 'not bound');
  await luca.client.settled();
  expect(await giulia.client.settled()).toBe(0);
  await giulia.client.permit(luca.at, giulia.credentials);
  luca.client.sendTo(giulia.at, 'both');
  expect(await giulia.client.received()).toMatchObject({ data: 'both' });
});

test('a permission ends after five minutes, a channel after ten', async () => {
  const { luca, giulia } = await pair();
  await luca.client.bind(0x4000, giulia.at, luca.credentials);
  time += 5 * MINUTE_MS;
  luca.client.sendByChannel(0x4000, 'not permitted any longer');
  await luca.client.settled();
  expect(await giulia.client.settled()).toBe(0);
  await giulia.client.permit(luca.at, giulia.credentials);
  luca.client.sendByChannel(0x4000, 'again');
  expect(await giulia.client.received()).toMatchObject({ data: 'again' });
  for (const { client, credentials } of [luca, giulia]) await client.request(METHOD.refresh, [], credentials);
  time += 5 * MINUTE_MS;
  await giulia.client.request(METHOD.refresh, [], giulia.credentials);
  await giulia.client.permit(luca.at, giulia.credentials);
  luca.client.sendByChannel(0x4000, 'not bound any longer');
  await luca.client.settled();
  expect(await giulia.client.settled()).toBe(0);
});

test('an allocation lives ten minutes, however long was asked for, and ends at once by a lifetime of 0', async () => {
  const { luca, giulia } = await pair();
  const hour = attribute(ATTRIBUTE.lifetime, 3600);
  expect(lifetimeIn(await luca.client.request(METHOD.refresh, [hour], luca.credentials))).toBe(600);
  const ended = await giulia.client.request(METHOD.refresh, [attribute(ATTRIBUTE.lifetime, 0)], giulia.credentials);
  expect([ended.code, lifetimeIn(ended)]).toEqual([0, 0]);
  luca.client.sendTo(giulia.at, 'nobody is there');
  await luca.client.settled();
  expect(await giulia.client.settled()).toBe(0);
  expect((await giulia.client.request(METHOD.refresh, [], giulia.credentials)).code).toBe(437);
  time += 10 * MINUTE_MS;
  await luca.client.request(METHOD.refresh, [], luca.credentials);
  expect((await luca.client.request(METHOD.refresh, [], luca.credentials)).code).toBe(437);
});

test('a repeated request is answered again, another one for the same client refused', async () => {
  const client = await open();
  const credentials = credentialsOf('luca');
  await client.request(METHOD.allocate, [UDP_TRANSPORT]);
  const request = client.encode(METHOD.allocate, [UDP_TRANSPORT], credentials);
  client.sendBytes(request);
  const first = await client.next();
  client.sendBytes(request);
  expect(await client.next()).toEqual(first);
  expect((await client.request(METHOD.allocate, [UDP_TRANSPORT], credentials)).code).toBe(437);
});

test('another user does not get at the allocation (441); the same one does with new credentials', async () => {
  const { client } = await relayed('luca');
  expect((await client.request(METHOD.refresh, [], credentialsOf('giulia'))).code).toBe(441);
  time += MINUTE_MS;
  expect((await client.request(METHOD.refresh, [], credentialsOf('luca'))).code).toBe(0);
});

test.each([
  ['another transport than UDP', [attribute(ATTRIBUTE.requestedTransport, 6 * 0x1000000)], 442],
  ['no transport', [], 400],
  ['an address of IPv6', [UDP_TRANSPORT, attribute(ATTRIBUTE.requestedAddressFamily, 2 * 0x1000000)], 440],
  ['something unknown', [UDP_TRANSPORT, attribute(0x7777, 1)], 420],
])('an allocation with %s', async (_, attributes, code) => {
  const client = await open();
  await client.request(METHOD.allocate, [UDP_TRANSPORT]);
  expect((await client.request(METHOD.allocate, attributes, credentialsOf('luca'))).code).toBe(code);
});

test('channels: wrong numbers, and those that are bound otherwise, are refused', async () => {
  const { luca, giulia } = await pair();
  const { client, credentials } = luca;
  const other: Endpoint = { ...giulia.at, port: giulia.at.port + 1 };
  expect(await client.bind(0x3fff, giulia.at, credentials)).toBe(400);
  expect(await client.bind(0x8000, giulia.at, credentials)).toBe(400);
  expect(await client.bind(0x4000, giulia.at, credentials)).toBe(0);
  expect(await client.bind(0x4000, giulia.at, credentials)).toBe(0);
  expect(await client.bind(0x4000, other, credentials)).toBe(400);
  expect(await client.bind(0x4001, giulia.at, credentials)).toBe(400);
  for (let more = 1; more < CHANNELS_MAX; more += 1)
    expect(await client.bind(0x4000 + more, { ...other, port: 1000 + more }, credentials)).toBe(0);
  expect(await client.bind(0x4fff, { ...other, port: 1 }, credentials)).toBe(508);
});

test('a user has a quota, which expired allocations do not use up; others are not concerned', async () => {
  const all = await Promise.all(Array.from({ length: USER_ALLOCATIONS_MAX }, () => relayed('luca')));
  expect(new Set(all.map(({ at }) => at.port)).size).toBe(USER_ALLOCATIONS_MAX);
  expect(await (await open()).allocate(credentialsOf('luca'))).toBe(486);
  expect(await (await open()).allocate(credentialsOf('giulia'))).toMatchObject({ address: RELAYED_ADDRESS });
  time += 10 * MINUTE_MS;
  expect(await (await open()).allocate(credentialsOf('luca'))).toMatchObject({ address: RELAYED_ADDRESS });
});

test('what is more than the bytes of a second is dropped, and the next second begins anew', async () => {
  const { luca, giulia } = await pair('tcp', 'tcp');
  const packet = Buffer.alloc(4000, 'x');
  const fitting = Math.floor(BYTES_A_SECOND / packet.length);
  for (let sent = 0; sent < fitting + 50; sent += 1) luca.client.sendTo(giulia.at, packet);
  await luca.client.settled();
  time += 1000;
  luca.client.sendTo(giulia.at, 'next second');
  let packets = 0;
  while ((await giulia.client.received()).data !== 'next second') packets += 1;
  expect(packets).toBeGreaterThan(0);
  expect(packets).toBeLessThanOrEqual(fitting);
});

describe('a connection', () => {
  test('ends the allocation with it', async () => {
    const { luca, giulia } = await pair('udp', 'tcp');
    giulia.client.close();
    const again = await relayed('giulia', 'tcp');
    luca.client.sendTo(giulia.at, 'nobody is there');
    await luca.client.settled();
    expect(await again.client.settled()).toBe(0);
  });

  test('without an allocation is closed at the second look', async () => {
    const unused = await open('tcp');
    const used = await relayed('luca', 'tcp');
    await unused.settled();
    server.sweep();
    await unused.settled();
    server.sweep();
    await unused.next();
    expect(unused.isClosed).toBe(true);
    await used.client.settled();
    expect(used.client.isClosed).toBe(false);
  });

  test.each([
    ['that announces more than a packet', Buffer.from('4000ffff', 'hex')],
    ['with a message that is too long', Buffer.from('0001fffc2112a442', 'hex')],
    ['with anything else', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['of TLS', Buffer.from('16030100c8010000c4', 'hex')],
  ])('%s is closed', async (_, bytes) => {
    const client = await open('tcp');
    client.sendBytes(bytes);
    await client.next();
    expect(client.isClosed).toBe(true);
  });

  test('may bring its messages in pieces', async () => {
    const client = await open('tcp');
    const request = client.encode(METHOD.binding, []);
    for (const byte of Buffer.concat([request, request])) client.sendBytes(Buffer.from([byte]));
    expect((await client.next()).length).toBe((await client.next()).length);
  });
});

test('whatever comes in, no answer to a stranger is much larger than the question, and the relay goes on', async () => {
  const client = await open();
  const { client: known, at, credentials } = await relayed('luca');
  const messages = [
    client.encode(METHOD.binding, []),
    client.encode(METHOD.allocate, [UDP_TRANSPORT]),
    known.encode(METHOD.refresh, [], credentials),
    known.encode(METHOD.createPermission, [attribute(ATTRIBUTE.xorPeerAddress, Buffer.alloc(8, 1))], credentials),
    known.encode(METHOD.channelBind, [attribute(ATTRIBUTE.channelNumber, 0x40000000)], credentials),
    Buffer.from('4000000461626364', 'hex'),
  ];
  const random = seeded(7);
  const pace = await open();
  for (let round = 0; round < 3000; round += 1) {
    const bytes = Buffer.from(messages[round % messages.length] ?? []);
    const changes = Math.floor(random() * 4);
    for (let change = 0; change < changes; change += 1)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    const cut = random() < 0.3 ? Math.floor(random() * bytes.length) : bytes.length;
    (random() < 0.5 ? client : known).sendBytes(bytes.subarray(0, cut));
    // More at once would be lost on the way.
    if (round % 20 === 0) await pace.settled();
  }
  const asked = await open();
  for (const question of [asked.encode(METHOD.binding, []), asked.encode(METHOD.allocate, [UDP_TRANSPORT])]) {
    asked.sendBytes(question);
    const headers = 28;
    expect((await asked.next()).length + headers).toBeLessThan(2 * (question.length + headers));
  }
  expect(await asked.allocate(credentialsOf('giulia'))).toMatchObject({ address: at.address });
});

/** A sequence that is the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
