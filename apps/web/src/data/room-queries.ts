/** Rooms, and what was written in them: asked of the server, opened on this device, and kept. */
import {
  type CallInput,
  type changeRoom,
  type createRoom,
  MESSAGES_PER_PAGE_MAX,
  type Room,
  type RoomMessage,
} from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { loadCipher } from './call-queries';
import { type Conversation, lastPosition, type OpenedRoomMessage, withNewer, withOlder } from './conversation';
import { api, getConfig, onSessionEnd, realtime, session } from './index';
import { queryClient } from './queries';

/** A room with what is sealed in it opened; null: not sealed for the reader. */
export interface OpenedRoom extends Room {
  /** Empty: it has none, and is called by its people. */
  readonly title: string | null;
  readonly lastText: string | null;
}

export const myId = (): string | null => {
  const state = session.store.getState();
  return state.status === 'signedIn' ? state.profile.uniqueId : null;
};

async function openText(scheme: 0 | 1, sealed: string): Promise<string | null> {
  return (await loadCipher()).openText(scheme, sealed);
}

/** What is sealed as it was before is not opened again. */
async function openRoom(room: Room, known?: OpenedRoom): Promise<OpenedRoom> {
  const { subject, cryptoSchema, lastMessageText: last, lastMessageCryptoSchema } = room;
  const openTitle = async () => {
    if (subject === '') return '';
    return known?.subject === subject ? known.title : openText(cryptoSchema, subject);
  };
  const openLast = async () => {
    if (last === null) return null;
    return known?.lastMessageText === last ? known.lastText : openText(lastMessageCryptoSchema ?? cryptoSchema, last);
  };
  const [title, lastText] = await Promise.all([openTitle(), openLast()]);
  return { ...room, title, lastText };
}

export async function openMessage(message: RoomMessage): Promise<OpenedRoomMessage> {
  return { ...message, text: await openText(message.cryptoSchema, message.message) };
}

const dateOf = ({ lastMessageDate, joinedDate }: Room) => new Date(lastMessageDate ?? joinedDate).getTime();

/** Newest first (Assist 4). */
const inDateOrder = (rooms: readonly OpenedRoom[]): OpenedRoom[] =>
  rooms.toSorted((one, other) => dateOf(other) - dateOf(one));

/** By the rooms' ids: up to where the server knows that this device has messages. */
const received = new Map<string, number>();
onSessionEnd(() => received.clear());

/** Those who wrote them learn that they have come. */
export function sayReceived(roomUniqueId: string, position: number) {
  if ((received.get(roomUniqueId) ?? 0) >= position) return;
  if (realtime.send({ type: 'received', roomUniqueId, position })) received.set(roomUniqueId, position);
}

/** So many at once: the server cuts a socket off that says too much. */
const RECEIVED_AT_ONCE = 20;
const RECEIVED_PAUSE_MS = 500;
/** What is still to be said, by the rooms' ids. */
const unsaid = new Map<string, number>();
let saying: ReturnType<typeof setTimeout> | undefined;
onSessionEnd(() => {
  unsaid.clear();
  clearTimeout(saying);
  saying = undefined;
});

function sayUnsaid() {
  saying = undefined;
  for (const [roomId, position] of [...unsaid].slice(0, RECEIVED_AT_ONCE)) {
    unsaid.delete(roomId);
    sayReceived(roomId, position);
  }
  if (unsaid.size > 0) saying = setTimeout(sayUnsaid, RECEIVED_PAUSE_MS);
}

function sayReceivedIn(rooms: readonly Room[]) {
  for (const { uniqueId, lastMessage, unreadMessages } of rooms)
    if (lastMessage && unreadMessages > 0) unsaid.set(uniqueId, lastMessage.position);
  if (saying === undefined) sayUnsaid();
}

export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  queryFn: async (): Promise<OpenedRoom[]> => {
    const rooms = await api.listRooms();
    sayReceivedIn(rooms);
    const known = new Map(knownRooms()?.map((room) => [room.uniqueId, room]));
    return inDateOrder(await Promise.all(rooms.map((room) => openRoom(room, known.get(room.uniqueId)))));
  },
});

const knownRooms = (): OpenedRoom[] | undefined => queryClient.getQueryData(roomsQuery.queryKey);

export const roomIn = (rooms: readonly OpenedRoom[] | undefined, roomId: string): OpenedRoom | undefined =>
  rooms?.find(({ uniqueId }) => uniqueId === roomId);
export const knownRoom = (roomId: string) => roomIn(knownRooms(), roomId);

/** Changes one room of the list; where it stands follows from its date. */
export function changeKnownRoom(roomId: string, change: (room: OpenedRoom) => OpenedRoom) {
  queryClient.setQueryData(
    roomsQuery.queryKey,
    (rooms) => rooms && inDateOrder(rooms.map((room) => (room.uniqueId === roomId ? change(room) : room))),
  );
}

/** A room as the server now has it: a new one comes into the list. */
export async function takeRoom(room: Room): Promise<OpenedRoom> {
  const opened = await openRoom(room, knownRoom(room.uniqueId));
  queryClient.setQueryData(
    roomsQuery.queryKey,
    (rooms) => rooms && inDateOrder([opened, ...rooms.filter(({ uniqueId }) => uniqueId !== room.uniqueId)]),
  );
  return opened;
}

export function dropRoom(roomId: string) {
  queryClient.setQueryData(roomsQuery.queryKey, (rooms) => rooms?.filter(({ uniqueId }) => uniqueId !== roomId));
  queryClient.removeQueries({ queryKey: ['room', roomId] });
}

export const refreshRooms = () => queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey });

const REFRESH_SOON_MS = 1000;
let soon: ReturnType<typeof setTimeout> | undefined;
onSessionEnd(() => {
  clearTimeout(soon);
  soon = undefined;
});

/** However many say within a second that it is old. */
export function refreshRoomsSoon() {
  soon ??= setTimeout(() => {
    soon = undefined;
    void refreshRooms();
  }, REFRESH_SOON_MS);
}

/** Whatever may have changed while nothing could be heard. What was said into the cut may not have come: it is said again. */
export function refreshAllRooms() {
  received.clear();
  void refreshRooms();
  void queryClient.invalidateQueries({ queryKey: ['room'] });
}

/** Its people, and how far messages have come to each. */
export const roomPeopleQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'people'],
    queryFn: () => api.listRoomParticipants({ id: roomId }),
  });

const openAll = (messages: readonly RoomMessage[]) => Promise.all(messages.map(openMessage));

/** How often the newest messages are asked for while more and more come. */
const NEWEST_TRIES = 3;

/** The newest messages, with all that are unread as far as one page holds them. */
async function loadNewest(roomId: string, tries = NEWEST_TRIES): Promise<Conversation> {
  const unread = knownRoom(roomId)?.unreadMessages ?? 0;
  const limit = Math.min(MESSAGES_PER_PAGE_MAX, getConfig().messagesPerPage + unread);
  const page = await api.listRoomMessages({ id: roomId, limit });
  const loaded = withOlder({ messages: [], hasOlder: true }, await openAll(page), page.length === limit);
  // What was pushed before there was anything to add it to.
  const isBehind = (knownRoom(roomId)?.lastMessage?.position ?? 0) > lastPosition(loaded);
  return isBehind && tries > 1 ? loadNewest(roomId, tries - 1) : loaded;
}

/** All that was written after a message. */
async function loadNewer(roomId: string, last: RoomMessage): Promise<OpenedRoomMessage[]> {
  const found: OpenedRoomMessage[] = [];
  for (let fromId = last.uniqueId, isFull = true; isFull; ) {
    const page = await api.listRoomMessages({ id: roomId, fromId, limit: MESSAGES_PER_PAGE_MAX });
    found.push(...(await openAll(page)));
    isFull = page.length === MESSAGES_PER_PAGE_MAX;
    fromId = page.at(-1)?.uniqueId ?? fromId;
  }
  return found;
}

/** What was written in a room. Asked again, it asks for what has come since. */
export const conversationQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'messages'],
    queryFn: async (): Promise<Conversation> => {
      const last = knownConversation(roomId)?.messages.at(-1);
      if (!last) return loadNewest(roomId);
      const newer = await loadNewer(roomId, last);
      const newest = newer.at(-1);
      if (newest) sayReceived(roomId, newest.position);
      // What was pushed meanwhile stays.
      return withNewer(knownConversation(roomId) ?? { messages: [], hasOlder: true }, newer);
    },
  });

export const knownConversation = (roomId: string): Conversation | undefined =>
  queryClient.getQueryData(conversationQuery(roomId).queryKey);

/** The page before what is known. */
export async function loadOlder(roomId: string): Promise<void> {
  const first = knownConversation(roomId)?.messages[0];
  if (!first) return;
  const limit = getConfig().messagesPerPage;
  const page = await api.listRoomMessages({ id: roomId, toId: first.uniqueId, limit });
  const older = await openAll(page);
  queryClient.setQueryData(
    conversationQuery(roomId).queryKey,
    (known) => known && withOlder(known, older, page.length === limit),
  );
}

/** By the rooms' ids: up to where this page has said that they were read. */
const saidRead = new Map<string, number>();
onSessionEnd(() => saidRead.clear());

/** One has seen the messages up to a position. */
export async function markRead(roomId: string, position: number): Promise<void> {
  const room = knownRoom(roomId);
  if (!room || position <= Math.max(room.readPosition, saidRead.get(roomId) ?? 0)) return;
  saidRead.set(roomId, position);
  const me = myId();
  const unread = knownConversation(roomId)?.messages.filter(
    (message) => message.position > position && message.sender.uniqueId !== me,
  );
  changeKnownRoom(roomId, (known) => ({ ...known, readPosition: position, unreadMessages: unread?.length ?? 0 }));
  try {
    await api.readRoomMessages({ id: roomId, read: true, position });
  } catch {
    // It is said again when the list has come anew.
    saidRead.delete(roomId);
  }
}

export async function makeRoom(input: CallInput<typeof createRoom>): Promise<OpenedRoom> {
  return takeRoom(await api.createRoom(input));
}

export async function alterRoom(input: CallInput<typeof changeRoom>): Promise<OpenedRoom> {
  const room = await takeRoom(await api.changeRoom(input));
  void queryClient.invalidateQueries({ queryKey: roomPeopleQuery(room.uniqueId).queryKey });
  return room;
}

export async function leave(roomId: string): Promise<void> {
  await api.leaveRoom({ id: roomId });
  dropRoom(roomId);
}
