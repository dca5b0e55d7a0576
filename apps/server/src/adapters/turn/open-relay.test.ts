import { expect, test } from 'vitest';
import { TurnClient } from '../../../testing/turn-client';
import { readSettings } from '../../config/settings';
import { freePort } from '../../db/embedded/free-port';
import { systemClock } from '../../host/clock';
import { createIceServers } from '../video/ice-servers';
import { openRelay } from './open-relay';
import { METHOD } from './stun';

const secrets = { turnSecret: 'of this server' };

async function open(variables: Readonly<Record<string, string>>) {
  const logged: string[] = [];
  const write = (_: object, line: string) => logged.push(line);
  const log = { warn: write, error: write };
  const opened = await openRelay(readSettings(variables), { secrets, clock: systemClock, log });
  const iceServersFor = createIceServers({ clock: systemClock, stunUrls: [], relay: opened?.relay });
  return { iceServers: iceServersFor('luca'), logged, close: async () => await opened?.close() };
}

test.each([
  ['the host of PUBLIC_URL', { PUBLIC_URL: 'https://help.example.com:8443/' }, 'help.example.com'],
  ['TURN_HOST', { PUBLIC_URL: 'https://help.example.com', TURN_HOST: '203.0.113.7' }, '203.0.113.7'],
  ['an address of IPv6', { TURN_HOST: '2001:db8::7' }, '[2001:db8::7]'],
  ['an address of IPv6 in PUBLIC_URL', { PUBLIC_URL: 'https://[2001:db8::7]' }, '[2001:db8::7]'],
  ['this machine', { PUBLIC_URL: 'http://localhost:8080' }, '127.0.0.1'],
])('browsers are told of %s', async (_, variables, host) => {
  const port = await freePort();
  const { iceServers, close } = await open({ ...variables, TURN_PORT: String(port) });
  const urls = [`stun:${host}:${port}`, `turn:${host}:${port}?transport=udp`, `turn:${host}:${port}?transport=tcp`];
  expect(iceServers).toEqual([
    { urls, username: expect.stringMatching(/^\d+:.{16}$/), credential: expect.any(String) },
  ]);
  // It is open, on all addresses or on this machine's own.
  const client = await TurnClient.open('udp', port);
  expect((await client.request(METHOD.binding, [])).code).toBe(0);
  client.close();
  await close();
});

test('the credentials open the relay, and the name in them is not that of the contact', async () => {
  const port = await freePort();
  const { iceServers, close } = await open({ TURN_PORT: String(port) });
  const { username = '', credential = '' } = iceServers[0] ?? {};
  expect(username).not.toContain('luca');
  const client = await TurnClient.open('tcp', port);
  expect(await client.allocate({ username, credential })).toMatchObject({ port: expect.any(Number) });
  client.close();
  await close();
});

test('a port that is taken is a warning, and there is no relay', async () => {
  const port = await freePort();
  const first = await open({ TURN_PORT: String(port) });
  const second = await open({ TURN_PORT: String(port) });
  expect(second.iceServers).toEqual([]);
  expect(second.logged).toEqual([expect.stringContaining(`port ${port} (TURN_PORT)`)]);
  expect(first.logged).toEqual([]);
  await first.close();
});

test('it can be switched off', async () => {
  expect((await open({ TURN_PORT: '0' })).iceServers).toEqual([]);
});

test('with another TURN server only that is used, with credentials of its secret', async () => {
  const url = 'turns:turn.example.com:443?transport=tcp';
  const { iceServers } = await open({ TURN_URLS: url, TURN_SECRET: 'secret-of-coturn' });
  expect(iceServers).toEqual([{ urls: [url], username: expect.any(String), credential: expect.any(String) }]);
});
