import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { sealText } from '@earth/crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { isPush } from '../../../../testing/frames';
import { createOnline } from '../../../../testing/online';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;
/** Registered before the clean-up of the tests, so that sockets close last. */
const online = createOnline();

beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: '3' });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
});
afterAll(() => server.close());

/** Clean-up after every test: all calls are left. */
afterEach(async () => {
  for (const person of [luca, giulia, marco]) await person.call(contracts.deleteLockedCalls, {});
});

const plain = (...targets: SignedInClient[]) => ({
  subject: 'The pump is leaking',
  targetContacts: targets.map((target) => target.contactId),
  cryptoSchema: 0 as const,
});

const statesIn = (targets: readonly contracts.CallTarget[]) =>
  Object.fromEntries(targets.map((target) => [target.contact.name, target.state]));

async function statesOf(person: SignedInClient, callId: string) {
  return statesIn(await person.call(contracts.listParticipants, { id: callId }));
}

test('rings the people who can be reached, and lets the caller in', async () => {
  const giuliaSocket = await online(giulia);
  const { call, participant } = await luca.call(contracts.createCall, { ...plain(giulia), productCode: 'P-204' });

  expect(call).toMatchObject({ subject: 'The pump is leaking', productCode: 'P-204', isInstantCall: true });
  expect(statesIn(call.targets)).toEqual({ 'Luca Moretti': 'joined', 'Giulia Ferri': 'ringing' });
  expect(call.caller).toMatchObject({ uniqueId: luca.contactId, inCall: true });
  expect(participant).toMatchObject({ provider: 'mesh', iceServers: [], callTargets: call.targets });
  const [mine, hers] = call.targets.map((target) => target.annotationsColor);
  expect(participant.annotationsColor).toBe(mine);
  expect(hers).not.toBe(mine);

  const { messageContent } = await giuliaSocket.next(isPush('IncomingCall'));
  expect(messageContent.call).toMatchObject({ uniqueId: call.uniqueId, subject: call.subject, targets: call.targets });
  expect(messageContent.caller).toEqual(call.caller);
  expect(await giulia.call(contracts.listOnlineCalls, {})).toMatchObject([{ uniqueId: call.uniqueId }]);
});

test('A5.3: the caller is one of the targets; naming the caller, or a target twice, changes nothing', async () => {
  await online(giulia);
  const { call } = await luca.call(contracts.createCall, {
    ...plain(),
    targetContacts: [luca.contactId, giulia.contactId, giulia.contactId.toUpperCase()],
  });
  expect(Object.keys(statesIn(call.targets))).toEqual(['Luca Moretti', 'Giulia Ferri']);
});

test('passes a sealed subject on unchanged', async () => {
  await online(giulia);
  const people = await luca.call(contracts.listAddressBook, {});
  const profile = await luca.call(contracts.getProfile, {});
  const recipients = [profile, ...people.map((entry) => entry.contact)].filter((person) =>
    [luca.contactId, giulia.contactId].includes(person.uniqueId),
  );
  const subject = await sealText(1, 'The pump is leaking', recipients);
  const { call } = await luca.call(contracts.createCall, { ...plain(giulia), subject, cryptoSchema: 1 });
  expect(call).toMatchObject({ subject, cryptoSchema: 1 });
});

test('refuses a subject that is not sealed, or sealed for another person', async () => {
  await online(giulia);
  const request = { ...plain(giulia), cryptoSchema: 1 as const };
  await expect(luca.call(contracts.createCall, request)).rejects.toMatchObject({
    code: 400,
    error: 'envelopeInvalid',
    message: expect.stringContaining('subject'),
  });
  const people = await luca.call(contracts.listAddressBook, {});
  const subject = await sealText(
    1,
    'secret',
    people.map((entry) => entry.contact),
  );
  await expect(luca.call(contracts.createCall, { ...request, subject })).rejects.toMatchObject({
    code: 400,
    error: 'recipientUnknown',
  });
});

test.each([
  ['no target', { targetContacts: [] }, { code: 400, error: 'noTargets' }],
  ['a target that is no id', { targetContacts: ['giulia'] }, { code: 400, error: 'invalidInput' }],
  ['a target that does not exist', { targetContacts: [randomUUID()] }, { code: 404, error: 'notFound' }],
  ['more targets than a call has', { targetContacts: Array.from({ length: 51 }, () => randomUUID()) }, { code: 400 }],
  ['an empty subject', { subject: '' }, { code: 400, fields: { subject: expect.any(String) } }],
  ['a subject that is too long', { subject: 'x'.repeat(contracts.SEALED_TEXT_MAX + 1) }, { code: 400 }],
  ['an unknown scheme', { cryptoSchema: 3 as 1 }, { code: 400, fields: { cryptoschema: expect.any(String) } }],
  [
    'an unknown product',
    { productCode: 'P-999' },
    { code: 400, fields: { productCode: expect.stringContaining('productCode') } },
  ],
])('refuses a call with %s', async (_, wrong, expected) => {
  await online(giulia);
  await expect(luca.call(contracts.createCall, { ...plain(giulia), ...wrong })).rejects.toMatchObject(expected);
  expect(await giulia.call(contracts.listOnlineCalls, {})).toEqual([]);
});

test('calls only contacts of the own company, and controllers only for field users', async () => {
  const elena = await server.signIn('tilesOperator');
  const sara = await server.signIn('assisted2');
  await online(elena);
  await online(sara);
  await expect(luca.call(contracts.createCall, plain(elena))).rejects.toMatchObject({ code: 404, error: 'notFound' });
  await expect(luca.call(contracts.createCall, plain(sara))).rejects.toMatchObject({
    code: 403,
    error: 'roleMayNotCall',
  });
  const { call } = await giulia.call(contracts.createCall, plain(sara));
  expect(call.targets).toHaveLength(2);
});

test('refuses a call to a contact who is not online, and stores the attempt', async () => {
  const absent = await addPerson(server);
  await server.context.pool.query('update contacts set last_seen_at = null where id = $1', [absent.contactId]);
  await expect(luca.call(contracts.createCall, plain(absent))).rejects.toMatchObject({
    code: 404,
    error: 'noTargetReachable',
  });
  const { items } = await luca.call(contracts.listCalls, {});
  expect(items[0]).toMatchObject({ state: 'closed', reason: 'unreachable', durationSeconds: 0 });
  expect(items[0]?.participants.map((one) => one.state)).toEqual(['left', 'unreachable']);
});

test('does not ring a contact who chose to be offline', async () => {
  const giuliaSocket = await online(giulia);
  await giulia.call(contracts.setAvailability, { availability: contracts.Availability.offline });
  await expect(luca.call(contracts.createCall, plain(giulia))).rejects.toMatchObject({ error: 'noTargetReachable' });
  expect(giuliaSocket.unread.filter(isPush('IncomingCall'))).toEqual([]);
  await giulia.call(contracts.setAvailability, { availability: contracts.Availability.online });
});

test('a contact in another call is busy; the others ring', async () => {
  await online(giulia);
  const marcoSocket = await online(marco);
  const sara = await server.signIn('assisted2');
  const { call } = await sara.call(contracts.createCall, plain(giulia));
  await giulia.call(contracts.joinCall, { id: call.uniqueId });

  await expect(luca.call(contracts.createCall, plain(giulia))).rejects.toMatchObject({
    code: 409,
    error: 'targetsBusy',
  });
  const { items } = await luca.call(contracts.listCalls, { pageSize: 1 });
  expect(items[0]).toMatchObject({ reason: 'busy' });

  const second = await luca.call(contracts.createCall, plain(giulia, marco));
  expect(statesIn(second.call.targets)).toEqual({
    'Luca Moretti': 'joined',
    'Giulia Ferri': 'busy',
    'Marco Bassi': 'ringing',
  });
  await marcoSocket.next(isPush('IncomingCall'));
  await sara.call(contracts.leaveCall, { id: call.uniqueId });
});

test('a call that is not instant rings nobody, and is open to its targets', async () => {
  const giuliaSocket = await online(giulia);
  const { call } = await luca.call(contracts.createCall, { ...plain(giulia), instant: false });
  expect(call.isInstantCall).toBe(false);
  expect(await giulia.call(contracts.listOnlineCalls, {})).toMatchObject([{ uniqueId: call.uniqueId }]);
  await giulia.call(contracts.joinCall, { id: call.uniqueId });
  expect(await statesOf(luca, call.uniqueId)).toEqual({ 'Luca Moretti': 'joined', 'Giulia Ferri': 'joined' });
  expect(giuliaSocket.unread.filter(isPush('IncomingCall'))).toEqual([]);
});

test('a device is in one call at a time: a new one ends the one that it left open', async () => {
  const giuliaSocket = await online(giulia);
  const first = await luca.call(contracts.createCall, plain(giulia));
  await giulia.call(contracts.joinCall, { id: first.call.uniqueId });
  const second = await luca.call(contracts.createCall, plain(giulia));

  await giuliaSocket.next(
    (frame) => isPush('EndedCall')(frame) && frame.messageContent.callUniqueId === first.call.uniqueId,
  );
  expect(statesIn(second.call.targets)).toMatchObject({ 'Giulia Ferri': 'ringing' });
});

test('of two calls that a device starts at the same moment one stays', async () => {
  await online(giulia);
  await online(marco);
  const begun = await Promise.all([giulia, marco].map((one) => luca.call(contracts.createCall, plain(one))));
  expect(begun).toHaveLength(2);
  expect(await luca.call(contracts.listOnlineCalls, {})).toHaveLength(1);
});

test('finds a call by its id in capital letters too', async () => {
  await online(giulia);
  const { call } = await luca.call(contracts.createCall, plain(giulia));
  await giulia.call(contracts.joinCall, { id: call.uniqueId.toUpperCase() });
  expect(await statesOf(luca, call.uniqueId)).toEqual({ 'Luca Moretti': 'joined', 'Giulia Ferri': 'joined' });
});

test('a decline notifies the people in the call, and ends it when nobody rings any more', async () => {
  const lucaSocket = await online(luca);
  await online(giulia);
  await online(marco);
  const { call } = await luca.call(contracts.createCall, plain(giulia, marco));
  const id = call.uniqueId;
  await giulia.call(contracts.declineCall, { id });

  const refused = await lucaSocket.next(isPush('TargetRefused'));
  expect(refused.messageContent).toEqual({ callUniqueId: id, contactUniqueId: giulia.contactId });
  expect(await statesOf(luca, id)).toMatchObject({ 'Giulia Ferri': 'refused', 'Marco Bassi': 'ringing' });

  await marco.call(contracts.declineCall, { id });
  const ended = await lucaSocket.next(isPush('EndedCall'));
  expect(ended.messageContent).toEqual({ callUniqueId: id });
  const { items } = await marco.call(contracts.listCalls, { pageSize: 1 });
  expect(items[0]).toMatchObject({ state: 'closed', reason: 'declined' });
  await marco.call(contracts.declineCall, { id });
});

test('when the call is full, the others stop ringing and are refused', async () => {
  await online(giulia);
  await online(marco);
  const anna = await server.signIn('multi');
  const annaSocket = await online(anna);
  const { call } = await luca.call(contracts.createCall, plain(giulia, marco, anna));
  const id = call.uniqueId;
  await giulia.call(contracts.joinCall, { id });
  const { callTargets } = await marco.call(contracts.joinCall, { id });

  expect(statesIn(callTargets)).toMatchObject({ 'Marco Bassi': 'joined', 'Anna Villa': 'missed' });
  const handled = await annaSocket.next(isPush('CallHandledByGroup'));
  expect(handled.messageContent).toEqual({
    callUniqueId: id,
    contactUniqueId: marco.contactId,
    deviceId: marco.deviceId,
  });
  await expect(anna.call(contracts.joinCall, { id })).rejects.toMatchObject({
    code: 403,
    error: 'callFull',
    message: 'Reached the maximum number of participants',
  });
  const { items } = await anna.call(contracts.listCalls, { pageSize: 1 });
  expect(items[0]?.participants.find(({ contact }) => contact.uniqueId === anna.contactId)).toMatchObject({
    state: 'full',
  });
  await giulia.call(contracts.joinCall, { id });
});

test.each([contracts.joinCall, contracts.declineCall])(
  'another page of the device that answers stops ringing too: $name',
  async (answer) => {
    const pages = [await online(giulia), await online(giulia)];
    const { call } = await luca.call(contracts.createCall, plain(giulia));
    await giulia.call(answer, { id: call.uniqueId });
    for (const page of pages) {
      const { messageContent } = await page.next(isPush('CallHandledByGroup'));
      expect(messageContent).toMatchObject({ callUniqueId: call.uniqueId, deviceId: giulia.deviceId });
    }
  },
);

test('stores the reason and the length of a call that ended because the connection was lost; ignores any other reason', async () => {
  const giuliaSocket = await online(giulia);
  const { call } = await luca.call(contracts.createCall, plain(giulia));
  const id = call.uniqueId;
  await giulia.call(contracts.joinCall, { id });
  const { status } = await luca.raw(`/services/calls/${id}/participants?reason=bored`, { method: 'DELETE' });
  expect(status).toBe(400);
  await luca.call(contracts.leaveCall, { id, reason: 'failed' });
  const { messageContent } = await giuliaSocket.next(isPush('EndedCall'));
  expect(messageContent).toEqual({ callUniqueId: id, reason: 'failed' });
  for (const person of [luca, giulia]) {
    const { items } = await person.call(contracts.listCalls, { pageSize: 1 });
    expect(items[0]).toMatchObject({ call: { uniqueId: id }, reason: 'failed' });
  }
});

test('refuses to join a closed call', async () => {
  await online(giulia);
  const { call } = await luca.call(contracts.createCall, plain(giulia));
  await luca.call(contracts.leaveCall, { id: call.uniqueId });
  await expect(giulia.call(contracts.joinCall, { id: call.uniqueId })).rejects.toMatchObject({
    code: 410,
    error: 'callClosed',
    message: 'Call already closed',
  });
  await luca.call(contracts.leaveCall, { id: call.uniqueId });
  expect(await giulia.call(contracts.listOnlineCalls, {})).toEqual([]);
});

test('shows to others who is in a call', async () => {
  await online(giulia);
  const { call } = await luca.call(contracts.createCall, plain(giulia));
  const seenBy = async (person: SignedInClient) =>
    (await person.call(contracts.listAddressBook, {})).find((entry) => entry.contact.uniqueId === luca.contactId)
      ?.contact.inCall;
  expect(await seenBy(marco)).toBe(true);
  await luca.call(contracts.leaveCall, { id: call.uniqueId });
  expect(await seenBy(marco)).toBe(false);
});

test('orders calls by time, also if their callers chose the ids', async () => {
  const caller = await addPerson(server);
  await online(giulia);
  const ids = [randomUUID(), randomUUID(), randomUUID()].toSorted().toReversed();
  for (const uniqueId of ids) {
    await caller.call(contracts.createCall, { ...plain(giulia), uniqueId });
    const [newest] = await giulia.call(contracts.listOnlineCalls, {});
    expect(newest?.uniqueId).toBe(uniqueId);
    server.clock.advance(1000);
  }
  const { items } = await caller.call(contracts.listCalls, {});
  expect(items.map((item) => item.call.uniqueId)).toEqual(ids.toReversed());
  await caller.call(contracts.deleteLockedCalls, {});
});

test('returns all calls of the user in the history, newest first, page by page', async () => {
  const caller = await addPerson(server);
  await online(giulia);
  const ids: string[] = [];
  for (const subject of ['first', 'second', 'third']) {
    const { call } = await caller.call(contracts.createCall, { ...plain(giulia), subject });
    ids.unshift(call.uniqueId);
    if (subject === 'second') {
      await giulia.call(contracts.joinCall, { id: call.uniqueId });
      await caller.call(contracts.sendCallMessage, { id: call.uniqueId, message: 'Hello', cryptoSchema: 0 });
      server.clock.advance(60_000);
    }
    await caller.call(contracts.leaveCall, { id: call.uniqueId });
  }
  const all = await caller.call(contracts.listCalls, {});
  expect(all.total).toBe(3);
  expect(all.items.map((item) => item.call.uniqueId)).toEqual(ids);
  expect(all.items[1]).toMatchObject({ reason: 'answered', messagesCount: 1, picsCount: 0, state: 'closed' });
  expect(all.items[1]?.durationSeconds).toBeGreaterThanOrEqual(60);
  expect(all.items[0]).toMatchObject({ reason: 'left', durationSeconds: 0 });
  const { items } = await giulia.call(contracts.listCalls, { pageSize: 1 });
  expect(items[0]).toMatchObject({ reason: 'left', participants: [{ state: 'left' }, { state: 'missed' }] });

  for (const item of all.items)
    expect(await caller.call(contracts.getCall, { id: item.call.uniqueId })).toMatchObject({
      call: { uniqueId: item.call.uniqueId, subject: item.call.subject },
      reason: item.reason,
      messagesCount: item.messagesCount,
      participants: item.participants.map(({ state }) => ({ state })),
    });

  const second = await caller.call(contracts.listCalls, { page: 2, pageSize: 2 });
  expect(second.items.map((item) => item.call.uniqueId)).toEqual([ids[2]]);
  expect((await caller.call(contracts.listCalls, { pageSize: 1000 })).items).toHaveLength(3);
  await expect(caller.call(contracts.listCalls, { page: 0 })).rejects.toMatchObject({ code: 400 });
});

test('gives the calls that began in a span, its begin counted in and its end not', async () => {
  const caller = await addPerson(server);
  await online(giulia);
  const started: contracts.Call[] = [];
  for (const subject of ['first', 'second', 'third']) {
    const { call } = await caller.call(contracts.createCall, { ...plain(giulia), subject });
    await caller.call(contracts.leaveCall, { id: call.uniqueId });
    started.push(call);
    server.clock.advance(60_000);
  }
  const [first, second, third] = started.map(({ startDate }) => startDate);
  const subjectsIn = async (span: { from?: string | undefined; to?: string | undefined }) => {
    const { items, total } = await caller.call(contracts.listCalls, { ...span, pageSize: 1 });
    return [total, ...items.map(({ call }) => call.subject)];
  };
  expect(await subjectsIn({ from: second })).toEqual([2, 'third']);
  expect(await subjectsIn({ to: third })).toEqual([2, 'second']);
  expect(await subjectsIn({ from: second, to: third })).toEqual([1, 'second']);
  expect(await subjectsIn({ to: first })).toEqual([0]);
  await expect(caller.call(contracts.listCalls, { from: 'yesterday' })).rejects.toEqual(refusal('invalidInput'));
});

test('gives the calls with a person, and none of others with them', async () => {
  const [caller, other] = [await addPerson(server), await addPerson(server)];
  for (const person of [caller, giulia, marco]) await online(person);
  const start = async (person: typeof caller, subject: string, ...people: (typeof caller)[]) => {
    const { call } = await person.call(contracts.createCall, { ...plain(...people), subject });
    await person.call(contracts.leaveCall, { id: call.uniqueId });
    server.clock.advance(60_000);
  };
  await start(caller, 'with Giulia', giulia);
  await start(caller, 'with Marco', marco);
  await start(giulia, 'from Giulia', caller);
  await start(other, 'of others', giulia);
  const subjectsWith = async (contactUniqueId: string) => {
    const { items, total } = await caller.call(contracts.listCalls, { contactUniqueId, pageSize: 1 });
    return [total, ...items.map(({ call }) => call.subject)];
  };
  expect(await subjectsWith(giulia.contactId)).toEqual([2, 'from Giulia']);
  expect(await subjectsWith(marco.contactId)).toEqual([1, 'with Marco']);
  expect(await subjectsWith(other.contactId)).toEqual([0]);
  await expect(caller.call(contracts.listCalls, { contactUniqueId: 'Giulia' })).rejects.toEqual(
    refusal('invalidInput'),
  );
});
