/** Attacks of a signed-in user or a guest on the memory and the disk of the server: tried, and refused. */
import { statfs } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import * as contracts from '@earth/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { messageOf } from '../src/http/error-words';
import { readBytes } from '../src/features/operations/limits/store';
import { addPerson } from '../testing/crowd';
import { codeOf, enter } from '../testing/guest';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

const MB = 1024 * 1024;
const DAY_MS = 24 * 3600_000;

let server: TestServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function makeRoom(writer: SignedInClient) {
  const other = await addPerson(server);
  const targetContacts = [other.contactId];
  const group = { subject: 'A', targetContacts, isGroup: true, cryptoSchema: 0 } as const;
  const { uniqueId: id } = await writer.call(contracts.createRoom, group);
  return {
    other,
    write: (principal: SignedInClient, clientId: string, bytes?: number) =>
      principal.call(contracts.sendRoomMessage, {
        id,
        message: 'A',
        clientId,
        cryptoSchema: 0,
        ...(bytes !== undefined && { fileName: 'a.bin', base64File: Buffer.alloc(bytes).toString('base64') }),
      }),
  };
}

const ask = async (principal: SignedInClient) => (await principal.raw('/services/companies')).status;

/** Sends the head of a request and a part of the body, and goes on holding the connection. */
function post(principal: SignedInClient, header: string, body: string): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `POST /services/rooms/${principal.contactId}/messages HTTP/1.1\r\nHost: earth\r\nAuthorization: Bearer ${principal.token}\r\n` +
      `Content-Type: application/json\r\n${header}\r\n\r\n${body}`,
  );
  return socket;
}

/** The stored count of today. */
async function bytesOf(principal: SignedInClient): Promise<number> {
  await server.context.limits.stop();
  return readBytes(server.context.db, principal.contactId, server.clock.now().toISOString().slice(0, 10));
}

/** Begins to send a body, and goes on holding the connection. Resolves when the server has admitted it. */
async function beginUpload(principal: SignedInClient, bytes: number, address?: string): Promise<Socket> {
  const begin = vi.spyOn(server.context.limits, 'begin');
  const forwarded = address === undefined ? '' : `X-Forwarded-For: ${address}\r\n`;
  const socket = post(principal, `${forwarded}Content-Length: ${bytes}`, '{');
  await vi.waitFor(() => expect(begin).toHaveBeenCalledOnce());
  begin.mockRestore();
  return socket;
}

test('limits a session that sends too many calls, does not affect its colleagues, and admits it again later', async () => {
  server = await startTestServer({ CALLS_A_MINUTE: '60', COMPANY_CALLS_A_MINUTE: '1000' });
  const [flooder, colleague] = [await server.signIn('operator'), await server.signIn('operator2')];
  const statuses = await Promise.all(Array.from({ length: 100 }, () => ask(flooder)));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(30);
  const refused = await flooder.raw('/services/companies', { headers: { 'accept-language': 'it' } });
  expect(refused.json).toMatchObject({
    result: { code: 429, message: messageOf('tooManyCalls', 'it') },
    data: { error: 'tooManyCalls' },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await ask(colleague)).toBe(200);
  server.clock.advance(60_000);
  expect(await ask(flooder)).toBe(200);
});

test('a company has its own limit, which does not affect another one', async () => {
  server = await startTestServer({ COMPANY_CALLS_A_MINUTE: '30' });
  const people = await Promise.all([addPerson(server), addPerson(server)]);
  const stranger = await addPerson(server, { companyCode: 'TILES' });
  const statuses = await Promise.all(people.flatMap((principal) => Array.from({ length: 20 }, () => ask(principal))));
  expect(statuses).toContain(429);
  expect(await ask(stranger)).toBe(200);
});

test('limits concurrent uploads per session and per address; finished ones make room', async () => {
  server = await startTestServer({ UPLOADS_AT_ONCE: '2', ADDRESS_UPLOADS_AT_ONCE: '3' });
  const [one, two] = [await server.signIn('operator'), await server.signIn('operator2')];
  const { other, write } = await makeRoom(one);
  const held = [await beginUpload(one, MB), await beginUpload(one, MB)];
  await expect(write(one, 'a', MB)).rejects.toEqual(refusal('tooManyUploads'));
  // Small bodies are still accepted.
  await write(one, 'b');
  await beginUpload(two, MB);
  await expect(write(other, 'a', MB)).rejects.toEqual(refusal('tooManyUploads'));
  held[0]?.destroy();
  held[1]?.destroy();
  await vi.waitFor(() => write(one, 'c', MB));
});

test('if the disk cannot be checked, an upload fails, and its slot is free again', async () => {
  server = await startTestServer({ UPLOADS_AT_ONCE: '1' });
  const writer = await server.signIn('operator');
  const { write } = await makeRoom(writer);
  vi.spyOn(server.context.disk, 'hasRoomFor').mockRejectedValueOnce(new Error('EIO'));
  await expect(write(writer, 'a', MB)).rejects.toEqual(refusal('internal'));
  await write(writer, 'a', MB);
});

test('counts concurrent uploads of an IPv6 network as of one address', async () => {
  server = await startTestServer({ ADDRESS_UPLOADS_AT_ONCE: '1' });
  const [one, two] = [await server.signIn('operator'), await server.signIn('operator2')];
  await beginUpload(one, MB, '2001:db8::1');
  const body = Buffer.alloc(MB);
  const upload = (address: string) =>
    two.raw(`/services/rooms/${two.contactId}/messages`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
      body,
    });
  expect((await upload('2001:db8::2')).json).toMatchObject({ data: { error: 'tooManyUploads' } });
  expect((await upload('2001:db8:0:1::1')).json).not.toMatchObject({ data: { error: 'tooManyUploads' } });
});

test('limits the bytes of a person per day, over all sessions and a restart, and starts anew the next day', async () => {
  server = await startTestServer({ MB_A_DAY: '4' });
  const writer = await server.signIn('operator');
  const { other, write } = await makeRoom(writer);
  await write(writer, 'a', MB);
  await write(writer, 'b', MB);
  await expect(write(writer, 'c', 1.5 * MB)).rejects.toEqual(refusal('tooMuchToday'));
  await write(other, 'd', MB);
  await server.restart();
  const again = await server.signIn('operator');
  await expect(write(again, 'c', 1.5 * MB)).rejects.toEqual(refusal('tooMuchToday'));
  await write(again, 'e');
  server.clock.advance(DAY_MS);
  await write(await server.signIn('operator'), 'c', 1.5 * MB);
});

test('counts a body without a declared length by its bytes, complete or aborted', async () => {
  server = await startTestServer();
  const [whole, cutOff] = [await server.signIn('operator'), await server.signIn('operator2')];
  const body = JSON.stringify({ message: 'A'.repeat(50_000) });
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  post(whole, 'Transfer-Encoding: chunked', `${chunk}0\r\n\r\n`);
  await expect.poll(() => bytesOf(whole)).toBe(body.length);
  post(cutOff, 'Transfer-Encoding: chunked', chunk).end();
  await expect.poll(() => bytesOf(cutOff)).toBe(body.length);
});

test('counts only the arrived bytes of an aborted body', async () => {
  server = await startTestServer({ MB_A_DAY: '4' });
  const writer = await server.signIn('operator');
  const { write } = await makeRoom(writer);
  const before = await bytesOf(writer);
  const countBytes = vi.spyOn(server.context.limits, 'countBytes');
  const socket = await beginUpload(writer, 3 * MB);
  await vi.waitFor(() => expect(countBytes).toHaveResolved());
  // Refused before the body is sent.
  await expect(write(writer, 'a', 1.5 * MB)).rejects.toEqual(refusal('tooMuchToday'));
  socket.end('A'.repeat(300_000));
  await expect.poll(() => bytesOf(writer)).toBe(before + 300_001);
  await write(writer, 'a', 1.5 * MB);
});

test('if a company has sent too much in a day, its people can still write', async () => {
  server = await startTestServer({ COMPANY_MB_A_DAY: '2' });
  const writer = await server.signIn('operator');
  const { other, write } = await makeRoom(writer);
  await write(writer, 'a', MB);
  await expect(write(other, 'b', MB)).rejects.toEqual(refusal('tooMuchToday'));
  await write(other, 'c');
});

test('a guest whose ring nobody answers stores next to nothing', async () => {
  server = await startTestServer({ GUEST_CALLS_A_MINUTE: '300' });
  const host = await server.signIn('operator');
  await host.socket();
  const guest = await enter(server, codeOf(await host.call(contracts.makeGuestLink, {})));
  const plain = { subject: 'A', cryptoSchema: 0 } as const;
  const { call } = await guest.call(contracts.createCall, { ...plain, targetContacts: [host.contactId] });
  const send = (clientId: string) =>
    guest.call(contracts.sendCallMessage, {
      id: call.uniqueId,
      message: 'A',
      cryptoSchema: 0,
      clientId,
      fileName: 'a.bin',
      base64File: Buffer.alloc(MB / 2).toString('base64'),
    });
  await send('a');
  await expect(send('b')).rejects.toEqual(refusal('tooMuchToday'));
  await host.call(contracts.joinCall, { id: call.uniqueId });
  await send('b');
  await send('c');
});

test('a guest has limits of their own: calls per minute, and bytes per day once the call is answered', async () => {
  server = await startTestServer({ GUEST_CALLS_A_MINUTE: '30', GUEST_MB_A_DAY: '2', CALLS_A_MINUTE: '0' });
  const host = await server.signIn('operator');
  await host.socket();
  const guest = await enter(server, codeOf(await host.call(contracts.makeGuestLink, {})));
  const targetContacts = [host.contactId];
  const { call } = await guest.call(contracts.createCall, { subject: 'A', cryptoSchema: 0, targetContacts });
  const id = call.uniqueId;
  await host.call(contracts.joinCall, { id });
  const base64File = Buffer.alloc(MB / 2).toString('base64');
  const send = (principal: SignedInClient) =>
    principal.call(contracts.sendCallMessage, { id, message: 'A', cryptoSchema: 0, fileName: 'a.bin', base64File });
  // In base64 each takes two thirds of a megabyte.
  await send(guest);
  await send(guest);
  await expect(send(guest)).rejects.toEqual(refusal('tooMuchToday'));
  const look = (principal: SignedInClient) => principal.call(contracts.listCallMessages, { id });
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => look(guest)));
  expect(outcomes).toContainEqual({ status: 'rejected', reason: refusal('tooManyCalls') });
  // The host has neither limit.
  await Promise.all(Array.from({ length: 60 }, () => look(host)));
  for (let sent = 0; sent < 4; sent += 1) await send(host);
  server.clock.advance(60_000);
  await look(guest);
});

test('with only the reserve left on the disk files are refused, messages accepted, and a warning is logged before', async () => {
  server = await startTestServer({ DISK_RESERVE_MB: '1000000000' });
  const writer = await server.signIn('operator');
  const { write } = await makeRoom(writer);
  await expect(write(writer, 'a', MB)).rejects.toEqual(refusal('diskFull'));
  await write(writer, 'b');
  const out = await server.visitor().raw('/readyz');
  expect([out.status, out.json]).toEqual([503, { status: 'unavailable', disk: 'out' }]);
  const { text } = await server.visitor().raw('/metrics');
  expect(Number(/^data_disk_free_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
});

test.each([
  ['low', 1 / 2, 'taken'],
  ['full', 2, 'diskFull'],
] as const)('a disk that is %s is ready, and says so', async (disk, reserve, outcome) => {
  const { bavail, bsize } = await statfs('.');
  server = await startTestServer({ DISK_RESERVE_MB: String(Math.round((bavail * bsize * reserve) / MB)) });
  const ready = await server.visitor().raw('/readyz');
  expect([ready.status, ready.json]).toEqual([200, { status: 'ok', disk }]);
  const writer = await server.signIn('operator');
  const { write } = await makeRoom(writer);
  const written = await write(writer, 'a', MB).then(
    () => 'taken',
    (error: { readonly error?: string }) => error.error,
  );
  expect(written).toBe(outcome);
});
