import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTls, TurnClient } from '../../../testing/turn-client';
import { loadCertificate } from '../../config/certificate';
import { readSettings } from '../../config/settings';
import { freePort } from '../../db/embedded/free-port';
import { type Clock, systemClock } from '../../host/clock';
import { LINES_A_MINUTE } from '../../http/limited-lines';
import { createIceServers } from '../video/ice-servers';
import { openRelay } from './open-relay';
import { METHOD } from './stun';
import { ADDRESS_CONNECTIONS_MAX } from './turn-server';

const secrets = { turnSecret: 'of this server' };

async function open(variables: Readonly<Record<string, string>>, clock: Clock = systemClock) {
  const logged: string[] = [];
  const fields: object[] = [];
  const write = (about: object, line: string) => {
    fields.push(about);
    logged.push(line);
  };
  const log = { info: write, warn: write, error: write };
  const opened = await openRelay(readSettings(variables), { secrets, clock, log });
  let closing: Promise<void> | undefined;
  const iceServersFor = createIceServers({ clock, stunUrls: [], relay: opened?.relay });
  return {
    iceServers: iceServersFor('luca'),
    logged,
    fields,
    renewCertificate: async () => await opened?.renewCertificate(),
    close: () => (closing ??= opened?.close() ?? Promise.resolve()),
  };
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

test('refused credentials and addresses are logged, with nothing of them, and only some of many', async () => {
  const port = await freePort();
  // It stands still: after some seconds one line more would be logged.
  const now = new Date();
  const { iceServers, logged, fields, close } = await open({ TURN_PORT: String(port) }, { now: () => now });
  onTestFinished(close);
  const { username = '', credential = '' } = iceServers[0] ?? {};
  const client = await TurnClient.open('udp', port);
  onTestFinished(() => client.close());
  for (let tries = 0; tries < 2 * LINES_A_MINUTE; tries += 1)
    expect(await client.allocate({ username, credential: `guessed ${tries}` })).toBe(401);
  await client.allocate({ username, credential });
  const inside = { address: '169.254.169.254', port: 80 };
  for (let tries = 0; tries < 2; tries += 1) expect(await client.permit(inside, { username, credential })).toBe(403);

  const [refused, outside] = ['Credentials of the relay were refused', 'An address outside the relay was refused'];
  expect(logged).toEqual([...Array.from({ length: LINES_A_MINUTE }, () => refused), outside]);
  expect([fields[0], fields.at(-1)]).toEqual([{ why: 'the password is wrong' }, { user: username.split(':')[1] }]);
  for (const secret of [username, credential, 'guessed', inside.address, '127.0.0.1'])
    expect(JSON.stringify([fields, logged])).not.toContain(secret);
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

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earth-relay-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A relay with TLS on a free port, and its certificate. */
async function openSecure() {
  const folder = await makeFolder();
  const { cert } = await loadCertificate(folder, ['127.0.0.1']);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const relay = await open({
    TURN_PORT: String(port),
    TURN_TLS_PORT: String(tlsPort),
    TURN_TLS_CERT: join(folder, 'cert.pem'),
    TURN_TLS_KEY: join(folder, 'key.pem'),
  });
  onTestFinished(relay.close);
  const { urls, username = '', credential = '' } = relay.iceServers[0] ?? {};
  return { ...relay, urls, credentials: { username, credential }, folder, cert, port, tlsPort };
}

test('with a certificate it speaks TLS too, and hands data between TLS and UDP', async () => {
  const { urls, credentials, cert, port, tlsPort } = await openSecure();
  expect(urls).toContain(`turns:127.0.0.1:${tlsPort}?transport=tcp`);
  const [secure, plain] = [await openTls(tlsPort, cert), await TurnClient.open('udp', port)];
  onTestFinished(() => [secure, plain].forEach((client) => client.close()));
  const [one, other] = [await secure.allocate(credentials), await plain.allocate(credentials)];
  if (typeof one === 'number' || typeof other === 'number') throw new Error('Refused');
  expect([await secure.permit(other, credentials), await plain.permit(one, credentials)]).toEqual([0, 0]);
  secure.sendTo(other, 'from behind a firewall');
  expect(await plain.received()).toMatchObject({ from: one, data: 'from behind a firewall' });
  plain.sendTo(one, 'and back');
  expect(await secure.received()).toMatchObject({ data: 'and back' });
});

test('what is no TLS closes its own connection only', async () => {
  const { logged, cert, tlsPort } = await openSecure();
  const socket = connect(tlsPort, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\n\r\n');
  await once(socket, 'close');
  const client = await openTls(tlsPort, cert);
  expect((await client.request(METHOD.binding, [])).code).toBe(0);
  client.close();
  expect(logged).toEqual([]);
});

test('connections that never say anything count too, and do not keep it from closing', async () => {
  const { cert, tlsPort, close } = await openSecure();
  const silent = Array.from({ length: ADDRESS_CONNECTIONS_MAX }, () => connect(tlsPort, '127.0.0.1'));
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  for (const socket of silent) socket.on('error', () => undefined);
  await expect(openTls(tlsPort, cert)).rejects.toThrow(/disconnected|ECONNRESET/);
  const closed = Promise.all(silent.map((socket) => once(socket, 'close')));
  await close();
  await closed;
});

test('a renewed certificate is used without a restart, and one that cannot be used is not', async () => {
  const { renewCertificate, logged, folder, cert, tlsPort } = await openSecure();
  const renewed = await loadCertificate(await makeFolder(), ['127.0.0.1']);
  await writeFile(join(folder, 'cert.pem'), 'half a file');
  await renewCertificate();
  expect(logged).toEqual([expect.stringContaining('TURN_TLS_CERT')]);
  (await openTls(tlsPort, cert)).close();
  await writeFile(join(folder, 'cert.pem'), renewed.cert);
  await writeFile(join(folder, 'key.pem'), renewed.key);
  await renewCertificate();
  (await openTls(tlsPort, renewed.cert)).close();
  await expect(openTls(tlsPort, cert)).rejects.toThrow(/self-signed/);
});

test('a certificate that cannot be read is a warning, and the relay goes on without TLS', async () => {
  const folder = await makeFolder();
  const [port, tlsPort] = [await freePort(), await freePort()];
  const missing = { TURN_TLS_CERT: join(folder, 'cert.pem'), TURN_TLS_KEY: join(folder, 'key.pem') };
  const relay = await open({ TURN_PORT: String(port), TURN_TLS_PORT: String(tlsPort), ...missing });
  onTestFinished(relay.close);
  expect(relay.logged).toEqual([expect.stringContaining(`TLS on port ${tlsPort}`)]);
  expect(relay.iceServers[0]?.urls).toHaveLength(3);
});
