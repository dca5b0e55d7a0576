import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { isPush, isSeenAs } from '../../../../testing/frames';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const PATH = '/services/devices';
/** Access tokens live longer than this. */
const TEN_MINUTES = 10 * 60_000;

let server: TestServer;
/** At a desk, and with a phone in the pocket. */
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
])('%s %s is for people who are signed in', async (method, path) => {
  const { status, json } = await server.visitor().raw(path, { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

test('one sees one’s own devices: this one first, then those that were there last', async () => {
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
  // That a device is connected is stored just after its socket is ready.
  await expect
    .poll(async () => (await devicesOf(desk)).map(({ deviceId }) => deviceId))
    .toEqual([desk.deviceId, tablet.deviceId, phone.deviceId]);
  await socket.close();
  await end(desk, tablet);
});

test('a device that is ended is told, thrown out at once, and cannot come back by its tokens', async () => {
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

test('others see that who has ended the last device is gone', async () => {
  const paolo = await addPerson(server);
  const luca = await server.signIn('assisted');
  await luca.call(contracts.addToAddressBook, { contactUniqueId: paolo.contactId });
  const socket = await luca.socket();
  await end(paolo, paolo);
  const { messageContent } = await socket.next(isSeenAs(paolo.contactId, {}));
  expect(messageContent.availability).toBe(1);
  await socket.close();
});

test('nobody ends the device of a colleague, nor of somebody of another company', async () => {
  const marco = await server.signIn('operator2');
  const elena = await server.signIn('tilesOperator');
  for (const stranger of [marco, elena]) {
    await expect(end(stranger, desk)).rejects.toEqual(refusal('notFound'));
    expect((await devicesOf(stranger)).map(({ deviceId }) => deviceId)).toEqual([stranger.deviceId]);
  }
  await expect(desk.call(contracts.getProfile, {})).resolves.toMatchObject({ name: 'Giulia Ferri' });
});

test('what cannot be a device is refused, and named', async () => {
  await expect(end(desk, { deviceId: 'a b' })).rejects.toMatchObject({
    code: 400,
    fields: { deviceId: expect.any(String) },
  });
});

test('to end a device makes room for the one that was one too many', async () => {
  const first = await server.signIn('admin');
  for (let count = 2; count < 5; count += 1) await server.signIn('admin');
  const last = await server.signIn('admin');
  // Told at the sign-in, to whoever has the right code.
  await expect(server.signIn('admin')).rejects.toEqual(refusal('deviceLimit'));
  await end(first, last);
  await expect(server.signIn('admin')).resolves.toBeDefined();
});
