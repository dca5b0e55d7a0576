/** With LiveKit: its token and address in the answer, and the pages of the call on the server's own socket. */
import { createHash, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { recordLeft } from '../src/features/assist/calls/service';
import { addPerson } from '../testing/crowd';
import { isFrame } from '../testing/frames';
import { createOnline } from '../testing/online';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

const SECRET = 'secret-of-at-least-32-characters';
const STUN_URL = 'stun:stun.example.com';
const TURN_URL = 'turn:turn.example.com?transport=udp';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let callUniqueId: string;
let lucas: contracts.Participant;
const online = createOnline();

beforeAll(async () => {
  server = await startTestServer({
    LIVEKIT_URL: 'wss://livekit.example:7880',
    LIVEKIT_API_KEY: 'APIone',
    LIVEKIT_API_SECRET: SECRET,
    STUN_URLS: STUN_URL,
    TURN_URLS: TURN_URL,
    TURN_SECRET: 'a-secret-of-the-relay',
    MAX_USERS_IN_CALL: '3',
  });
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

beforeEach(async () => {
  luca = await addPerson(server, { role: 'ASSISTED' });
  giulia = await addPerson(server);
  const { call, participant } = await luca.call(contracts.createCall, {
    subject: 's',
    targetContacts: [giulia.contactId],
    cryptoSchema: 0,
  });
  callUniqueId = call.uniqueId;
  lucas = participant;
});

async function join(person: SignedInClient, token: string, session: string) {
  const socket = await online(person);
  socket.send({ type: 'join', token, session });
  return socket;
}

test('the answer names the provider, its address, and a token for the room of the call', async () => {
  expect(lucas).toMatchObject({ provider: 'livekit', url: 'wss://livekit.example:7880' });
  expect(decodeJwt(lucas.token)).toMatchObject({
    iss: 'APIone',
    sub: luca.contactId,
    video: { room: callUniqueId, roomJoin: true },
  });
  expect(await giulia.call(contracts.joinCall, { id: callUniqueId })).toMatchObject({
    provider: 'livekit',
    url: 'wss://livekit.example:7880',
  });
});

test('the answer names the STUN and TURN servers too, by which the call goes if LiveKit cannot be reached', async () => {
  const giulias = await giulia.call(contracts.joinCall, { id: callUniqueId });
  for (const { iceServers } of [lucas, giulias])
    expect(iceServers).toEqual([
      { urls: [STUN_URL] },
      { urls: [TURN_URL], username: expect.stringMatching(/^\d+:.+$/), credential: expect.stringMatching(/.+/) },
    ]);
});

test('with the same token pages find each other on the socket, and pass keys on', async () => {
  const { token } = await giulia.call(contracts.joinCall, { id: callUniqueId });
  const lucaSocket = await join(luca, lucas.token, 'luca-page');
  await lucaSocket.next(isFrame('joined'));
  const giuliaSocket = await join(giulia, token, 'giulia-page');
  const { peers } = await giuliaSocket.next(isFrame('joined'));
  expect(peers).toEqual([{ contactUniqueId: luca.contactId, session: 'luca-page' }]);

  const mediaKey = { type: 'hello', body: '{"page":"AA=="}', seal: 'c2VhbA==' } as const;
  const route = { callUniqueId, session: 'giulia-page', toSession: 'luca-page' };
  giuliaSocket.send({ type: 'signal', to: luca.contactId, ...route, mediaKey });
  expect(await lucaSocket.next(isFrame('signal'))).toEqual({
    type: 'signal',
    from: giulia.contactId,
    ...route,
    mediaKey,
  });
});

test('refuses a forged token', async () => {
  const forged = await new SignJWT({ video: { room: callUniqueId, roomJoin: true }, device: randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('APIone')
    .setSubject(luca.contactId)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(`not-${SECRET}`));
  const socket = await join(luca, forged, 'luca-page');
  expect((await socket.next(isFrame('error'))).error).toBe('notAllowed');
});

test('a page may connect to LiveKit, and to no other origin', async () => {
  const { headers } = await fetch(`${server.url}/`);
  expect(headers.get('content-security-policy')).toContain(
    "; connect-src 'self' wss://livekit.example:7880 https://livekit.example:7880; ",
  );
});

interface Posted {
  readonly event?: object;
  readonly secret?: string;
  /** What the signature covers; default: what is posted. */
  readonly signed?: string;
  readonly expires?: string;
}

/** Posts an event as LiveKit does. @returns the status */
async function post({ event = {}, secret = SECRET, signed, expires = '5m' }: Posted): Promise<number> {
  const body = JSON.stringify(event);
  const sha256 = createHash('sha256')
    .update(signed ?? body)
    .digest('base64');
  const authorization = await new SignJWT({ sha256 })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('APIone')
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));
  const headers = { 'content-type': 'application/webhook+json', authorization };
  return (await fetch(`${server.url}/livekit/events`, { method: 'POST', headers, body })).status;
}

const leftBy = (contactId: string, name = callUniqueId) => ({
  event: 'participant_left',
  room: { name },
  participant: { identity: contactId },
});

test('accepts signed events of LiveKit, and no others', async () => {
  const event = leftBy(luca.contactId);
  expect(await post({ event })).toBe(204);
  expect(await post({ event: { ...event, event: 'room_started' } })).toBe(204);
  expect(await post({ event: leftBy('somebody', 'a room of another program') })).toBe(204);
  expect(await post({ event: leftBy(randomUUID(), randomUUID()) })).toBe(204);

  expect(await post({ event, secret: `not-${SECRET}` })).toBe(403);
  expect(await post({ event, signed: JSON.stringify(leftBy(giulia.contactId)) })).toBe(403);
  expect(await post({ event, expires: '-1m' })).toBe(403);
  const unsigned = { method: 'POST', body: JSON.stringify(event) };
  expect((await fetch(`${server.url}/livekit/events`, unsigned)).status).toBe(403);
});

test('who has left by a signed event of LiveKit has left the call when the time to come back is over; by a forged one nobody has', async () => {
  const marco = await addPerson(server);
  await luca.call(contracts.addTargets, { id: callUniqueId, targetContacts: [marco.contactId] });
  for (const person of [giulia, marco]) await person.call(contracts.joinCall, { id: callUniqueId });
  const states = async () => {
    const people = await giulia.call(contracts.listParticipants, { id: callUniqueId });
    return new Map(people.map(({ contact, state }) => [contact.uniqueId, state]));
  };
  // The time to come back passes at once.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  expect(await post({ event: leftBy(marco.contactId), secret: `not-${SECRET}` })).toBe(403);
  expect(await post({ event: leftBy(luca.contactId) })).toBe(204);
  expect((await states()).get(luca.contactId)).toBe('joined');
  vi.advanceTimersByTime(contracts.PAGE_RETURN_MS);
  vi.useRealTimers();

  // Changes of a call are made in order: the forged one would have come first.
  await vi.waitFor(async () => expect((await states()).get(luca.contactId)).toBe('left'));
  const after = await states();
  expect([giulia, marco].map(({ contactId }) => after.get(contactId))).toEqual(['joined', 'joined']);
});

test('who left the room has some time to come back; the device that is in the call is the one that may leave', async () => {
  const recorded: unknown[] = [];
  const pages = { record: (...of: unknown[]) => void recorded.push(of) };
  await recordLeft(server.context, callUniqueId, giulia.contactId, pages);
  expect(recorded).toEqual([]);

  await recordLeft(server.context, callUniqueId, luca.contactId, pages);
  expect(recorded).toEqual([[callUniqueId, { contactId: luca.contactId, deviceId: luca.deviceId }]]);
});

test('without LiveKit nothing accepts its events', async () => {
  const without = await startTestServer();
  expect((await fetch(`${without.url}/livekit/events`, { method: 'POST', body: '{}' })).status).toBe(404);
  await without.close();
});
