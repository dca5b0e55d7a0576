/** Rooms and messages, opened. */
import type { ShownMessage } from '../assist/conversation/source';
import type { OpenedRoomMessage, OpenedRoom } from '../assist/rooms/model/conversation';

import { testId } from './people';

interface TestPerson {
  readonly uniqueId: string;
  readonly name: string;
}

export function testMessage(
  sender: TestPerson,
  position: number,
  change: Partial<OpenedRoomMessage & ShownMessage> = {},
): OpenedRoomMessage & ShownMessage {
  const text = `Message ${position}`;
  return {
    uniqueId: testId(),
    roomUniqueId: 'room',
    position,
    sender: { uniqueId: sender.uniqueId, name: sender.name },
    message: text,
    text,
    cryptoSchema: 1,
    delivered: false,
    read: false,
    date: '2026-01-05T10:00:00.000Z',
    clientId: null,
    fileName: null,
    fileUrl: null,
    fileSize: null,
    ...change,
  };
}

/** A room of these two people without messages. */
export const testRoom = (people: readonly TestPerson[], change: Partial<OpenedRoom> = {}): OpenedRoom => ({
  uniqueId: testId(),
  subject: '',
  title: '',
  cryptoSchema: 0,
  isGroup: false,
  participants: people.map(({ uniqueId, name }) => ({ uniqueId, name })),
  joinedDate: '2026-01-05T09:00:00.000Z',
  lastMessageText: null,
  lastMessageCryptoSchema: null,
  lastMessageDate: null,
  lastText: null,
  lastMessage: null,
  unreadMessages: 0,
  readPosition: 0,
  mute: false,
  ...change,
});
