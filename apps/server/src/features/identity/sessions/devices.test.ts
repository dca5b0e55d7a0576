import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { isPush, isSeenAs } from '../../../../testing/frames';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const PATH = '/services/devices';
/** Access tokens live longer than this. */
const TEN_MINUTES = 10 * 60_000;

let server: TestServer;
/** One device at a desk, and a phone. */
let desk: SignedInClient;
let phone: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  desk = await server.signIn('operator');
  phone = await server.signIn('operator');
});
afterAll(() => server.close());

const devicesOf = (client: SignedInClient) => client.call(contracts.listDevices, {});
const end = (client: SignedInClient, { deviceId }: { readonly deviceId: string }) =>
  client.call(contracts.endDevice, { deviceId });

test.each([
  ['GET', PATH],
  ['DELETE', `${PATH}/some-device`],
])('%s %s requires a session', async (method, path) => {
  const { status, json } = await server.visitor().raw(path, { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

test('lists the user’s own devices: this one first, then the last seen ones', async () => {
  const tablet = await addDevice(server, desk.contactId);
  server.clock.advance(TEN_MINUTES);
  desk.token = (
    await server.visitor().call(contracts.refreshToken, { refreshToken: desk.refreshToken, deviceId: desk.deviceId })
  ).token;
  const devices = await devicesOf(desk);
  expect(devices.map(({ deviceId, isCurrent }) => [deviceId, isCurrent])).toEqual([
    [desk.deviceId, true],
    [phone.deviceId, false],
    [tablet.deviceId, false],
  ]);
  expect(devices[1]).toMatchObject({ appOs: 'web', model: 'Test' });
  const times = devices.map(({ lastSeen }) => (server.clock.now().getTime() - Date.parse(lastSeen)) / TEN_MINUTES);
  expect(times[0]).toBeLessThan(0.9);
  expect(times[1]).toBeGreaterThanOrEqual(1);

  const socket = await tablet.socket();
  // The connection is stored just after the socket is ready.
  await expect
    .poll(async () => (await devicesOf(desk)).map(({ deviceId }) => deviceId))
    .toEqual([desk.deviceId, tablet.deviceId, phone.deviceId]);
  await socket.close();
  await end(desk, tablet);
});

test('an ended device is notified, disconnected at once, and cannot come back by its tokens', async () => {
  phone = await server.signIn('operator', { deviceId: phone.deviceId });
  const socket = await phone.socket();
  await expect(end(desk, phone)).resolves.toBeNull();
  await socket.next(isPush('SessionEnded'));
  expect(await socket.closed).toBe(4401);
  await expect(phone.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
  const { refreshToken, deviceId } = phone;
  await expect(server.visitor().call(contracts.refreshToken, { refreshToken, deviceId })).rejects.toEqual(
    refusal('sessionEnded'),
  );
  expect((await devicesOf(desk)).map((device) => device.deviceId)).toEqual([desk.deviceId]);
  await expect(end(desk, phone)).rejects.toEqual(refusal('notFound'));
});

test('a contact who ends the last device is seen as gone', async () => {
  const paolo = await addPerson(server);
  const luca = await server.signIn('assisted');
  await luca.call(contracts.addToAddressBook, { contactUniqueId: paolo.contactId });
  const socket = await luca.socket();
  await end(paolo, paolo);
  const { messageContent } = await socket.next(isSeenAs(paolo.contactId, {}));
  expect(messageContent.availability).toBe(1);
  await socket.close();
});

test('nobody can end a device of a colleague, or of another company', async () => {
  const marco = await server.signIn('operator2');
  const elena = await server.signIn('tilesOperator');
  for (const stranger of [marco, elena]) {
    await expect(end(stranger, desk)).rejects.toEqual(refusal('notFound'));
    expect((await devicesOf(stranger)).map(({ deviceId }) => deviceId)).toEqual([stranger.deviceId]);
  }
  await expect(desk.call(contracts.getProfile, {})).resolves.toMatchObject({ name: 'Giulia Ferri' });
});

test('refuses an invalid device id, and names the field', async () => {
  await expect(end(desk, { deviceId: 'a b' })).rejects.toMatchObject({
    code: 400,
    fields: { deviceId: expect.any(String) },
  });
});

test('ending a device makes room for another one', async () => {
  const first = await server.signIn('admin');
  for (let count = 2; count < 5; count += 1) await server.signIn('admin');
  const last = await server.signIn('admin');
  // Refused at the sign-in, once the code is right.
  await expect(server.signIn('admin')).rejects.toEqual(refusal('deviceLimit'));
  await end(first, last);
  await expect(server.signIn('admin')).resolves.toBeDefined();
});
