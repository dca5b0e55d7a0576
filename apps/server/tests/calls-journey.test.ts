/** A field user is helped by an operator, from the first ring to the history, with everything sealed. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { importPrivateKeys, openFile, openText, sealFile, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFrame, isPush } from '../testing/frames';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

const SUBJECT = 'The feed pump is leaking';
const QUESTION = 'Which valve do I close?';
const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(2000)]);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const reader = async ({ contactId, privateKey }: SignedInClient) => ({
  uniqueId: contactId,
  keys: await importPrivateKeys(privateKey),
});

/** Everything that the server stores: rows as text, files as they are. */
async function everythingStored(): Promise<Buffer> {
  const { pool, settings } = server.context;
  const stored: Buffer[] = [];
  for (const table of ['calls', 'call_targets', 'call_messages', 'call_pics']) {
    const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`);
    stored.push(...rows.map(({ row }) => Buffer.from(row)));
  }
  for (const entry of await readdir(settings.dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) stored.push(await readFile(join(entry.parentPath, entry.name)));
  return Buffer.concat(stored);
}

async function help(cryptoSchema: 0 | 1) {
  const luca = await server.signIn('assisted');
  const phone = await server.signIn('operator');
  const desk = await server.signIn('operator');
  const lucaSocket = await luca.socket();
  const phoneSocket = await phone.socket();
  const deskSocket = await desk.socket();
  const me = await luca.call(contracts.getProfile, {});
  const book = await luca.call(contracts.listAddressBook, {});
  const people = [me, ...book.map((entry) => entry.contact)].filter((one) =>
    [luca.contactId, phone.contactId].includes(one.uniqueId),
  );

  const subject = await sealText(cryptoSchema, SUBJECT, people);
  const { call, participant } = await luca.call(contracts.createCall, {
    subject,
    targetContacts: [phone.contactId],
    productCode: 'P-204',
    cryptoSchema,
  });
  const id = call.uniqueId;
  const incoming = await phoneSocket.next(isPush('IncomingCall'));
  await deskSocket.next(isPush('IncomingCall'));
  const sealed = incoming.messageContent.call;
  expect(sealed.cryptoSchema).toBe(cryptoSchema);
  expect(await openText(cryptoSchema, sealed.subject, await reader(phone))).toBe(SUBJECT);

  const { token } = await phone.call(contracts.joinCall, { id });
  const handled = await deskSocket.next(isPush('CallHandledByGroup'));
  expect(handled.messageContent).toMatchObject({ contactUniqueId: phone.contactId, deviceId: phone.deviceId });
  lucaSocket.send({ type: 'join', token: participant.token, session: 'luca-page' });
  await lucaSocket.next(isFrame('joined'));
  phoneSocket.send({ type: 'join', token, session: 'phone-page' });
  await lucaSocket.next(isFrame('peerJoined'));

  await luca.call(contracts.sendCallMessage, {
    id,
    message: await sealText(cryptoSchema, QUESTION, people),
    cryptoSchema,
    clientId: 'question',
  });
  const { callMessage } = (await phoneSocket.next(isPush('CallMessage'))).messageContent;
  expect(callMessage.cryptoSchema).toBe(cryptoSchema);
  expect(await openText(cryptoSchema, callMessage.message, await reader(phone))).toBe(QUESTION);

  const picBase64 = await sealFile(cryptoSchema, PICTURE, people);
  await phone.call(contracts.addCallPic, { id, picBase64, cryptoSchema });
  const { callPic } = (await lucaSocket.next(isPush('CallPic'))).messageContent;
  const file = await luca.call(contracts.getCallFile, { callId: id, imageFileName: callPic.imageFileName });
  expect(file.cryptoSchema).toBe(cryptoSchema);
  const opened = await openFile(cryptoSchema, file.base64, await reader(luca));
  expect(Buffer.from(opened ?? []).equals(PICTURE)).toBe(true);

  await phone.call(contracts.leaveCall, { id });
  await lucaSocket.next(isPush('EndedCall'));
  for (const person of [luca, desk]) {
    const { items } = await person.call(contracts.listCalls, { pageSize: 1 });
    expect(items[0]).toMatchObject({
      call: { uniqueId: id, subject, productCode: 'P-204' },
      state: 'closed',
      reason: 'answered',
      messagesCount: 1,
      picsCount: 1,
      participants: [
        { contact: { name: 'Luca Moretti' }, state: 'left' },
        { contact: { name: 'Giulia Ferri' }, state: 'left' },
      ],
    });
  }
  expect(deskSocket.unread.filter(isPush('CallMessage'))).toHaveLength(1);
  for (const socket of [lucaSocket, phoneSocket, deskSocket]) await socket.close();
}

test('a call for help succeeds, and the server has stored nothing that it could read', async () => {
  await help(1);
  const stored = await everythingStored();
  for (const plain of [SUBJECT, QUESTION, PICTURE.subarray(100, 200)]) expect(stored.includes(plain)).toBe(false);
});

test('without encryption the same search finds everything', async () => {
  await help(0);
  const stored = await everythingStored();
  for (const plain of [SUBJECT, QUESTION, PICTURE.subarray(100, 200)]) expect(stored.includes(plain)).toBe(true);
});
