/** `GET /storage/…`: which files the product stores there, who may read them, and the answer to everybody else (A7.47, A8.9). */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addCompany, addPerson } from '../../../../testing/crowd';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const manual = Buffer.from('Open the bypass first.').toString('base64');
/** A minimal JPEG. */
const jpegWith = (...bytes: number[]) => Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...bytes]).toString('base64');
const [jpeg, large, small] = [jpegWith(1, 2, 3), jpegWith(4, 5, 6, 7), jpegWith(8)];

const kinds = ['a snapshot', 'a file of a call', 'a file of a room', 'a small picture of a room'] as const;
type Kind = (typeof kinds)[number];

let server: TestServer;
/** The sender of all files. */
let sender: SignedInClient;
/** The recipient. */
let reader: SignedInClient;
let roomId: string;
let links: Record<Kind, string>;
const names: Record<Kind, unknown> = {
  'a snapshot': expect.stringMatching(/^[\w-]+\.jpg$/),
  'a file of a call': 'Manuale d’uso.txt',
  'a file of a room': 'Valvola.jpg',
  'a small picture of a room': 'Valvola.jpg',
};
const contents: Record<Kind, string> = {
  'a snapshot': jpeg,
  'a file of a call': manual,
  'a file of a room': large,
  'a small picture of a room': small,
};

beforeAll(async () => {
  server = await startTestServer();
  sender = await addPerson(server);
  reader = await addPerson(server);
  const targets = { targetContacts: [reader.contactId], subject: 's', cryptoSchema: 0 as const };
  const { call } = await sender.call(contracts.createCall, targets);
  const callId = call.uniqueId;
  await reader.call(contracts.joinCall, { id: callId });
  const text = { message: 'The manual', base64File: manual, cryptoSchema: 0 as const };
  const pic = await sender.call(contracts.addCallPic, { id: callId, picBase64: jpeg, cryptoSchema: 0 });
  const responses = await sender.call(contracts.sendCallMessage, {
    ...text,
    id: callId,
    fileName: 'Manuale d’uso.txt',
  });
  ({ uniqueId: roomId } = await sender.call(contracts.createRoom, { ...targets, isGroup: true }));
  const written = await sender.call(contracts.sendRoomMessage, {
    ...text,
    id: roomId,
    base64File: large,
    fileName: 'Valvola.jpg',
    base64Preview: small,
  });
  links = {
    'a snapshot': `/storage/calls/${callId}/${pic.imageFileName}`,
    'a file of a call': responses.fileUrl ?? '',
    'a file of a room': written.fileUrl ?? '',
    'a small picture of a room': written.previewUrl ?? '',
  };
});
afterAll(() => server.close());

/** The same link with another file name. */
const besideOf = (link: string, name: string) => `${link.slice(0, link.lastIndexOf('/'))}/${name}`;
const refused = (code: number, error: string) => ({
  status: code,
  json: { result: { success: false, code }, data: { error } },
});

describe.each(kinds)('%s', (kind) => {
  test('A7.47: downloads a document by its link, with FileName, Base64 and CryptoSchema as sent', async () => {
    for (const person of [sender, reader]) {
      const { status, json } = await person.raw(links[kind]);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        result: { success: true, code: 200 },
        data: { FileName: names[kind], Base64: contents[kind], CryptoSchema: 0 },
      });
    }
  });

  test('A8.9: a download without a session, or by another company, does not reveal the file', async () => {
    const stranger = await addPerson(server, { role: 'ADMIN' });
    const foreigner = await addPerson(server, { companyCode: await addCompany(server) });
    expect(await server.visitor().raw(links[kind])).toMatchObject(refused(401, 'notSignedIn'));
    for (const person of [stranger, foreigner])
      expect(await person.raw(links[kind])).toMatchObject(refused(404, 'notFound'));
  });

  test.each([
    ['is not there', `${randomUUID()}.bin`, 404, 'notFound'],
    ['has no ending', 'nothing', 400, 'invalidInput'],
    ['leads elsewhere', '..%2F..%2F..%2Fkeys%2Fmaster.key', 400, 'invalidInput'],
    ['leads elsewhere by dots', '%2e%2e%2fmaster.key', 400, 'invalidInput'],
    ['has a zero in it', 'a%00.bin', 400, 'invalidInput'],
  ])('a neighbouring name that %s gets a plain answer, no file', async (_, name, code, error) => {
    expect(await reader.raw(besideOf(links[kind], name))).toMatchObject(refused(code, error));
  });

  test('A8.9: a download with an invalid or unknown id is an error', async () => {
    const [, , type, id, name] = links[kind].split('/');
    expect(await reader.raw(`/storage/${type}/no-id/${name}`)).toMatchObject(refused(400, 'invalidInput'));
    expect(await reader.raw(`/storage/${type}/${randomUUID()}/${name}`)).toMatchObject(refused(404, 'notFound'));
    expect(await reader.raw(`/storage/other/${id}/${name}`)).toMatchObject(refused(404, 'notFound'));
  });

  test('A8.9: a download fails with 500 if the file cannot be read, with 404 if it is gone', async () => {
    const read = vi.spyOn(server.context.blobs, 'read').mockRejectedValueOnce(new Error('The disk is away'));
    expect(await reader.raw(links[kind])).toMatchObject(refused(500, 'internal'));
    read.mockRestore();
    await server.context.blobs.delete(links[kind].replace('/storage/', ''));
    expect(await reader.raw(links[kind])).toMatchObject(refused(404, 'notFound'));
  });
});

test('a file of a room is for those who were in it when it was sent, as long as they stay', async () => {
  const newcomer = await addPerson(server);
  const send = async () => {
    const file = { base64File: manual, fileName: 'a.txt' };
    const sent = await sender.call(contracts.sendRoomMessage, { id: roomId, message: 'm', ...file, cryptoSchema: 0 });
    return sent.fileUrl ?? '';
  };
  const before = await send();
  await sender.call(contracts.changeRoom, { id: roomId, targetContacts: [newcomer.contactId] });
  const after = await send();
  const statuses = async () => [(await newcomer.raw(before)).status, (await newcomer.raw(after)).status];
  expect(await statuses()).toEqual([404, 200]);
  await newcomer.call(contracts.leaveRoom, { id: roomId });
  expect(await statuses()).toEqual([404, 404]);
});
