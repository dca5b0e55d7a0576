import { expect, test } from 'vitest';
import {
  changeRoom,
  clientFrame,
  createRoom,
  decode,
  encode,
  listRoomMessages,
  MESSAGES_PER_PAGE,
  MESSAGES_PER_PAGE_MAX,
  readRoomMessages,
  receiptOf,
  sendRoomMessage,
  serverFrame,
} from './index';

const ID = '0190a000-0000-7000-8000-0000000000aa';
const [luca, giulia, sara] = ['luca', 'giulia', 'sara'] as const;

test('A7.2: bodies of rooms are parsed from form fields', () => {
  const made = { subject: 's', targetContacts: `${ID},${ID}`, isGroup: 'true', cryptoschema: '1' };
  expect(decode(createRoom.body, made, 'text')).toEqual({
    success: true,
    data: { subject: 's', targetContacts: [ID, ID], isGroup: true, cryptoSchema: 1 },
  });
  expect(decode(changeRoom.body, { mute: 'true' }, 'text')).toEqual({ success: true, data: { mute: true } });
  expect(decode(readRoomMessages.body, { read: 'true' }, 'text')).toEqual({ success: true, data: { read: true } });
  const sent = { message: 'm', base64file: 'AAAA', fileName: 'a.txt', cryptoschema: '0', clientId: 'c' };
  expect(decode(sendRoomMessage.body, sent, 'text')).toEqual({
    success: true,
    data: { message: 'm', base64File: 'AAAA', fileName: 'a.txt', cryptoSchema: 0, clientId: 'c' },
  });
});

test('a page has as many messages as requested, up to the maximum', () => {
  const limitOf = (limit?: string) => decode(listRoomMessages.query, limit ? { limit } : {}, 'text');
  expect(limitOf()).toEqual({ success: true, data: { limit: MESSAGES_PER_PAGE } });
  expect(limitOf('7')).toEqual({ success: true, data: { limit: 7 } });
  expect(limitOf('100000')).toEqual({ success: true, data: { limit: MESSAGES_PER_PAGE_MAX } });
  for (const limit of ['0', '-1', 'all', '1.5']) expect(limitOf(limit).success).toBe(false);
});

test('events of rooms travel as pushes, except typing, which is a frame', () => {
  const content = { roomUniqueId: ID, contactUniqueId: ID, date: '2026-01-01T10:00:00.000Z', position: 7 };
  const frame = { type: 'push', messageType: 'MessagesRead', messageContent: content } as const;
  const wire = encode(serverFrame, frame);
  expect(wire).toEqual({
    type: 'push',
    messageType: 'MessagesRead',
    messageContent: { RoomUniqueId: ID, ContactUniqueId: ID, Date: content.date, Position: 7 },
  });
  expect(decode(serverFrame, wire)).toEqual({ success: true, data: frame });
  const typing = { type: 'typing', roomUniqueId: ID };
  expect(decode(clientFrame, typing)).toEqual({ success: true, data: typing });
});

test('a message counts as delivered and read when it is so for all others who were in the room', () => {
  const mine = { position: 5, senderId: luca };
  const person = (contactId: string, deliveredPosition: number, readPosition: number, joinedPosition = 0) => ({
    contactId,
    joinedPosition,
    deliveredPosition,
    readPosition,
  });
  const me = person(luca, 0, 0);
  const receipt = (...others: ReturnType<typeof person>[]) => receiptOf(mine, [me, ...others]);
  expect(receipt(person(giulia, 4, 4))).toEqual({ delivered: false, read: false });
  expect(receipt(person(giulia, 5, 4))).toEqual({ delivered: true, read: false });
  expect(receipt(person(giulia, 5, 5), person(sara, 5, 4))).toEqual({ delivered: true, read: false });
  expect(receipt(person(giulia, 9, 9), person(sara, 5, 5))).toEqual({ delivered: true, read: true });
  // Who came in after it neither hinders nor makes it.
  expect(receipt(person(giulia, 5, 5), person(sara, 5, 5, 5))).toEqual({ delivered: true, read: true });
  expect(receipt(person(sara, 5, 5, 5))).toEqual({ delivered: false, read: false });
  expect(receipt()).toEqual({ delivered: false, read: false });
});

test('a message does not wait for a guest who left a call before it', () => {
  const reader = { contactId: giulia, deliveredPosition: 5, readPosition: 5 };
  const guest = { contactId: sara, deliveredPosition: 4, readPosition: 4 };
  const receipt = (leftPosition: number | null) =>
    receiptOf({ position: 5, senderId: luca }, [reader, { ...guest, leftPosition }]);
  expect(receipt(4)).toEqual({ delivered: true, read: true });
  expect(receipt(5)).toEqual({ delivered: false, read: false });
  expect(receipt(null)).toEqual({ delivered: false, read: false });
});
