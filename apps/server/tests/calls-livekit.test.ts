/** With LiveKit: its token and address in the answer, and the pages of the call on the server's own socket. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson } from '../testing/crowd';
import { isFrame } from '../testing/frames';
import { createOnline } from '../testing/online';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

const SECRET = 'secret-of-at-least-32-characters';

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
  });
});
afterAll(() => server.close());

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
