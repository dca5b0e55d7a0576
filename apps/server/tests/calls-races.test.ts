/** Concurrent requests: of two people who act at the same moment, one comes first. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCompany, addDevice, addPerson } from '../testing/crowd';
import { isPush } from '../testing/frames';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

const PLACES = 4;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: String(PLACES) });
});
afterAll(() => server.close());

async function ring(caller: SignedInClient, ...targets: SignedInClient[]): Promise<string> {
  const targetContacts = targets.map((target) => target.contactId);
  const { call } = await caller.call(contracts.createCall, { subject: 's', targetContacts, cryptoSchema: 0 });
  return call.uniqueId;
}

const some = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make());
  return made;
};

/** The result of each: `in`, or the error's name. */
const outcomes = (asked: readonly Promise<unknown>[]): Promise<string[]> =>
  Promise.all(
    asked.map((answer) =>
      answer.then(
        () => 'in',
        (error: { error?: string }) => error.error ?? 'unknown',
      ),
    ),
  );

test('of ten people who race for the last places, just as many join as there are places', async () => {
  const caller = await addPerson(server);
  const racers = await some(10, () => addPerson(server));
  const id = await ring(caller, ...racers);

  const fared = await outcomes(racers.map((racer) => racer.call(contracts.joinCall, { id })));

  expect(fared.filter((one) => one === 'in')).toHaveLength(PLACES - 1);
  expect(fared.filter((one) => one === 'callFull')).toHaveLength(10 - (PLACES - 1));
  const people = await caller.call(contracts.listParticipants, { id });
  expect(people.filter((one) => one.state === 'joined')).toHaveLength(PLACES);
  expect(people.filter((one) => one.state === 'full')).toHaveLength(10 - (PLACES - 1));
});

test('of ten people who race to help, one joins, however many places there are', async () => {
  const company = await addCompany(server);
  const caller = await addPerson(server, { role: 'ASSISTED', companyCode: company });
  const helpers = await some(10, () => addPerson(server, { companyCode: company }));
  const request = { subject: 's', targetContacts: [], cryptoSchema: 0 as const, forHelp: true };
  const { call } = await caller.call(contracts.createCall, request);
  const id = call.uniqueId;

  const fared = await outcomes(helpers.map((helper) => helper.call(contracts.joinCall, { id })));

  expect(fared.filter((one) => one === 'in')).toHaveLength(1);
  expect(fared.filter((one) => one === 'callTaken')).toHaveLength(9);
  const people = await caller.call(contracts.listParticipants, { id });
  expect(people.filter((one) => one.state === 'joined')).toHaveLength(2);
});

test('two people call each other at once: one of the calls rings, the other finds its target busy', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [one, other] = [await addPerson(server), await addPerson(server)];
    const fared = await outcomes([ring(one, other), ring(other, one)]);
    expect(fared.toSorted()).toEqual(['in', 'targetsBusy']);
    const [caller, callee] = fared[0] === 'in' ? [one, other] : [other, one];
    const [call] = await callee.call(contracts.listOnlineCalls, {});
    expect(call?.callerUniqueId).toBe(caller.contactId);
  }
});

test('two devices of one person race: one answers, the other stops ringing', async () => {
  const caller = await addPerson(server);
  const phone = await addPerson(server);
  const desk = await addDevice(server, phone.contactId);
  const sockets = { [phone.deviceId]: await phone.socket(), [desk.deviceId]: await desk.socket() };
  const id = await ring(caller, phone);

  const devices = [phone, desk];
  const fared = await outcomes(devices.map((device) => device.call(contracts.joinCall, { id })));

  expect(fared.toSorted()).toEqual(['callFull', 'in']);
  const [winner, loser] = fared[0] === 'in' ? [phone, desk] : [desk, phone];
  const handled = await sockets[loser.deviceId]?.next(isPush('CallHandledByGroup'));
  expect(handled?.messageContent).toEqual({
    callUniqueId: id,
    contactUniqueId: phone.contactId,
    deviceId: winner.deviceId,
  });
  await loser.call(contracts.leaveCall, { id });
  await loser.call(contracts.deleteLockedCalls, {});
  const people = await caller.call(contracts.listParticipants, { id });
  expect(people.filter((one) => one.state === 'joined')).toHaveLength(2);
  await winner.call(contracts.leaveCall, { id });
});

test('accepting and hanging up at once leaves the call either open with both or closed for both', async () => {
  const caller = await addPerson(server);
  const target = await addPerson(server);
  for (let round = 0; round < 8; round += 1) {
    const id = await ring(caller, target);
    const [accepted] = await outcomes([
      target.call(contracts.joinCall, { id }),
      caller.call(contracts.leaveCall, { id }),
    ]);
    const { items } = await caller.call(contracts.listCalls, { pageSize: 1 });
    expect(items[0]).toMatchObject({ state: 'closed', reason: accepted === 'in' ? 'answered' : 'left' });
    expect(['in', 'callClosed']).toContain(accepted);
  }
});

test('all decline at once: the call ends, and each is notified once', async () => {
  const caller = await addPerson(server);
  const callerSocket = await caller.socket();
  const targets = await some(6, () => addPerson(server));
  const id = await ring(caller, ...targets);

  await Promise.all(targets.map((target) => target.call(contracts.declineCall, { id })));

  await callerSocket.next(isPush('EndedCall'));
  const refused = callerSocket.unread.filter(isPush('TargetRefused'));
  expect(new Set(refused.map((frame) => frame.messageContent.contactUniqueId)).size).toBe(6);
  expect(refused).toHaveLength(6);
  expect(callerSocket.unread.filter(isPush('EndedCall'))).toEqual([]);
  const { items } = await caller.call(contracts.listCalls, { pageSize: 1 });
  expect(items[0]).toMatchObject({ reason: 'declined' });
});

test('an addition while the call ends is either stored or refused, never lost', async () => {
  const caller = await addPerson(server);
  const target = await addPerson(server);
  const id = await ring(caller, target);
  await target.call(contracts.joinCall, { id });
  const words = Array.from({ length: 12 }, (_, index) => `word ${index}`);

  const answers = words.map((message) => target.call(contracts.sendCallMessage, { id, message, cryptoSchema: 0 }));
  const [fared] = await Promise.all([outcomes(answers), caller.call(contracts.leaveCall, { id })]);

  const accepted = words.filter((_, index) => fared[index] === 'in');
  const stored = (await target.call(contracts.listCallMessages, { id })).map((message) => message.message);
  expect(stored.toSorted()).toEqual(accepted.toSorted());
  expect(fared.filter((one) => one !== 'in').every((one) => one === 'callClosed')).toBe(true);
});

test('A8.7: a second request of the history during the first is a 409 «getCallHistory already in progress»', async () => {
  const caller = await addPerson(server);
  const ask = () => caller.call(contracts.listCalls, {});
  const held = await server.context.pool.connect();
  await held.query('begin');
  await held.query('lock table call_targets in access exclusive mode');
  // Both wait for the lock: one of them is refused.
  const both = [ask(), ask()];
  const refused = Promise.race(both.map((asked) => asked.catch((error: unknown) => error)));
  expect(await refused).toMatchObject({
    code: 409,
    message: expect.stringContaining('getCallHistory already in progress'),
  });
  await held.query('rollback');
  held.release();

  const outcome = await Promise.allSettled(both);
  expect(outcome.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await ask()).toEqual({ items: [], total: 0 });
});

test('of six people who choose one id for their calls at once, one gets it', async () => {
  const callers = await some(6, () => addPerson(server));
  const target = await addPerson(server);
  const request = {
    uniqueId: randomUUID(),
    subject: 's',
    targetContacts: [target.contactId],
    cryptoSchema: 0 as const,
  };

  const fared = await outcomes(callers.map((caller) => caller.call(contracts.createCall, request)));

  expect(fared.toSorted()).toEqual(['in', ...Array.from({ length: 5 }, () => 'invalidInput')]);
  expect(await target.call(contracts.listOnlineCalls, {})).toMatchObject([{ uniqueId: request.uniqueId }]);
});
