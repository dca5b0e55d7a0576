import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerFrame } from '@earth/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClientOptions, WebSocket, WebSocketServer } from 'ws';
import type { Principal } from '../../../http/principal';
import { Connection, type ConnectionHost } from './connection';

const ID = '0190a000-0000-7000-8000-0000000000aa';
const luca: Principal = {
  contactId: ID,
  companyId: 'demo',
  deviceId: 'phone',
  sessionId: 'session',
  role: 'ASSISTED',
  appOs: 'web',
  signingKey: null,
  guest: null,
};

let http: Server;
let sockets: WebSocketServer;
let happened: string[];
let connections: Connection[];
beforeEach(async () => {
  happened = [];
  connections = [];
  http = createServer();
  sockets = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
});
afterEach(async () => {
  for (const connection of connections) connection.cut();
  await Promise.all(connections.map((connection) => connection.closed));
  sockets.close();
  await new Promise((resolve) => {
    http.close(resolve);
  });
});

const host: ConnectionHost = {
  clock: { now: () => new Date(0) },
  identify: async () => luca,
  mayOpen: () => true,
  onOpen: () => void happened.push('opened'),
  onClose: () => void happened.push('gone'),
  handle: async (_, principal, frame) => {
    happened.push(`${principal.deviceId} ${frame.type}`);
    if (frame.type === 'leave') throw new Error('A bug');
  },
  onError: (error) => void happened.push(String(error)),
};

/** Connects both ends of a socket. */
async function connect(options: ClientOptions = {}) {
  const accepted = new Promise<Connection>((resolve) => {
    sockets.once('connection', (socket) => resolve(new Connection(socket, 'it', host)));
  });
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`, options);
  const next = () =>
    new Promise<ServerFrame>((resolve) => {
      client.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as ServerFrame));
    });
  const closed = new Promise<number>((resolve) => {
    client.once('close', resolve);
  });
  await new Promise((resolve) => {
    client.once('open', resolve);
  });
  const connection = await accepted;
  connections.push(connection);
  return { client, connection, next, closed };
}

async function signedIn(options: ClientOptions = {}) {
  const ends = await connect(options);
  const ready = ends.next();
  ends.client.send(JSON.stringify({ type: 'auth', token: 'good' }));
  await ready;
  return ends;
}

test('keeps the principal of a socket from its authentication to its end, and notifies each step once', async () => {
  const { client, connection } = await signedIn();
  expect(connection.principal).toBe(luca);
  client.close();
  await connection.closed;
  connection.close(1012);
  connection.cut();
  expect(happened).toEqual(['opened', 'gone']);
});

test('hides the cause of an internal error, and keeps the socket open', async () => {
  const { client, next } = await signedIn();
  const answer = next();
  client.send(JSON.stringify({ type: 'leave', callUniqueId: ID }));
  expect(await answer).toMatchObject({ type: 'error', code: 500, error: 'internal' });
  expect(happened).toEqual(['opened', 'phone leave', 'Error: A bug']);
});

test('sends errors in the language of the page', async () => {
  const { client, next } = await signedIn();
  const answer = next();
  client.send('?');
  expect(await answer).toMatchObject({ message: expect.stringContaining('Campo non valido') });
});

test('cuts a socket that answers no ping', async () => {
  const { connection, closed } = await signedIn({ autoPong: false });
  connection.probe();
  connection.probe();
  expect(await closed).toBe(1006);
  expect(happened).toEqual(['opened', 'gone']);
});

test('keeps a socket that answers', async () => {
  const { client, connection, next } = await signedIn();
  for (let round = 0; round < 3; round += 1) {
    const probed = new Promise((resolve) => {
      client.once('ping', resolve);
    });
    connection.probe();
    await probed;
    const pong = next();
    client.send('?');
    await pong;
  }
  expect(connection.isOver).toBe(false);
});

test('cuts a reader that does not keep up', async () => {
  const { client, connection } = await signedIn();
  client.pause();
  const text = 'x'.repeat(1024 * 1024);
  for (let count = 0; count < 64 && !connection.isOver; count += 1) {
    connection.sendText(text);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  expect(connection.isOver).toBe(true);
  await connection.closed;
  expect(happened).toEqual(['opened', 'gone']);
});
