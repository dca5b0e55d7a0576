/** A call is visible to its people only: anybody else learns nothing, not even that it exists. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../testing/crowd';
import { type SignedInClient, startTestServer, type TestClient, type TestServer } from '../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** Of the same company, and not in the call. */
let stranger: SignedInClient;
/** Of another company. */
let elena: SignedInClient;
/** A person of the call, on a device that has signed out. */
let signedOut: SignedInClient;
let callId: string;
let picId: string;
let imageFileName: string;

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]).toString('base64');

beforeAll(async () => {
  server = await startTestServer();
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  stranger = await addPerson(server, { role: 'ADMIN' });
  elena = await server.signIn('tilesOperator');
  const socket = await giulia.socket();
  const { call } = await luca.call(contracts.createCall, {
    subject: 's',
    targetContacts: [giulia.contactId],
    cryptoSchema: 0,
  });
  callId = call.uniqueId;
  await giulia.call(contracts.joinCall, { id: callId });
  const pic = await luca.call(contracts.addCallPic, { id: callId, picBase64: jpeg, cryptoSchema: 0 });
  ({ uniqueId: picId, imageFileName } = pic);
  await socket.close();
  signedOut = await server.signIn('operator');
  await signedOut.call(contracts.signOut, {});
});
afterAll(() => server.close());

type Ask = (person: TestClient, id: string) => Promise<unknown>;

/** Every call of the contract that names a call. */
const calls: readonly [name: string, ask: Ask][] = [
  ['getCall', (person, id) => person.call(contracts.getCall, { id })],
  ['writeCallNotes', (person, id) => person.call(contracts.writeCallNotes, { id, notes: 'x', cryptoSchema: 0 })],
  ['writeCallLabels', (person, id) => person.call(contracts.writeCallLabels, { id, labels: 'x', cryptoSchema: 0 })],
  ['listCallRatings', (person, id) => person.call(contracts.listCallRatings, { id })],
  ['rateCall', (person, id) => person.call(contracts.rateCall, { id, stars: 5, cryptoSchema: 0 })],
  ['joinCall', (person, id) => person.call(contracts.joinCall, { id })],
  ['leaveCall', (person, id) => person.call(contracts.leaveCall, { id })],
  ['closePage', (person, id) => person.call(contracts.closePage, { id })],
  ['listParticipants', (person, id) => person.call(contracts.listParticipants, { id })],
  ['addTargets', (person, id) => person.call(contracts.addTargets, { id, targetContacts: [stranger.contactId] })],
  ['listCallKeys', (person, id) => person.call(contracts.listCallKeys, { id })],
  [
    'addCallKeys',
    (person, id) =>
      person.call(contracts.addCallKeys, {
        id,
        keys: [
          {
            kind: 'pic',
            uniqueId: picId,
            recipientKeys: [{ encryptedKey: 'AAAA', recipientId: giulia.contactId }],
          },
        ],
      }),
  ],
  ['declineCall', (person, id) => person.call(contracts.declineCall, { id })],
  ['listCallMessages', (person, id) => person.call(contracts.listCallMessages, { id })],
  ['sendCallMessage', (person, id) => person.call(contracts.sendCallMessage, { id, message: 'x', cryptoSchema: 0 })],
  ['readCallMessages', (person, id) => person.call(contracts.readCallMessages, { id, read: true })],
  ['listCallMessageProgress', (person, id) => person.call(contracts.listCallMessageProgress, { id })],
  ['listCallPics', (person, id) => person.call(contracts.listCallPics, { id })],
  ['addCallPic', (person, id) => person.call(contracts.addCallPic, { id, picBase64: jpeg, cryptoSchema: 0 })],
  ['deleteCallPic', (person, id) => person.call(contracts.deleteCallPic, { id, picId })],
  ['listPicDrawings', (person, id) => person.call(contracts.listPicDrawings, { id, picId })],
  [
    'saveDrawing',
    (person, id) =>
      person.call(contracts.saveDrawing, { id, picId, drawing: 'x', cryptoSchema: 0, edition: 1, entries: 1 }),
  ],
  ['listCallRecordings', (person, id) => person.call(contracts.listCallRecordings, { id })],
  [
    'addRecordingPiece',
    (person, id) =>
      person.call(contracts.addRecordingPiece, {
        id,
        recordingId: picId,
        number: 0,
        pieceBase64: jpeg,
        cryptoSchema: 0,
        milliseconds: 1,
      }),
  ],
  [
    'getRecordingPiece',
    (person, id) => person.call(contracts.getRecordingPiece, { id, recordingId: picId, number: 0 }),
  ],
  ['deleteCallRecording', (person, id) => person.call(contracts.deleteCallRecording, { id, recordingId: picId })],
  ['getCallFile', (person, id) => person.call(contracts.getCallFile, { callId: id, imageFileName })],
];

test('A7.35: the table has every API call with a call in its path', () => {
  const naming = Object.values<unknown>(contracts).filter(
    (value): value is contracts.CallSpec =>
      typeof value === 'object' && value !== null && 'path' in value && /calls\/\{/.test(String(value.path)),
  );
  expect(calls.map(([name]) => name).toSorted()).toEqual(naming.map((call) => call.name).toSorted());
});

test.each<[string, (person: TestClient) => Promise<unknown>]>([
  [
    'createCall',
    (person) =>
      person.call(contracts.createCall, { subject: 's', targetContacts: [giulia.contactId], cryptoSchema: 0 }),
  ],
  ['listCalls', (person) => person.call(contracts.listCalls, {})],
  ['listOnlineCalls', (person) => person.call(contracts.listOnlineCalls, {})],
  ['deleteLockedCalls', (person) => person.call(contracts.deleteLockedCalls, {})],
])('A5.7: %s is refused without a session', async (_, ask) => {
  await expect(ask(server.visitor())).rejects.toMatchObject({ code: 401, error: 'notSignedIn' });
  await expect(ask(signedOut)).rejects.toMatchObject({ code: 401, error: 'sessionEnded' });
});

test('others see nothing of the user’s calls', async () => {
  for (const person of [stranger, elena]) {
    expect(await person.call(contracts.listCalls, {})).toEqual({ items: [], total: 0 });
    expect(await person.call(contracts.listOnlineCalls, {})).toEqual([]);
  }
});

describe.each(calls)('%s', (_, ask) => {
  test('A7.35: is refused without a session', async () => {
    await expect(ask(server.visitor(), callId)).rejects.toMatchObject({ code: 401, error: 'notSignedIn' });
    await expect(ask(signedOut, callId)).rejects.toMatchObject({ code: 401, error: 'sessionEnded' });
  });

  test('A7.35: the call is a 404 for other users of the company, and for another company', async () => {
    await expect(ask(stranger, callId)).rejects.toMatchObject({ code: 404, error: 'notFound' });
    await expect(ask(elena, callId)).rejects.toMatchObject({ code: 404, error: 'notFound' });
  });

  test('A7.35: an unknown call is a 404, an invalid id a 400', async () => {
    await expect(ask(luca, randomUUID())).rejects.toMatchObject({ code: 404, error: 'notFound' });
    await expect(ask(luca, 'no-id')).rejects.toMatchObject({ code: 400, error: 'invalidInput' });
  });
});
