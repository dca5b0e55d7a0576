/** Counts for all servers together; the Redis between them stores nothing. */
import * as contracts from '@earth/contracts';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../testing/crowd';
import { isPush } from '../testing/frames';
import { hasRedis } from '../testing/redis';
import { PushService, TestBrowser } from '../testing/push-service';
import { refusal } from '../testing/start-test-server';
import { startTwoServers, type TwoServers } from '../testing/two-servers';

const MB = 1024 * 1024;

describe.skipIf(!hasRedis)('two servers', () => {
  let servers: TwoServers;
  let service: PushService;
  beforeAll(async () => {
    service = await PushService.start();
    servers = await startTwoServers({ MB_A_DAY: '4' }, service.network);
  });
  afterAll(async () => {
    await servers.close();
    await service.close();
  });

  test('count the bytes of a day together', async () => {
    const { one, other } = servers;
    const [writer, reader] = [await addPerson(one), await addPerson(one)];
    const group = { subject: 'A', targetContacts: [reader.contactId], isGroup: true, cryptoSchema: 0 as const };
    const { uniqueId: id } = await writer.call(contracts.createRoom, group);
    const base64File = Buffer.alloc(1.2 * MB).toString('base64');
    const sendAt = ({ url }: typeof one, clientId: string) =>
      writer.at(url).call(contracts.sendRoomMessage, {
        id,
        message: 'A',
        clientId,
        cryptoSchema: 0,
        fileName: 'a.bin',
        base64File,
      });
    const written = (server: typeof one) => server.context.limits.stop();
    await sendAt(one, 'a');
    await written(one);
    await sendAt(other, 'b');
    await written(other);
    // The other server has read what the first stored; the first learns of it as soon as it stores again.
    await expect(sendAt(other, 'c')).rejects.toEqual(refusal('tooMuchToday'));
    await writer.call(contracts.sendRoomMessage, { id, message: 'A', cryptoSchema: 0 });
    await written(one);
    await expect(sendAt(one, 'c')).rejects.toEqual(refusal('tooMuchToday'));
  });

  test('publish calls, messages and pushes, of which Redis stores nothing', async () => {
    const { one, other, redis } = servers;
    const [luca, giulia] = [await addPerson(one), await addPerson(other)];
    const browser = new TestBrowser(service);
    await giulia.call(contracts.addPushToken, { token: browser.subscription, deviceId: giulia.deviceId });
    const socket = await giulia.socket();
    const plain = { subject: 's', targetContacts: [giulia.contactId], cryptoSchema: 0 as const };
    const { uniqueId: id } = await luca.call(contracts.createRoom, plain);
    await luca.call(contracts.sendRoomMessage, { id, message: 'Hello', cryptoSchema: 0 });
    await luca.call(contracts.createCall, plain);
    await socket.next(isPush('RoomMessage'));
    await socket.next(isPush('IncomingCall'));
    await service.arrived(browser.path, 2);
    const client = createClient({ url: redis.url });
    await client.connect();
    try {
      expect(await client.dbSize()).toBe(0);
    } finally {
      client.destroy();
    }
  });
});
