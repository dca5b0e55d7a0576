/** Rooms under scheme 2: a signed message comes back as it was signed, and passes as genuine from no other author and in no other place. */
import { randomBytes, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openFile, openText, sealFile, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactOf } from '../../../../testing/contacts';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const [id, otherId] = [randomUUID(), randomUUID()];

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;
/** As the server names them: those of both groups, and one of neither. */
let people: readonly contracts.Contact[];
let outsider: contracts.Contact;

beforeAll(async () => {
  server = await startTestServer({ CRYPTO_SCHEMA: '2' });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
  people = [
    await contactOf(giulia, 'assisted'),
    await contactOf(giulia, 'operator'),
    await contactOf(giulia, 'operator2'),
  ];
  outsider = await contactOf(giulia, 'admin');
  for (const uniqueId of [id, otherId])
    await luca.call(contracts.createRoom, {
      uniqueId,
      subject: await sealText(
        2,
        'Kiln 2',
        people,
        await authorOf(luca, { kind: 'subject', within: uniqueId, id: null }),
      ),
      targetContacts: [giulia.contactId, marco.contactId],
      isGroup: true,
      cryptoSchema: 2,
    });
});
afterAll(() => server.close());

const authorOf = async (person: SignedInClient, place: contracts.SealedPlace) => ({
  sender: await person.reader(),
  place,
});

/** What an author seals as a message of the first group. */
const seal = async (author: SignedInClient, clientId: string, text: string, readers = people) =>
  await sealText(2, text, readers, await authorOf(author, { kind: 'message', within: id, id: clientId }));

const post = (from: SignedInClient, clientId: string, message: string, roomId: string = id) =>
  from.call(contracts.sendRoomMessage, { id: roomId, message, clientId, cryptoSchema: 2 });

/** The author by the word of the server, with the key that it names for them in that room. */
async function originIn(place: contracts.SealedPlace, senderId: string): Promise<contracts.SealedOrigin> {
  const participants = await giulia.call(contracts.listRoomParticipants, { id: place.within });
  const sender = participants.map(({ contact }) => contact).find(({ uniqueId }) => uniqueId === senderId);
  if (!sender) throw new Error(`${senderId} is not in the room`);
  return { sender, place };
}

/** The last message of a room as Giulia reads it. */
async function readLast(roomId = id) {
  const last = (await giulia.call(contracts.listRoomMessages, { id: roomId })).at(-1);
  if (!last) throw new Error('There is no message');
  const { clientId, cryptoSchema, message, roomUniqueId, sender } = last;
  const origin = await originIn({ kind: 'message', within: roomUniqueId, id: clientId }, sender.uniqueId);
  return { sender, text: await openText(cryptoSchema, message, await giulia.reader(), origin) };
}

test('others read subject and message as those of their author', async () => {
  await post(luca, 'm-1', await seal(luca, 'm-1', 'The lining has cracked'));
  expect(await readLast()).toMatchObject({ sender: { uniqueId: luca.contactId }, text: 'The lining has cracked' });
  const { subject, cryptoSchema } = await giulia.call(contracts.getRoom, { id });
  const origin = await originIn({ kind: 'subject', within: id, id: null }, luca.contactId);
  expect(await openText(cryptoSchema, subject, await giulia.reader(), origin)).toBe('Kiln 2');
});

test('a file comes back as it was signed, with its size', async () => {
  const bytes = randomBytes(5);
  const place = { kind: 'file', within: id, id: 'f-1' } as const;
  const sent = await luca.call(contracts.sendRoomMessage, {
    id,
    message: await seal(luca, 'f-1', 'The plan'),
    base64File: await sealFile(2, bytes, people, await authorOf(luca, place)),
    fileName: 'plan.pdf',
    clientId: 'f-1',
    cryptoSchema: 2,
  });
  expect(sent.fileSize).toBe(5);
  const storedFileName = sent.fileUrl?.split('/').at(-1) ?? '';
  const { base64, cryptoSchema } = await giulia.call(contracts.getRoomFile, { roomId: id, storedFileName });
  const opened = await openFile(cryptoSchema, base64, await giulia.reader(), await originIn(place, luca.contactId));
  expect(opened).toEqual(new Uint8Array(bytes));
});

test('a message signed by another author is not genuine', async () => {
  await post(marco, 'm-2', await seal(luca, 'm-2', 'Shut it down'));
  expect(await readLast()).toMatchObject({ sender: { uniqueId: marco.contactId }, text: contracts.NOT_GENUINE });
});

test('a message signed for one room is not genuine in another, also if its own author posts it', async () => {
  await post(luca, 'm-3', await seal(luca, 'm-3', 'Shut it down'), otherId);
  expect(await readLast(otherId)).toMatchObject({
    sender: { uniqueId: luca.contactId },
    text: contracts.NOT_GENUINE,
  });
});

test('refuses a message for a person who is not in the room, and one that is not signed', async () => {
  const { uniqueId: pair } = await luca.call(contracts.createRoom, {
    targetContacts: [giulia.contactId],
    cryptoSchema: 2,
  });
  await expect(post(luca, 'm-4', await seal(luca, 'm-4', 'x'), pair)).rejects.toEqual(refusal('recipientUnknown'));
  const toOutsider = await seal(luca, 'm-4', 'x', [...people, outsider]);
  await expect(post(luca, 'm-4', toOutsider)).rejects.toEqual(refusal('recipientUnknown'));
  await expect(post(luca, 'm-4', await sealText(1, 'x', people))).rejects.toEqual(refusal('envelopeInvalid'));
});

test('the database holds no plain text', async () => {
  const { rows } = await server.context.pool.query<{ text: string }>(
    'select subject as text from rooms union all select message from room_messages',
  );
  expect(rows.length).toBeGreaterThan(4);
  for (const { text } of rows) expect(text).not.toMatch(/Kiln|lining|plan|Shut/);
});
