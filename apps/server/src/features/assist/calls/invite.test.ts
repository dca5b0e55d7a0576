import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { addRecipients, openText, sealText } from '@earth/crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isPush } from '../../../../testing/frames';
import type { TestSocket } from '../../../../testing/socket';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { type CallCoordinator, createCallCoordinator } from './coordinator';
import { type CallState, endRings } from './transitions';
import { inviteMore } from './invite';
import { createCallReaders } from './readers';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;
let sara: SignedInClient;
let anna: SignedInClient;
const sockets = new Map<SignedInClient, TestSocket>();

beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: '3' });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
  sara = await server.signIn('assisted2');
  anna = await server.signIn('multi');
  for (const person of [luca, giulia, marco, sara, anna]) sockets.set(person, await person.socket());
});
afterAll(() => server.close());
afterEach(async () => {
  for (const person of sockets.keys()) await person.call(contracts.deleteLockedCalls, {});
});

const socketOf = (person: SignedInClient) => {
  const socket = sockets.get(person);
  if (!socket) throw new Error('No socket');
  return socket;
};
async function contactsOf(...people: SignedInClient[]) {
  const ids = new Set(people.map(({ contactId }) => contactId));
  const everybody = await luca.call(contracts.listAddressBook, {});
  const me = await luca.call(contracts.getProfile, {});
  return [me, ...everybody.map(({ contact }) => contact)].filter(({ uniqueId }) => ids.has(uniqueId));
}

/** Luca and Giulia talk; the subject is sealed for them. */
async function talk(subject?: string): Promise<contracts.Call> {
  const sealed = subject ?? (await sealText(1, 'The pump is leaking', await contactsOf(luca, giulia)));
  const { call } = await luca.call(contracts.createCall, {
    subject: sealed,
    targetContacts: [giulia.contactId],
    cryptoSchema: subject === undefined ? 1 : 0,
  });
  await giulia.call(contracts.joinCall, { id: call.uniqueId });
  return call;
}

const statesIn = (targets: readonly contracts.CallTarget[]) =>
  Object.fromEntries(targets.map(({ contact, state }) => [contact.name, state]));
const add = (person: SignedInClient, id: string, ...people: SignedInClient[]) =>
  person.call(contracts.addTargets, { id, targetContacts: people.map(({ contactId }) => contactId) });

test('an invited person rings, reads the subject, and joins; the others are notified', async () => {
  const { uniqueId: id, subject, ringsUntil } = await talk();
  server.clock.advance(60_000);
  const grown = await addRecipients(1, subject, await giulia.reader(), await contactsOf(marco));
  const targets = await giulia.call(contracts.addTargets, {
    id,
    targetContacts: [marco.contactId],
    subject: grown ?? '',
  });
  expect(statesIn(targets)).toEqual({ 'Luca Moretti': 'joined', 'Giulia Ferri': 'joined', 'Marco Bassi': 'ringing' });
  await socketOf(luca).next(isPush('TargetsChanged'));

  const { messageContent } = await socketOf(marco).next(isPush('IncomingCall'));
  expect(messageContent.call.uniqueId).toBe(id);
  expect(await openText(1, messageContent.call.subject, await marco.reader())).toBe('The pump is leaking');
  expect(await openText(1, messageContent.call.subject, await luca.reader())).toBe('The pump is leaking');
  expect(messageContent.call.ringsUntil > ringsUntil).toBe(true);
  expect((await marco.call(contracts.listOnlineCalls, {}))[0]?.uniqueId).toBe(id);

  const { callTargets } = await marco.call(contracts.joinCall, { id });
  expect(statesIn(callTargets)['Marco Bassi']).toBe('joined');
});

test('nobody can rewrite the subject: other text or other keys are refused', async () => {
  const { uniqueId: id, subject } = await talk();
  const everybody = await contactsOf(luca, giulia, marco);
  const request = { id, targetContacts: [marco.contactId] };
  const refused = { code: 400, error: 'envelopeInvalid', message: expect.stringContaining('subject') };
  for (const wrong of [await sealText(1, 'Something else', everybody), 'The pump is leaking', '{}'])
    await expect(giulia.call(contracts.addTargets, { ...request, subject: wrong })).rejects.toMatchObject(refused);

  const { Message, RecipientKeys } = JSON.parse(subject) as { Message: string; RecipientKeys: object[] };
  const useless = [luca, giulia, marco].map(({ contactId }) => ({ CriptedKey: 'AAAA', RecipientId: contactId }));
  await giulia.call(contracts.addTargets, {
    ...request,
    subject: JSON.stringify({ Message, RecipientKeys: useless }),
  });
  const [online] = await marco.call(contracts.listOnlineCalls, {});
  const stored = JSON.parse(online?.subject ?? '{}') as { RecipientKeys: object[] };
  expect(stored.RecipientKeys).toEqual([...RecipientKeys, useless[2]]);
});

test('refuses a subject sealed for anybody except the people of the call and the invited ones', async () => {
  const { uniqueId: id, subject } = await talk();
  const grown = await addRecipients(1, subject, await giulia.reader(), await contactsOf(marco, anna));
  await expect(
    giulia.call(contracts.addTargets, { id, targetContacts: [marco.contactId], subject: grown ?? '' }),
  ).rejects.toMatchObject({ code: 400, error: 'recipientUnknown' });
});

test('leaves the subject as it is if none is sent, also if a person of it does not exist any more', async () => {
  const people = [giulia, marco];
  const { call } = await luca.call(contracts.createCall, {
    subject: await sealText(1, 'The pump is leaking', await contactsOf(luca, ...people)),
    targetContacts: people.map(({ contactId }) => contactId),
    cryptoSchema: 1,
  });
  const { uniqueId: id } = call;
  await giulia.call(contracts.joinCall, { id });
  const { pool } = server.context;
  await pool.query('delete from call_targets where call_id = $1 and contact_id = $2', [id, marco.contactId]);
  expect(statesIn(await add(giulia, id, anna))['Anna Villa']).toBe('ringing');
  expect((await anna.call(contracts.listOnlineCalls, {}))[0]?.subject).toBe(call.subject);
});

/** Invites through Giulia's coordinator, with something else happening beside the transition. */
async function addBeside(
  id: string,
  beside: (apply: () => Promise<unknown>, coordinator: CallCoordinator) => Promise<void>,
) {
  const { context } = server;
  const coordinator = createCallCoordinator(context);
  const apply: CallCoordinator['apply'] = async (callId, step) => {
    let applied: CallState | null = null;
    await beside(async () => {
      applied = await coordinator.apply(callId, step);
    }, coordinator);
    return applied;
  };
  const principal = await context.access.read(giulia.token);
  const targetContacts = [anna.contactId];
  try {
    const deps = { context, coordinator: { ...coordinator, apply }, readers: createCallReaders(context) };
    return await inviteMore(deps, principal, { id, targetContacts });
  } finally {
    coordinator.rings.stopAll();
  }
}

test('an invited person hears of the call before its end, however soon that is', async () => {
  const { uniqueId: id } = await talk('s');
  const notifications: string[] = [];
  await addBeside(id, async (apply, coordinator) => {
    await apply();
    await coordinator.apply(id, (state) => endRings(state, state.call.ringsUntil));
  });
  const isOfCall = (frame: contracts.ServerFrame): frame is Extract<contracts.ServerFrame, { type: 'push' }> =>
    frame.type === 'push' && JSON.stringify(frame).includes(id);
  while (notifications.length < 2) notifications.push((await socketOf(anna).next(isOfCall)).messageType);
  expect(notifications).toEqual(['IncomingCall', 'CallHandledByGroup']);
});

test('two concurrent invitations: both people ring, and both are seen by all', async () => {
  const { uniqueId: id } = await talk('s');
  let tries = 0;
  const targets = await addBeside(id, async (apply) => {
    tries += 1;
    if (tries === 1) await add(luca, id, marco);
    await apply();
  });
  expect(statesIn(targets)).toMatchObject({ 'Marco Bassi': 'ringing', 'Anna Villa': 'ringing' });
  expect(tries).toBe(2);
});

test('inviting a participant, or oneself, is no error and rings nobody', async () => {
  const { uniqueId: id } = await talk('s');
  const targets = await add(giulia, id, luca);
  expect(statesIn(targets)).toEqual({ 'Luca Moretti': 'joined', 'Giulia Ferri': 'joined' });
  expect(socketOf(luca).unread.filter(isPush('IncomingCall'))).toEqual([]);
  await expect(add(giulia, id, giulia)).rejects.toMatchObject({ code: 400, error: 'noTargets' });
});

test('a person who left is called again by those who stayed', async () => {
  const { uniqueId: id } = await talk('s');
  const rings = (frame: contracts.ServerFrame) =>
    isPush('IncomingCall')(frame) && frame.messageContent.call.uniqueId === id;
  await add(giulia, id, marco);
  await socketOf(marco).next(rings);
  await marco.call(contracts.joinCall, { id });
  await marco.call(contracts.leaveCall, { id });
  await add(luca, id, marco);
  await socketOf(marco).next(rings);
  await marco.call(contracts.joinCall, { id });
});

test('refuses to invite into a full call: «Reached the maximum number of participants»', async () => {
  const { uniqueId: id } = await talk('s');
  await add(giulia, id, marco);
  await marco.call(contracts.joinCall, { id });
  await expect(add(giulia, id, anna)).rejects.toMatchObject({
    code: 403,
    error: 'callFull',
    message: 'Reached the maximum number of participants',
  });
});

test('applies the rules of a call to invited people: permitted roles, and the same company', async () => {
  const { uniqueId: id } = await talk('s');
  const elena = await server.signIn('tilesOperator');
  await expect(add(luca, id, sara)).rejects.toMatchObject({ code: 403, error: 'roleMayNotCall' });
  await expect(add(giulia, id, elena)).rejects.toMatchObject({ code: 404, error: 'notFound' });
  expect(statesIn(await add(giulia, id, sara))['Sara Conti']).toBe('ringing');
});

test('leaves the call unchanged if the person is busy or offline', async () => {
  const { uniqueId: id } = await talk('s');
  const other = await sara.call(contracts.createCall, {
    subject: 's',
    targetContacts: [marco.contactId],
    cryptoSchema: 0,
  });
  await marco.call(contracts.joinCall, { id: other.call.uniqueId });
  await expect(add(giulia, id, marco)).rejects.toMatchObject({ code: 409, error: 'targetsBusy' });
  await anna.call(contracts.setAvailability, { availability: contracts.Availability.offline });
  await expect(add(giulia, id, anna)).rejects.toMatchObject({ code: 404, error: 'noTargetReachable' });
  await anna.call(contracts.setAvailability, { availability: contracts.Availability.online });
  expect(await giulia.call(contracts.listParticipants, { id })).toHaveLength(2);
});

test('refuses invitations by a person who only rings, or has left, and into a closed call', async () => {
  const { uniqueId: id } = await talk('s');
  await add(giulia, id, marco);
  await expect(add(marco, id, anna)).rejects.toMatchObject({ code: 403, error: 'notAllowed' });
  await luca.call(contracts.leaveCall, { id });
  await marco.call(contracts.declineCall, { id });
  await expect(add(giulia, id, anna)).rejects.toMatchObject({ code: 410, error: 'callClosed' });
});

test('refuses invitations in a company whose minutes are used up', async () => {
  const { uniqueId: id } = await talk('s');
  const { pool } = server.context;
  await pool.query("update companies set paid_service = true, purchased_minutes = 0 where code = 'DEMO'");
  await expect(add(giulia, id, marco)).rejects.toMatchObject({ code: 403, error: 'serviceUsedUp' });
  await pool.query("update companies set paid_service = false where code = 'DEMO'");
});

test.each([
  ['nobody', []],
  ['somebody who is no id', ['marco']],
  ['more than a call takes', Array.from({ length: 51 }, () => randomUUID())],
])('refuses bad input: %s', async (_, targetContacts) => {
  const { uniqueId: id } = await talk('s');
  await expect(giulia.call(contracts.addTargets, { id, targetContacts })).rejects.toMatchObject({ code: 400 });
});
