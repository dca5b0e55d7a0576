/** Calls reach people whose app is closed: by push, as long as the call rings and no longer. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueCallPushes } from '../src/features/assist/calls/notifications';
import { decline, leave, open } from '../src/features/assist/calls/transitions';
import { contactOf } from '../testing/contacts';
import { addCompany, addDevice, addPerson } from '../testing/crowd';
import type { Arrival, PushService } from '../testing/push-service';
import { type PushWorld, startPushWorld } from '../testing/push-world';
import { refusal, type SignedInClient, type TestServer } from '../testing/start-test-server';

const DAY_SECONDS = 24 * 3600;
const HOUR_MS = 3_600_000;

let world: PushWorld;
let service: PushService;
let server: TestServer;
beforeAll(async () => {
  world = await startPushWorld({ MAX_USERS_IN_CALL: '-1' });
  ({ server, service } = world);
});
afterAll(() => world.close());

/** The app is closed on all devices of a person. */
const closeApp = ({ contactId }: SignedInClient) =>
  server.context.pool.query('update contacts set last_seen_at = null where id = $1', [contactId]);

/** A person who can only be reached by push. */
async function addSleeper(host?: string) {
  const client = await addPerson(server);
  await closeApp(client);
  return { client, browser: await world.subscribe(client, host) };
}

async function ring(caller: SignedInClient, ...targets: SignedInClient[]): Promise<string> {
  const targetContacts = targets.map((target) => target.contactId);
  const { call } = await caller.call(contracts.createCall, { subject: 'The pump', targetContacts, cryptoSchema: 0 });
  return call.uniqueId;
}

const ttlOf = ({ headers }: Arrival) => Number(headers['ttl']);

test('a call rings on devices with a closed app, and only they can read its subject', async () => {
  const luca = await server.signIn('assisted');
  const phone = await server.signIn('operator');
  const desk = await addDevice(server, phone.contactId);
  await closeApp(phone);
  const [onPhone, onDesk] = [await world.subscribe(phone), await world.subscribe(desk)];
  const giulia = await contactOf(luca, 'operator');
  expect(giulia.availability).toBe(contracts.Availability.offline);

  const subject = await sealText(1, 'The feed pump is leaking', [giulia]);
  const { call } = await luca.call(contracts.createCall, {
    subject,
    targetContacts: [phone.contactId],
    cryptoSchema: 1,
  });
  const arrival = await service.arrived(onPhone.path);
  const { messageType, messageContent } = onPhone.read(arrival);
  expect([messageType, messageContent]).toEqual([
    'IncomingCall',
    {
      call: {
        uniqueId: call.uniqueId,
        callerUniqueId: luca.contactId,
        startDate: call.startDate,
        ringsUntil: call.ringsUntil,
        cryptoSchema: 1,
        subject,
      },
      caller: { uniqueId: luca.contactId, name: 'Luca Moretti' },
    },
  ]);
  expect(await openText(1, subject, await phone.reader())).toBe('The feed pump is leaking');
  expect(ttlOf(arrival)).toBeGreaterThan(20);
  expect(ttlOf(arrival)).toBeLessThanOrEqual(30);
  await service.arrived(onDesk.path);

  await phone.call(contracts.joinCall, { id: call.uniqueId });
  const handled = await service.arrived(onDesk.path, 2);
  expect(onDesk.read(handled)).toEqual({
    messageType: 'CallHandledByGroup',
    messageContent: { callUniqueId: call.uniqueId, contactUniqueId: phone.contactId, deviceId: phone.deviceId },
  });
  expect(handled.headers.topic).toBe(arrival.headers.topic);
  await phone.call(contracts.leaveCall, { id: call.uniqueId });
  expect(service.at(onPhone.path)).toHaveLength(1);
});

test('does not push a plain subject', async () => {
  const caller = await addPerson(server);
  const { client, browser } = await addSleeper();
  await ring(caller, client);
  const text = browser.open(await service.arrived(browser.path));
  expect(text).toContain('IncomingCall');
  expect(text).not.toContain('The pump');
  await caller.call(contracts.deleteLockedCalls, {});
});

test('does not push a long sealed subject, and the call still rings', async () => {
  const luca = await server.signIn('assisted');
  const phone = await server.signIn('operator');
  await closeApp(phone);
  const browser = await world.subscribe(phone);
  const envelope = JSON.parse(await sealText(1, 's', [await contactOf(luca, 'operator')])) as object;
  const { call } = await luca.call(contracts.createCall, {
    subject: JSON.stringify({ ...envelope, Unknown: '€'.repeat(1300) }),
    targetContacts: [phone.contactId],
    cryptoSchema: 1,
  });
  const { messageType, messageContent } = browser.read(await service.arrived(browser.path));
  expect(messageType).toBe('IncomingCall');
  expect(messageContent).toMatchObject({ call: { uniqueId: call.uniqueId } });
  expect(messageContent).not.toHaveProperty('call.subject');
  await phone.call(contracts.declineCall, { id: call.uniqueId });
});

test('a hang-up replaces the queued ring with a missed call', async () => {
  const caller = await addPerson(server);
  const { client, browser } = await addSleeper();
  service.replies.set(browser.path, { status: 503, headers: { 'retry-after': '5' } });
  const id = await ring(caller, client);
  expect(browser.read(await service.arrived(browser.path)).messageType).toBe('IncomingCall');
  service.replies.delete(browser.path);
  await caller.call(contracts.leaveCall, { id });
  const ended = await service.arrived(browser.path, 2);
  expect(browser.read(ended)).toEqual({ messageType: 'EndedCall', messageContent: { callUniqueId: id } });
  expect(ttlOf(ended)).toBeGreaterThan(DAY_SECONDS - 60);
});

test('a restart in the middle of a ring loses no push', async () => {
  const caller = await addPerson(server);
  const { client, browser } = await addSleeper();
  service.replies.set(browser.path, { status: 503 });
  const id = await ring(caller, client);
  await service.arrived(browser.path);
  service.replies.delete(browser.path);
  await server.restart();
  const again = browser.read(await service.arrived(browser.path, 2));
  expect(again).toMatchObject({ messageType: 'IncomingCall', messageContent: { call: { uniqueId: id } } });
  await client.call(contracts.declineCall, { id });
});

test('a contact with a push token can be reached, unless they chose not to be or have signed out', async () => {
  const caller = await addPerson(server);
  const person = await addPerson(server);
  await closeApp(person);
  const reached = () => ring(caller, person).then((id) => caller.call(contracts.leaveCall, { id }));
  await expect(reached()).rejects.toEqual(refusal('noTargetReachable'));

  await world.subscribe(person);
  await reached();
  await person.call(contracts.setAvailability, { availability: contracts.Availability.offline });
  await expect(reached()).rejects.toEqual(refusal('noTargetReachable'));
  await person.call(contracts.setAvailability, { availability: contracts.Availability.online });
  await reached();

  await person.call(contracts.signOut, {});
  await expect(reached()).rejects.toEqual(refusal('noTargetReachable'));
});

test('a device that is gone is not pushed to again', async () => {
  const caller = await addPerson(server);
  const { client, browser } = await addSleeper();
  service.replies.set(browser.path, { status: 410 });
  await caller.call(contracts.leaveCall, { id: await ring(caller, client) });
  const tokens = async () => {
    const { pool } = server.context;
    return (await pool.query('select 1 from push_tokens where address = $1', [browser.endpoint])).rowCount;
  };
  await expect.poll(tokens).toBe(0);
  await expect(ring(caller, client)).rejects.toEqual(refusal('noTargetReachable'));
});

test('«Call for help» reaches a company whose controllers all have the app closed', async () => {
  const companyCode = await addCompany(server);
  const caller = await addPerson(server, { companyCode, role: 'ASSISTED' });
  const helper = await addPerson(server, { companyCode });
  await closeApp(helper);
  const browser = await world.subscribe(helper);
  const { call } = await caller.call(contracts.createCall, {
    subject: 's',
    targetContacts: [],
    forHelp: true,
    cryptoSchema: 0,
  });
  const { messageType } = browser.read(await service.arrived(browser.path));
  expect(messageType).toBe('IncomingCall');
  await helper.call(contracts.joinCall, { id: call.uniqueId });
  await caller.call(contracts.leaveCall, { id: call.uniqueId });
});

test('people who are invited into a call are rung by push too', async () => {
  const [caller, first] = [await addPerson(server), await addPerson(server)];
  const { client, browser } = await addSleeper();
  const id = await ring(caller, first);
  await first.call(contracts.joinCall, { id });
  await caller.call(contracts.addTargets, { id, targetContacts: [client.contactId] });
  const { messageType } = browser.read(await service.arrived(browser.path));
  expect(messageType).toBe('IncomingCall');
  await client.call(contracts.declineCall, { id });
  await first.call(contracts.leaveCall, { id });
});

test('a hanging push service delays neither the call nor the others', async () => {
  const caller = await addPerson(server);
  const slow = await addSleeper('slow.example');
  const other = await addSleeper();
  service.replies.set(slow.browser.path, null);
  const id = await ring(caller, slow.client, other.client);
  await service.arrived(slow.browser.path);
  await service.arrived(other.browser.path);
  await caller.call(contracts.leaveCall, { id });
  expect(other.browser.read(await service.arrived(other.browser.path, 2)).messageType).toBe('EndedCall');
});

test('A4.13: an iPhone that rings by VoIP is told that the ring is over, until it stops by itself', async () => {
  const phone = await addPerson(server);
  const { pool, db } = server.context;
  // This server has no keys of Apple, with which the token could be registered.
  await pool.query(
    `insert into push_tokens (id, session_id, kind, address, host)
     select gen_random_uuid(), id, 'voip', $2, 'apns' from sessions where contact_id = $1`,
    [phone.contactId, phone.contactId],
  );
  const startedAt = new Date(server.clock.now().getTime() + HOUR_MS);
  const context = {
    ...server.context,
    clock: { now: () => startedAt },
    pushAdapters: { of: { voip: { send: () => Promise.reject(new Error('not used')) } }, close: () => undefined },
  };
  const caller = { contactId: randomUUID(), deviceId: 'desk' };
  const begin = (seconds: number) => {
    const ringsUntil = new Date(startedAt.getTime() + seconds * 1000);
    const made = { id: randomUUID(), companyId: randomUUID(), subject: '', productCode: null, instant: true };
    const call = { ...made, forHelp: false, cryptoSchema: 0 as const, startedAt, ringsUntil };
    return open(call, caller, [{ contactId: phone.contactId, isReachable: true, isBusy: false }]);
  };
  const [hungUp, declined, over] = [begin(30), begin(30), begin(0)];
  await queueCallPushes(context, db, [
    { before: hungUp, after: leave(hungUp, caller, startedAt) },
    // On this device: it knows.
    { before: declined, after: decline(declined, phone, startedAt) },
    { before: over, after: leave(over, caller, startedAt) },
  ]);
  const { rows } = await pool.query<{ topic: string; type: string; until: Date }>(
    `select topic, message_type as type, push_queue.expires_at as until from push_queue
     join push_tokens on push_tokens.id = token_id where kind = 'voip'`,
  );
  expect(rows).toEqual([{ topic: hungUp.call.id, type: 'EndedCall', until: hungUp.call.ringsUntil }]);
  await pool.query("delete from push_tokens where kind = 'voip'");
});
