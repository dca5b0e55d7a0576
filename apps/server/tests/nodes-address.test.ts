/** Two server processes behind one address, which gives each request to the next of them, behave as one. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { SignedInClient } from '../testing/client';
import { isPush, isSeenAs } from '../testing/frames';
import { signIn } from '../testing/killed-under-load';
import { OneAddress } from '../testing/one-address';
import { createOnline } from '../testing/online';
import type { PersonKey } from '../testing/people';
import { hasRedis, TestRedis } from '../testing/redis';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

describe.skipIf(!hasRedis)('two servers behind one address', () => {
  let redis: TestRedis;
  let folder: string;
  let admin: pg.Client;
  let servers: ServerProcess[] = [];
  let address: OneAddress;
  let giulia: SignedInClient;
  let luca: SignedInClient;
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const { connectionString } = inject('database');
  const online = createOnline();

  /** The code is printed by the server that got the request. */
  const comeIn = (person: PersonKey) =>
    signIn(
      { printed: (pattern) => Promise.any(servers.map((server) => server.printed(pattern))) },
      address.url,
      person,
    );

  beforeAll(async () => {
    [redis, folder] = await Promise.all([TestRedis.start(), makeFolder(), bundleServer()]);
    admin = new pg.Client({ connectionString });
    await admin.connect();
    await admin.query(`create database ${database}`);
    const databaseUrl = connectionString.replace(/\/[^/]*$/, `/${database}`);
    const variables = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, DATA_DIR: 'data', DEMO: 'true' };
    servers = [1, 2].map(() => new ServerProcess(folder, variables));
    address = await OneAddress.before(await Promise.all(servers.map((server) => server.ready())));
    giulia = await comeIn('operator');
    luca = await comeIn('assisted');
  });
  afterAll(async () => {
    await address.close();
    await cleanUp(folder, servers);
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
    await redis.stop();
  });

  test('share a session: it is refreshed, and goes on, on either of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { refreshToken, deviceId } = giulia;
      const renewed = await giulia.call(contracts.refreshToken, { refreshToken, deviceId });
      giulia.token = renewed.token;
      giulia.refreshToken = renewed.refreshToken;
      expect((await giulia.call(contracts.getProfile, {})).name).toBe('Giulia Ferri');
    }
  });

  test('show a contact as online on both, deliver a message with a file, and ring', async () => {
    const giuliaSocket = await online(giulia);
    const lucaSocket = await online(luca);
    await giuliaSocket.next(isSeenAs(luca.contactId, { availability: 2 }));
    for (let asked = 0; asked < 4; asked += 1) {
      const book = await giulia.call(contracts.listAddressBook, {});
      const entry = book.find(({ contact }) => contact.uniqueId === luca.contactId);
      expect(entry?.contact.availability).toBe(2);
    }

    const room = await luca.call(contracts.createRoom, {
      targetContacts: [giulia.contactId],
      subject: '',
      cryptoSchema: 0,
    });
    const sent = await luca.call(contracts.sendRoomMessage, {
      id: room.uniqueId,
      message: 'The readings',
      base64File: Buffer.from('2.1 bar').toString('base64'),
      fileName: 'readings.txt',
      cryptoSchema: 0,
    });
    const storedFileName = storedIn(sent.fileUrl);
    const { messageContent } = await giuliaSocket.next(isPush('RoomMessage'));
    expect(messageContent.roomMessage).toMatchObject({ uniqueId: sent.uniqueId, message: 'The readings' });
    for (let asked = 0; asked < 2; asked += 1) {
      const file = await giulia.call(contracts.getRoomFile, { roomId: room.uniqueId, storedFileName });
      expect(file.base64).toBe(Buffer.from('2.1 bar').toString('base64'));
    }

    const { call } = await luca.call(contracts.createCall, {
      subject: 's',
      targetContacts: [giulia.contactId],
      cryptoSchema: 0,
    });
    const ring = await giuliaSocket.next(isPush('IncomingCall'));
    expect(ring.messageContent.call.uniqueId).toBe(call.uniqueId);
    await giulia.call(contracts.declineCall, { id: call.uniqueId });
    await lucaSocket.next(isPush('TargetRefused'));
  });
});

/** The file's own part of its URL. */
const storedIn = (fileUrl: string | null) => fileUrl?.split('/').at(-1) ?? '';
