import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { CHANGES_MAX, insertChanges } from './changes-store';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('keeps the newest changes of a room that is renamed again and again', async () => {
  const luca = await server.signIn('assisted');
  const giulia = await server.signIn('operator');
  const pair = { subject: '', targetContacts: [giulia.contactId], isGroupRoom: false, cryptoSchema: 0 as const };
  const { uniqueId: roomId } = await luca.call(contracts.createRoom, pair);
  const start = server.clock.now().getTime() + 1000;
  const rows = Array.from({ length: CHANGES_MAX + 5 }, (_, index) => ({
    id: randomUUID(),
    roomId,
    kind: 'renamed' as const,
    contactId: luca.contactId,
    position: 0,
    createdAt: new Date(start + index),
  }));
  for (let from = 0; from < rows.length; from += 101)
    await insertChanges(server.context.db, rows.slice(from, from + 101));

  const stored = await luca.call(contracts.listRoomChanges, { id: roomId });
  expect(stored.map(({ uniqueId }) => uniqueId)).toEqual(rows.slice(5).map(({ id }) => id));
});
