/** A guest has access to nothing but their call: checked with every call of the contract, including future ones. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, enter } from '../testing/guest';
import type { TestSocket } from '../testing/socket';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';
import { contractCalls } from '../src/http/contract-calls';

/** Everything that guests may do. A call that is opened to guests must be added here too. */
const OPEN = [
  'addCallKeys',
  'addCallPic',
  'closePage',
  'createCall',
  'deleteCallPic',
  'deleteLockedCalls',
  'getCallFile',
  'joinCall',
  'leaveCall',
  'listCallKeys',
  'listCallMessageProgress',
  'listCallMessages',
  'listCallPics',
  'listOnlineCalls',
  'listParticipants',
  'listPicDrawings',
  'readCallMessages',
  'saveDrawing',
  'sendCallMessage',
  'sendLog',
];

let server: TestServer;
let giulia: SignedInClient;
let guest: SignedInClient;
let socket: TestSocket;
/** The guest's own call, and one of the host with another person. */
let callId: string;
let otherCallId: string;

beforeAll(async () => {
  server = await startTestServer();
  giulia = await server.signIn('operator');
  const luca = await server.signIn('assisted');
  await luca.call(contracts.ping, {});
  await giulia.call(contracts.ping, {});
  const other = { subject: 's', targetContacts: [luca.contactId], cryptoSchema: 0 as const };
  otherCallId = (await giulia.call(contracts.createCall, other)).call.uniqueId;
  await luca.call(contracts.joinCall, { id: otherCallId });
  await giulia.call(contracts.leaveCall, { id: otherCallId });
  guest = await enter(server, codeOf(await giulia.call(contracts.makeGuestLink, {})));
  socket = await guest.socket();
  const ringing = { subject: 's', targetContacts: [giulia.contactId], cryptoSchema: 0 as const };
  callId = (await guest.call(contracts.createCall, ringing)).call.uniqueId;
  await giulia.call(contracts.joinCall, { id: callId });
});
afterAll(() => server.close());

/** Calls as the guest with empty input: missing permission is refused before the input is validated. */
async function ask({ method, path, flag }: contracts.CallSpec, id: string) {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'id' || name === 'callId') return id;
    return name.endsWith('FileName') ? 'a.bin' : randomUUID();
  });
  const { status, json } = await guest.raw(flag ? `${place}?${flag}` : place, { method });
  return { status, json };
}

test('the calls that are open to guests are exactly those listed here', () => {
  const open = contractCalls.filter((call) => call.guests).map(({ name }) => name);
  expect(open.toSorted()).toEqual(OPEN);
});

const closed = contractCalls.filter((call) => !call.guests && call.auth !== 'open');

describe.each(closed.map((call) => [call.name, call] as const))('%s', (name, call) => {
  test('is refused to a guest', async () => {
    const { status, json } = await ask(call, callId);
    expect({ name, status, json }).toMatchObject({ name, status: 403, json: { data: { error: 'notAllowed' } } });
  });
});

describe.each(
  contractCalls
    .filter((call) => call.guests && /\{(id|callId)\}/.test(call.path))
    .map((call) => [call.name, call] as const),
)('%s', (_, call) => {
  test('finds no call but the guest’s own', async () => {
    for (const id of [otherCallId, randomUUID()])
      expect(await ask(call, id)).toMatchObject({ status: 404, json: { data: { error: 'notFound' } } });
  });
});

test('the lists of a guest have only the one call', async () => {
  const online = await guest.call(contracts.listOnlineCalls, {});
  expect(online.map(({ uniqueId }) => uniqueId)).toEqual([callId]);
});

test('the socket accepts nothing about rooms from a guest', async () => {
  for (const frame of [
    { type: 'typing', roomUniqueId: randomUUID() },
    { type: 'received', roomUniqueId: randomUUID(), position: 1 },
  ] as const) {
    socket.send(frame);
    const answer = await socket.next(({ type }) => type === 'error');
    expect(answer).toMatchObject({ error: 'notAllowed' });
  }
});
