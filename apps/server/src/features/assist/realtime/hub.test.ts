/** The hub's periodic work. Only its interval is simulated: sockets, server and database are real. */
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { isFrame, isPush } from '../../../../testing/frames';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';
import * as store from './store';

let server: TestServer;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  vi.useRealTimers();
});

const beat = () => vi.advanceTimersByTimeAsync(15_000);

const lastSeen = async (contactId: string): Promise<number> => {
  const { rows } = await server.context.pool.query<{ at: Date }>(
    'select last_seen_at as at from contacts where id = $1',
    [contactId],
  );
  return rows[0]?.at.getTime() ?? 0;
};

test('a contact with a socket keeps being seen', async () => {
  const person = await addPerson(server);
  const socket = await person.socket();
  server.clock.advance(60_000);
  const now = server.clock.now().getTime();
  await beat();
  await expect.poll(() => lastSeen(person.contactId)).toBeGreaterThanOrEqual(now);
  await socket.close();
});

const nodeOf = async (contactId: string): Promise<string | null> => {
  const { rows } = await server.context.pool.query<{ id: string | null }>(
    'select node_id as id from sessions where contact_id = $1',
    [contactId],
  );
  return rows[0]?.id ?? null;
};

test('a device whose socket is being closed does not count as connected any more', async () => {
  const [flooding, staying] = [await addPerson(server), await addPerson(server)];
  const socket = await flooding.socket();
  await expect.poll(() => nodeOf(flooding.contactId)).toBe(server.context.nodeId);
  socket.freeze();
  for (let sent = 0; sent <= 1000; sent += 1) socket.send({ type: 'ping' });
  await expect.poll(() => nodeOf(flooding.contactId)).toBe(null);

  const stays = await staying.socket();
  await expect.poll(() => nodeOf(staying.contactId)).toBe(server.context.nodeId);
  await server.context.pool.query('update sessions set node_id = null where contact_id = $1', [staying.contactId]);
  await beat();
  await expect.poll(() => nodeOf(staying.contactId)).toBe(server.context.nodeId);
  expect(await nodeOf(flooding.contactId)).toBe(null);
  await stays.close();
});

test('the record of connected devices does not overwrite newer records of a device', async () => {
  const { clock, context } = server;
  const { access, db, nodeId, random } = context;
  const person = await addPerson(server);
  const { sessionId } = await access.read(person.token);
  const start = clock.now().getTime();
  const at = (after: number) => new Date(start + after);
  const node = () => nodeOf(person.contactId);

  await store.markOpened(db, sessionId, nodeId, at(10));
  await store.markConnected(db, [], nodeId, at(0));
  expect(await node()).toBe(nodeId);

  await store.markClosed(db, sessionId, nodeId, at(20_000));
  expect(await store.markConnected(db, [sessionId], nodeId, at(10_000))).toEqual(new Set([sessionId]));
  expect(await node()).toBe(null);

  const other = random.id();
  await store.addNode(db, other, clock.now());
  await store.markOpened(db, sessionId, other, at(30_000));
  await store.markConnected(db, [sessionId], nodeId, at(40_000));
  expect(await node()).toBe(other);
});

test('closes the socket of an expired session', async () => {
  const person = await addPerson(server);
  const socket = await person.socket();
  await beat();
  socket.send({ type: 'ping' });
  await socket.next(isFrame('pong'));

  await server.context.pool.query('update sessions set expires_at = $2 where contact_id = $1', [
    person.contactId,
    server.clock.now(),
  ]);
  await beat();
  await socket.next(isPush('SessionEnded'));
  expect(await socket.closed).toBe(4401);
});

test('a contact who does not come back after a restart goes offline', async () => {
  const sara = await server.signIn('assisted2');
  const socket = await sara.socket();
  await server.restart();
  await socket.closed;
  const giulia = await server.signIn('operator');
  const watching = await giulia.socket();
  const availability = async () => {
    const book = await giulia.call(contracts.listAddressBook, {});
    return book.find((entry) => entry.contact.uniqueId === sara.contactId)?.contact.availability;
  };
  expect(await availability()).toBe(2);

  server.clock.advance(contracts.PRESENCE_TIMEOUT_MS);
  await beat();
  const gone = await watching.next(
    (frame) => isPush('ContactAvailability')(frame) && frame.messageContent.contactUniqueId === sara.contactId,
  );
  expect(gone).toMatchObject({ messageContent: { availability: 1 } });
  expect(await availability()).toBe(1);
  await watching.close();
});
