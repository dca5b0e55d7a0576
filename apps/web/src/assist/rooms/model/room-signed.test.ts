/** Rooms under scheme 2, with the real cipher: a content is genuine only in the place for which its author sealed it. */
import type { Cipher } from '@earth/calls';
import {
  type Contact,
  NOT_GENUINE,
  type Profile,
  type Room,
  type RoomMessage,
  type Scheme,
  type SealedPlace,
  type FileText,
  type Sealer,
} from '@earth/contracts';
import { importPrivateKeys } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { createOutbox, type MessageFields, type Unsent } from '@earth/messaging';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact, testId, testProfile } from '../../../testing/people';
import { testMessage, testRoom } from '../../../testing/rooms';
import { ApiError, NO_ANSWER } from '../../../platform/http/api-error';
import * as callQueries from '../../../shared/call-queries';
import { createCipher, type PageCipher } from '../../../platform/crypto/cipher';
import { api, currentScope, session } from '../../../platform';
import { peopleQuery } from '../../../shared/queries';
import { openRoomFile } from './room-files';
import { sealRoomName } from './room-actions';
import { conversationQuery, openMessage, roomsQuery } from './room-queries';
import { queries } from '../../../testing/scope';

interface Person {
  readonly contact: Contact;
  readonly privateKey: string;
  readonly cipher: Cipher;
}

async function createPerson(name: string, setting: Scheme = 2): Promise<Person> {
  const { publicKey, privateKey } = await createKeyBundle();
  const contact = testContact({ name, publicKey });
  const keys = await importPrivateKeys(privateKey);
  return { contact, privateKey, cipher: createCipher(setting, async () => ({ uniqueId: contact.uniqueId, keys })) };
}

const [giulia, luca, sara] = await Promise.all(
  ['Giulia Ferri', 'Luca Moretti', 'Sara Conti'].map((name) => createPerson(name)),
);
if (!giulia || !luca || !sara) throw new Error('Three people are needed');
const everybody = [giulia.contact, luca.contact, sara.contact];
const [roomId, otherRoomId] = [testId(), testId()];
const me: Profile = testProfile({ ...giulia.contact, company: testProfile().company });

/** Of the user who reads. */
let reading: PageCipher;

beforeEach(() => {
  reading = giulia.cipher;
  vi.spyOn(callQueries, 'loadCipher').mockImplementation(async () => reading);
  vi.spyOn(callQueries, 'loadRoomCipher').mockImplementation(async () => reading);
  session.store.setState({ status: 'signedIn', profile: me }, true);
  vi.spyOn(api, 'listAddressBook').mockResolvedValue([]);
  peopleAre(everybody);
  formerAre([]);
});
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
});

const toParticipant = (contact: Contact) => ({
  contact,
  joinedDate: '2026-01-05T09:00:00.000Z',
  joinedPosition: 0,
  deliveredPosition: 0,
  readPosition: 0,
});
const peopleAre = (people: readonly Contact[]) =>
  vi.spyOn(api, 'listRoomParticipants').mockResolvedValue(people.map(toParticipant));
const formerAre = (people: Contact[]) => vi.spyOn(api, 'listFormerParticipants').mockResolvedValue(people);

/** A stored message: sealed by its author for these people and this place. */
async function written(
  { cipher, contact }: Pick<Person, 'cipher' | 'contact'>,
  text: string,
  change: Partial<SealedPlace> = {},
  people = everybody,
) {
  const place: SealedPlace = { kind: 'message', within: roomId, id: 'c1', ...change };
  const cryptoSchema = await cipher.schemeFor(people);
  const message = await cipher.sealText(cryptoSchema, text, people, place);
  return stored(contact, { message, cryptoSchema });
}

function stored(sender: Contact, change: Partial<RoomMessage>): RoomMessage {
  const { text: _, ...message } = testMessage(sender, 2, { roomUniqueId: roomId, clientId: 'c1', ...change });
  return message;
}

const textOf = async (message: RoomMessage) => (await openMessage(currentScope(), message)).text;

const altered = ({ message }: RoomMessage, change: (envelope: Record<string, string & string[]>) => object) => {
  const envelope = JSON.parse(message) as Record<string, string & string[]>;
  return JSON.stringify({ ...envelope, ...change(envelope) });
};
/** Flips the lowest bit of the last byte. */
function bitOff(base64 = ''): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64');
}

/** Forgeries made of messages by Luca or Sara. */
const forgeries: readonly [string, () => Promise<RoomMessage>][] = [
  ['was taken from another room', () => written(luca, 'Open V-12', { within: otherRoomId })],
  ['stands under another id', () => written(luca, 'Open V-12', { id: 'c0' })],
  ['was a group’s name', () => written(luca, 'Open V-12', { kind: 'subject', id: null })],
  [
    'another of the room has signed, in his name',
    async () => ({ ...(await written(sara, 'Open V-12')), sender: luca.contact }),
  ],
  [
    'another of the room posts as her own',
    async () => ({ ...(await written(luca, 'Open V-12')), sender: sara.contact }),
  ],
  [
    'has a byte changed',
    async () => {
      const message = await written(luca, 'Open V-12');
      return { ...message, message: altered(message, ({ Message }) => ({ Message: bitOff(Message) })) };
    },
  ],
  [
    'was written to fewer people than it says',
    async () => {
      const message = await written(luca, 'Open V-12', {}, [giulia.contact, luca.contact]);
      const Recipients = everybody.map(({ uniqueId }) => uniqueId);
      return { ...message, message: altered(message, () => ({ Recipients })) };
    },
  ],
];

test('a message verifies as its author’s for all members, and on the author’s other device', async () => {
  const message = await written(luca, 'Close V-12');
  expect(message.cryptoSchema).toBe(2);
  expect(await textOf(message)).toBe('Close V-12');
  expect(await textOf(await written(giulia, 'I did'))).toBe('I did');
});

test.each(forgeries)('a message that %s is not genuine, in the conversation and in the list', async (_, forge) => {
  const forged = await forge();
  const { queryKey } = conversationQuery(roomId);
  queries().setQueryData(queryKey, { messages: [testMessage(luca.contact, 1)], hasOlder: false });
  vi.spyOn(api, 'listRoomMessages').mockResolvedValue([forged]);
  const { messages } = await queries().query({ ...conversationQuery(roomId), staleTime: 0 });
  expect(messages.map(({ text }) => text)).toEqual(['Message 1', NOT_GENUINE]);

  vi.spyOn(api, 'listRooms').mockResolvedValue([roomWith(forged)]);
  expect(await queries().query(roomsQuery)).toMatchObject([{ lastText: NOT_GENUINE }]);
});

function roomWith({ message, cryptoSchema, date, clientId, ...last }: RoomMessage): Room {
  const { title: _, lastText: __, ...room } = testRoom(everybody, { uniqueId: roomId, isGroup: true });
  return {
    ...room,
    lastMessageText: message,
    lastMessageCryptoSchema: cryptoSchema,
    lastMessageDate: date,
    lastMessage: { ...last, ...(clientId !== null && { clientId }) },
  };
}

test('a message that names another room is not genuine in the requested one', async () => {
  const { queryKey } = conversationQuery(roomId);
  queries().setQueryData(queryKey, { messages: [testMessage(luca.contact, 1)], hasOlder: false });
  const moved = { ...(await written(luca, 'Open V-12', { within: otherRoomId })), roomUniqueId: otherRoomId };
  vi.spyOn(api, 'listRoomMessages').mockResolvedValue([moved]);
  const { messages } = await queries().query({ ...conversationQuery(roomId), staleTime: 0 });
  expect(messages.at(-1)?.text).toEqual(NOT_GENUINE);
});

test('a last message attributed to another author with the same envelope is not genuine', async () => {
  const message = await written(luca, 'Close V-12');
  const listRooms = vi.spyOn(api, 'listRooms').mockResolvedValue([roomWith(message)]);
  expect(await queries().query(roomsQuery)).toMatchObject([{ lastText: 'Close V-12' }]);
  listRooms.mockResolvedValue([roomWith({ ...message, sender: sara.contact })]);
  expect(await queries().query({ ...roomsQuery, staleTime: 0 })).toMatchObject([{ lastText: NOT_GENUINE }]);
});

test('messages under schemes 0, 1 and 2 are readable in one room', async () => {
  const oldDevice = { ...luca, cipher: createCipher(1, async () => null) };
  const sealed = await written(oldDevice, 'Sealed');
  const plain = stored(sara.contact, { message: 'Plain', cryptoSchema: 0 });
  const signed = await written(luca, 'Signed');
  expect([plain, sealed, signed].map(({ cryptoSchema }) => cryptoSchema)).toEqual([0, 1, 2]);
  expect(await Promise.all([plain, sealed, signed].map(textOf))).toEqual(['Plain', 'Sealed', 'Signed']);
});

test('messages of former and new members verify; a stranger’s do not', async () => {
  const message = await written(luca, 'Close V-12');
  peopleAre([giulia.contact]);
  formerAre([luca.contact]);
  expect(await textOf(message)).toBe('Close V-12');
  formerAre([]);
  // The members are fetched again before anything counts as not genuine.
  peopleAre([giulia.contact, sara.contact]);
  expect(await textOf(await written(sara, 'Hello'))).toBe('Hello');
  queries().clear();
  peopleAre([giulia.contact]);
  expect(await textOf(message)).toEqual(NOT_GENUINE);
});

test('a list of rooms fetches the keys of known people once', async () => {
  const listAddressBook = vi.spyOn(api, 'listAddressBook');
  listAddressBook.mockResolvedValue([{ uniqueId: testId(), contact: luca.contact }]);
  const message = await written(luca, 'Close V-12');
  vi.spyOn(api, 'listRooms').mockResolvedValue([roomWith(message), { ...roomWith(message), uniqueId: otherRoomId }]);
  const rooms = await queries().query(roomsQuery);
  expect(rooms.map(({ lastText }) => lastText)).toEqual(['Close V-12', NOT_GENUINE]);
  expect(listAddressBook).toHaveBeenCalledTimes(1);
  // Only for contents that would count as not genuine.
  expect(api.listRoomParticipants).toHaveBeenCalledExactlyOnceWith({ id: otherRoomId });
});

test('after a key change, older messages verify with the former keys, newer ones only with the new keys', async () => {
  const renewed = await createPerson('Luca Moretti');
  const { uniqueId } = luca.contact;
  const replacedDate = '2026-01-05T12:00:00.000Z';
  const now = { ...renewed.contact, uniqueId, formerKeys: [{ publicKey: luca.contact.publicKey, replacedDate }] };
  const cipher = createCipher(2, async () => ({ uniqueId, keys: await importPrivateKeys(renewed.privateKey) }));
  // This page has loaded him before.
  vi.spyOn(api, 'listAddressBook').mockResolvedValue([{ uniqueId: testId(), contact: luca.contact }]);
  await queries().query(peopleQuery);
  peopleAre([giulia.contact, now]);
  const before = { date: '2026-01-05T11:00:00.000Z' };
  const after = { date: '2026-01-05T13:00:00.000Z' };
  expect(await textOf({ ...(await written({ contact: now, cipher }, 'Hello again')), ...after })).toBe('Hello again');
  const place = { kind: 'file', within: roomId, id: 'c1', fileName: 'seal.txt' } as const;
  const base64 = await cipher.sealFile(2, new Blob(['40 Nm']), everybody, place);
  vi.spyOn(api, 'getRoomFile').mockResolvedValue({ fileName: 'f.bin', base64, cryptoSchema: 2 });
  const file = await openRoomFile(
    { scope: currentScope(), roomId },
    stored(now, { cryptoSchema: 2, fileName: 'seal.txt', ...after }),
    'file',
  );
  expect(file instanceof Blob && (await file.text())).toBe('40 Nm');
  queries().clear();
  vi.spyOn(api, 'listAddressBook').mockResolvedValue([]);
  const old = await written(luca, 'Close V-12');
  expect(await textOf({ ...old, ...before })).toBe('Close V-12');
  expect(await textOf({ ...old, ...after })).toEqual(NOT_GENUINE);
});

test('a group’s name is signed by its author, for that group', async () => {
  reading = luca.cipher;
  const named = await sealRoomName(currentScope(), roomId, 'Night shift', everybody);
  expect(named.cryptoSchema).toBe(2);
  reading = giulia.cipher;
  const { title: _, lastText: __, ...room } = testRoom(everybody, { uniqueId: roomId, isGroup: true, ...named });
  const titleOf = async (change: Partial<Room>) => {
    queries().clear();
    vi.spyOn(api, 'listRooms').mockResolvedValue([{ ...room, subjectAuthor: luca.contact, ...change }]);
    return (await queries().query(roomsQuery))[0]?.title;
  };
  expect(await titleOf({})).toBe('Night shift');
  expect(await titleOf({ subjectAuthor: sara.contact })).toEqual(NOT_GENUINE);
  expect(await titleOf({ uniqueId: otherRoomId })).toEqual(NOT_GENUINE);
});

test('a file verifies only for its own message', async () => {
  const fileUrl = `/storage/rooms/${roomId}/f.bin`;
  const seal = (id: string, scheme: Scheme = 2) =>
    luca.cipher.sealFile(scheme, new Blob(['40 Nm']), everybody, { kind: 'file', within: roomId, id });
  const message = stored(luca.contact, { cryptoSchema: 2, fileName: 'seal.txt', fileUrl, fileSize: 5 });
  const open = (base64: FileText, cryptoSchema: Scheme = 2) => {
    vi.spyOn(api, 'getRoomFile').mockResolvedValue({ fileName: 'f.bin', base64, cryptoSchema });
    return openRoomFile({ scope: currentScope(), roomId }, message, 'file');
  };
  const opened = await open(await seal('c1'));
  expect(opened instanceof Blob && (await opened.text())).toBe('40 Nm');
  expect(await open(await seal('c0'))).toEqual(NOT_GENUINE);
  expect(await open(await seal('c1', 1), 1)).toEqual(NOT_GENUINE);
  expect(await open(btoa('40 Nm'), 0)).toEqual(NOT_GENUINE);
});

test('a preview verifies only as the preview of its own message', async () => {
  const seal = (kind: 'file' | 'preview', id: string) =>
    luca.cipher.sealFile(2, new Blob(['small']), everybody, { kind, within: roomId, id });
  const previewUrl = `/storage/rooms/${roomId}/f-preview.bin`;
  const message = stored(luca.contact, { cryptoSchema: 2, fileName: 'seal.jpg', previewUrl });
  const open = async (base64: FileText) => {
    vi.spyOn(api, 'getRoomFile').mockResolvedValue({ fileName: 'seal.jpg', base64, cryptoSchema: 2 });
    return openRoomFile({ scope: currentScope(), roomId }, message, 'preview');
  };
  const opened = await open(await seal('preview', 'c1'));
  expect(opened instanceof Blob && (await opened.text())).toBe('small');
  expect(vi.mocked(api.getRoomFile).mock.lastCall?.[0]).toEqual({ roomId, storedFileName: 'f-preview.bin' });
  expect(await open(await seal('preview', 'c0'))).toEqual(NOT_GENUINE);
  expect(await open(await seal('file', 'c1'))).toEqual(NOT_GENUINE);
});

test('a message stored under the user’s former keys is decrypted, and sent signed with the present ones', async () => {
  const [before, after] = await Promise.all([createKeyBundle(), createKeyBundle()]);
  const kept = new Map<string, Unsent>();
  const open = async (
    sender: Sealer,
    privateKeys: Parameters<typeof importPrivateKeys>,
    sendMessage: (fields: MessageFields) => Promise<void>,
  ) => {
    const keys = await importPrivateKeys(...privateKeys);
    const { uniqueId, publicKey } = sender;
    const people = [{ uniqueId, publicKey }, luca.contact];
    return createOutbox({
      kind: 'room',
      keepsRefused: true,
      me: sender,
      maxFileBytes: 10,
      clock: { now: () => Date.parse('2026-01-05T10:00:00.000Z'), setTimeout: () => null, clearTimeout: () => {} },
      realtime: { onOpen: () => () => {} },
      store: {
        claimLeft: async () => [...kept.values()],
        keep: async (unsent) => void kept.set(unsent.fields.clientId, unsent),
        drop: async (clientId) => void kept.delete(clientId),
        leave: async () => {},
      },
      cipher: createCipher(2, async () => ({ uniqueId, keys })),
      makePreview: async () => null,
      createId: testId,
      recipients: async () => people,
      knownRecipients: () => people,
      sendMessage,
    });
  };
  const { uniqueId } = giulia.contact;
  const away = new ApiError({ code: NO_ANSWER, error: null, message: '' });
  const first = await open({ uniqueId, publicKey: before.publicKey }, [before.privateKey], () => Promise.reject(away));
  first.send(roomId, 'Close valve 2');
  first.sendFile(roomId, new File(['40 Nm'], 'seal.txt'));
  await expect.poll(() => kept.size).toBe(2);
  first.stop();

  // By the device's clock it was written later.
  const formerKeys = [{ publicKey: before.publicKey, replacedDate: '2026-01-05T09:00:00.000Z' }];
  const sender = { uniqueId, publicKey: after.publicKey, formerKeys };
  const send = vi.fn<(fields: MessageFields) => Promise<void>>(async () => {});
  const next = await open(sender, [after.privateKey, [before.privateKey]], send);
  await next.sendLeft();
  await expect.poll(() => [send.mock.calls.length, kept.size]).toEqual([2, 0]);
  const opened = await Promise.all(
    send.mock.calls.map(async ([{ clientId: id, cryptoSchema, fileName, message, base64File }]) => {
      const originOf = (kind: 'message' | 'file') => ({ sender, place: { kind, within: roomId, id, fileName } });
      const file = base64File && (await luca.cipher.openFile(cryptoSchema, base64File, originOf('file')));
      return [
        await luca.cipher.openText(cryptoSchema, message, originOf('message')),
        file instanceof Blob && (await file.text()),
      ];
    }),
  );
  // Files and texts have separate queues: either may be first.
  expect(new Set(opened)).toEqual(
    new Set([
      ['Close valve 2', false],
      ['seal.txt', '40 Nm'],
    ]),
  );
});
