/** Calls over time: rings end, people whose devices are gone are removed, minutes are counted. */
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallReaper } from '../src/features/assist/calls/reaper';
import { createCallCoordinator } from '../src/features/assist/calls/coordinator';
import { addCompany, addDevice, addPerson } from '../testing/crowd';
import { isPush } from '../testing/frames';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

let server: TestServer;
/** A server with a short ring. */
let hasty: TestServer;
beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: '-1' });
  hasty = await startTestServer({ MAX_USERS_IN_CALL: '-1', CALL_TIMEOUT_SECONDS: '2' });
});
afterAll(async () => {
  await server.close();
  await hasty.close();
});

async function ring(caller: SignedInClient, ...targets: SignedInClient[]): Promise<string> {
  const targetContacts = targets.map((target) => target.contactId);
  const { call } = await caller.call(contracts.createCall, { subject: 's', targetContacts, cryptoSchema: 0 });
  return call.uniqueId;
}

async function talk(caller: SignedInClient, ...targets: SignedInClient[]): Promise<string> {
  const id = await ring(caller, ...targets);
  for (const target of targets) await target.call(contracts.joinCall, { id });
  return id;
}

/** The periodic work of the server. */
const round = () => createCallReaper(server.context, createCallCoordinator(server.context)).round();

const latest = async (person: SignedInClient) => (await person.call(contracts.listCalls, { pageSize: 1 })).items[0];

test('ends a ring when its time is over, for the caller and for the targets', async () => {
  const caller = await addPerson(hasty);
  const target = await addPerson(hasty);
  const sockets = [await caller.socket(), await target.socket()];
  const startedAt = performance.now();
  const id = await ring(caller, target);

  for (const socket of sockets) {
    const { messageContent } = await socket.next(isPush('EndedCall'));
    expect(messageContent).toEqual({ callUniqueId: id });
  }
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  expect(await latest(target)).toMatchObject({
    state: 'closed',
    reason: 'missed',
    participants: [{ state: 'left' }, { state: 'missed' }],
  });
  await expect(target.call(contracts.joinCall, { id })).rejects.toMatchObject({ code: 410 });
});

test('if others talk, the ring of the rest ends, and the talk goes on', async () => {
  const caller = await addPerson(hasty);
  const answering = await addPerson(hasty);
  const silent = await addPerson(hasty);
  const silentSocket = await silent.socket();
  const id = await ring(caller, answering, silent);
  await answering.call(contracts.joinCall, { id });

  const handled = await silentSocket.next(isPush('CallHandledByGroup'));
  expect(handled.messageContent).toEqual({ callUniqueId: id, contactUniqueId: null, deviceId: null });
  const people = await caller.call(contracts.listParticipants, { id });
  expect(people.map((one) => one.state).toSorted()).toEqual(['joined', 'joined', 'missed']);
  await silent.call(contracts.joinCall, { id });
});

test('an answered ring does not end later', async () => {
  const caller = await addPerson(server);
  const target = await addPerson(server);
  const id = await talk(caller, target);
  server.clock.advance(31_000);
  await round();
  expect(await latest(caller)).toMatchObject({ call: { uniqueId: id }, state: 'open' });
});

test('ends a ring whose timer was lost', async () => {
  const caller = await addPerson(server);
  const target = await addPerson(server);
  const id = await ring(caller, target);
  server.clock.advance(30_000);
  await round();
  expect(await latest(caller)).toMatchObject({ call: { uniqueId: id }, reason: 'missed' });
});

test('ends a ring although its timer is a moment early', async () => {
  const caller = await addPerson(server);
  const target = await addPerson(server);
  const callerSocket = await caller.socket();
  const id = await ring(caller, target);
  const until = new Date((await latest(caller))?.call.ringsUntil ?? '');
  const early = new Date(until.getTime() - 1);
  createCallCoordinator({ ...server.context, clock: { now: () => early } }).rings.start(id, until);
  const { messageContent } = await callerSocket.next(isPush('EndedCall'));
  expect(messageContent).toEqual({ callUniqueId: id });
});

test('a contact without socket and ping for 90 seconds is removed from the call, and not busy any more', async () => {
  const caller = await addPerson(server);
  const target = await addPerson(server);
  const callerSocket = await caller.socket();
  const targetSocket = await target.socket();
  const id = await talk(caller, target);

  await targetSocket.close();
  server.clock.advance(contracts.PRESENCE_TIMEOUT_MS - 10_000);
  await round();
  expect(await latest(caller)).toMatchObject({ state: 'open' });

  server.clock.advance(10_000);
  await round();
  const { messageContent } = await callerSocket.next(isPush('EndedCall'));
  expect(messageContent).toEqual({ callUniqueId: id, reason: 'failed' });
  expect(await latest(target)).toMatchObject({ state: 'closed', reason: 'failed' });
});

test('a ping is enough of a sign of life', async () => {
  const caller = await addPerson(server);
  const target = await addPerson(server);
  await caller.socket();
  await talk(caller, target);
  for (let minute = 0; minute < 3; minute += 1) {
    server.clock.advance(60_000);
    await target.call(contracts.ping, {});
    await round();
  }
  expect(await latest(caller)).toMatchObject({ state: 'open' });
});

test('another device of the same person does not keep a dead one in the call', async () => {
  const caller = await addPerson(server);
  const phone = await addPerson(server);
  const desk = await addDevice(server, phone.contactId);
  await caller.socket();
  const phoneSocket = await phone.socket();
  await desk.socket();
  const id = await talk(caller, phone);
  await phoneSocket.close();

  server.clock.advance(contracts.PRESENCE_TIMEOUT_MS);
  await round();
  expect(await latest(caller)).toMatchObject({ call: { uniqueId: id }, state: 'closed' });
});

test('a device that signs out leaves its calls', async () => {
  const caller = await addPerson(server);
  const target = await addPerson(server);
  const callerSocket = await caller.socket();
  const id = await talk(caller, target);
  await target.call(contracts.signOut, {});
  const { messageContent } = await callerSocket.next(isPush('EndedCall'));
  expect(messageContent).toEqual({ callUniqueId: id });
});

test('a device that is gone is replaced by another one of the same person', async () => {
  const caller = await addPerson(server);
  const phone = await addPerson(server);
  const desk = await addDevice(server, phone.contactId);
  const phoneSocket = await phone.socket();
  const id = await talk(caller, phone);
  server.clock.advance(20_000);
  await expect(desk.call(contracts.joinCall, { id })).rejects.toMatchObject({ error: 'callFull' });

  await phoneSocket.close();
  await expect.poll(() => desk.call(contracts.joinCall, { id }).catch(() => null)).not.toBeNull();
  await phone.call(contracts.leaveCall, { id });
  expect(await latest(caller)).toMatchObject({ state: 'open' });
});

test('a night without a running server counts neither as talk nor as minutes', async () => {
  const { pool } = hasty.context;
  const code = await addCompany(hasty);
  await pool.query('update companies set paid_service = true, purchased_minutes = 100 where code = $1', [code]);
  const caller = await addPerson(hasty, { companyCode: code });
  const target = await addPerson(hasty, { companyCode: code });
  const id = await talk(caller, target);
  hasty.clock.advance(60_000);
  for (const person of [caller, target]) await person.call(contracts.ping, {});

  hasty.clock.advance(10 * 3600_000);
  await hasty.restart();
  hasty.clock.advance(contracts.PRESENCE_TIMEOUT_MS);
  await createCallReaper(hasty.context, createCallCoordinator(hasty.context)).round();

  const morning = await addDevice(hasty, caller.contactId);
  const item = await latest(morning);
  expect(item).toMatchObject({ call: { uniqueId: id }, state: 'closed', reason: 'failed' });
  expect(item?.durationSeconds).toBeGreaterThanOrEqual(60);
  expect(item?.durationSeconds).toBeLessThan(75);
  const { serviceUsageMinutes } = await morning.call(contracts.getProfile, {});
  expect(serviceUsageMinutes).toBeGreaterThanOrEqual(1);
  expect(serviceUsageMinutes).toBeLessThan(1.25);
});

test('counts the minutes of the caller’s company once, if it pays for them', async () => {
  const { pool } = server.context;
  const usedMinutes = async () => {
    const { rows } = await pool.query<{ code: string; used: number }>(
      'select code, used_minutes as used from companies order by code',
    );
    return Object.fromEntries(rows.map((row) => [row.code, row.used]));
  };
  const caller = await addPerson(server);
  const first = await addPerson(server);
  const second = await addPerson(server);
  const before = await usedMinutes();
  await talk(caller, first);
  await caller.call(contracts.deleteLockedCalls, {});
  expect(await usedMinutes()).toEqual(before);

  await pool.query(
    `update companies set paid_service = true, purchased_minutes = used_minutes + 10 where code = 'DEMO'`,
  );
  const id = await talk(caller, first, second);
  server.clock.advance(9 * 60_000);
  for (const person of [second, first, caller]) await person.call(contracts.leaveCall, { id });
  const used = ((await usedMinutes()).DEMO ?? 0) - (before.DEMO ?? 0);
  expect(used).toBeGreaterThanOrEqual(9);
  expect(used).toBeLessThan(9.5);

  await pool.query(`update companies set expires_at = $1 where code = 'DEMO'`, [server.clock.now()]);
  const expired = { subject: 's', targetContacts: [first.contactId], cryptoSchema: 0 as const };
  await expect(caller.call(contracts.createCall, expired)).rejects.toMatchObject({ code: 403, error: 'serviceUsedUp' });
  await pool.query(`update companies set expires_at = null, used_minutes = purchased_minutes where code = 'DEMO'`);
  await expect(caller.call(contracts.createCall, expired)).rejects.toMatchObject({ error: 'serviceUsedUp' });
  await pool.query(`update companies set paid_service = false where code = 'DEMO'`);
});

test('A5.7: refuses a call if the role may not call', async () => {
  const { pool } = server.context;
  const mute = await addPerson(server);
  const target = await addPerson(server);
  await pool.query('update contacts set allowed_to_call = false where id = $1', [mute.contactId]);
  const request = { subject: 's', targetContacts: [target.contactId], cryptoSchema: 0 as const };
  await expect(mute.call(contracts.createCall, request)).rejects.toMatchObject({ code: 403, error: 'roleMayNotCall' });
});

test('A5.6: refuses calls if the setting for calls is off', async () => {
  const silent = await startTestServer({ CALLS_ENABLED: 'false' });
  try {
    const operator = await silent.signIn('operator');
    await expect(
      operator.call(contracts.createCall, { subject: 's', targetContacts: [operator.contactId], cryptoSchema: 0 }),
    ).rejects.toMatchObject({ code: 403, error: 'callsOff' });
    await expect(operator.call(contracts.joinCall, { id: silent.context.random.id() })).rejects.toMatchObject({
      code: 403,
      error: 'callsOff',
    });
  } finally {
    await silent.close();
  }
});
