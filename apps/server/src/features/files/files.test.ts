import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../testing/crowd';
import { type SignedInClient, startTestServer, type TestServer } from '../../../testing/start-test-server';

const text = Buffer.from('Open the bypass first.').toString('base64');
let server: TestServer;
let caller: SignedInClient;
let target: SignedInClient;
let callId: string;
let stored: string;
beforeAll(async () => {
  server = await startTestServer();
  caller = await addPerson(server);
  target = await addPerson(server);
  const { call } = await caller.call(contracts.createCall, {
    subject: 's',
    targetContacts: [target.contactId],
    cryptoSchema: 0,
  });
  callId = call.uniqueId;
  await target.call(contracts.joinCall, { id: callId });
  const { fileUrl } = await caller.call(contracts.sendCallMessage, {
    id: callId,
    message: 'The manual',
    base64File: text,
    fileName: 'Manuale d’uso.txt',
    cryptoSchema: 0,
  });
  stored = fileUrl ?? '';
});
afterAll(() => server.close());

test('a file is where its message says, under the name that people gave it', async () => {
  const { status, json } = await target.raw(stored);
  expect(status).toBe(200);
  expect(json).toMatchObject({ data: { FileName: 'Manuale d’uso.txt', Base64: text, CryptoSchema: 0 } });
});

test('nobody gets a file without being in the call', async () => {
  const stranger = await addPerson(server);
  expect((await stranger.raw(stored)).status).toBe(404);
  expect((await server.visitor().raw(stored)).status).toBe(401);
});

test.each([
  ['is not there', 'nothing.bin', 404],
  ['has no ending', 'nothing', 400],
  ['leads elsewhere', '..%2F..%2F..%2Fkeys%2Fmaster.key', 400],
  ['leads elsewhere by dots', '%2e%2e%2fmaster.key', 400],
  ['has a zero in it', 'a%00.bin', 400],
])('a file name that %s is answered, not followed', async (_, name, status) => {
  expect((await caller.raw(`/storage/calls/${callId}/${name}`)).status).toBe(status);
});

test('a file whose bytes are gone is not found', async () => {
  await server.context.blobs.delete(stored.replace('/storage/', ''));
  expect((await caller.raw(stored)).status).toBe(404);
});
