/** Rooms, and what was written in them: asked of the server, opened on this device, and kept. */
import {
  CryptoSchema,
  isGenuine,
  MESSAGES_PER_PAGE_MAX,
  type NotGenuine,
  type Room,
  type RoomMessage,
  type Scheme,
  type SealedOrigin,
  type SealedPlace,
  type Sealer,
} from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { loadCipher } from '../../../shared/call-queries';
import {
  type Conversation,
  lastPosition,
  type OpenedRoom,
  type OpenedRoomMessage,
  withNewer,
  withOlder,
} from './conversation';
import { isPassing } from '../../../platform/http/api-error';
import { api, getConfig, myself, onSessionEnd } from '../../../platform';
import { noteKeys } from '../../../platform/crypto/known-keys';
import { peopleQuery, queryClient } from '../../../shared/queries';
import { dropKept, keepOnly, readBefore, readNewest, readRooms } from './room-cache';
import { LoadingInProgressError, loadList, noteWhole, openInSlices } from './room-loading';
import { sendDeliveryReceipt, resetDeliveryReceipts, sendDeliveryReceiptsIn } from './delivery-receipts';

/** Something sealed, where it stands in a room, and whose it is said to be. */
interface SealedText {
  readonly scheme: Scheme;
  readonly sealed: string;
  readonly authorId: string;
  readonly place: SealedPlace;
  readonly date: string | null;
}

const isSame = (one: SealedText, other: SealedText | null | undefined) =>
  one.sealed === other?.sealed &&
  one.scheme === other.scheme &&
  one.authorId === other.authorId &&
  one.place.id === other.place.id;

const subjectOf = ({ uniqueId, subject, cryptoSchema, subjectAuthor }: Room): SealedText => ({
  scheme: cryptoSchema,
  sealed: subject,
  authorId: subjectAuthor?.uniqueId ?? '',
  place: { kind: 'subject', within: uniqueId, id: null },
  date: null,
});

function lastOf(room: Room): SealedText | null {
  const { uniqueId, lastMessage, lastMessageText, lastMessageCryptoSchema, lastMessageDate } = room;
  if (!lastMessage || lastMessageText === null || lastMessageCryptoSchema === null) return null;
  const { clientId = null, sender } = lastMessage;
  return {
    scheme: lastMessageCryptoSchema,
    sealed: lastMessageText,
    authorId: sender.uniqueId,
    place: { kind: 'message', within: uniqueId, id: clientId },
    date: lastMessageDate,
  };
}

/** As known here, or as the server has them now: they may have other keys since. */
async function findAuthor(roomId: string, contactId: string, isAnew = false): Promise<Sealer> {
  const known = () => queryClient.query({ ...peopleQuery, staleTime: 'static' });
  const present = async (age: { staleTime?: number }) =>
    (await queryClient.query({ ...roomPeopleQuery(roomId), ...age })).map(({ contact }) => contact);
  const former = (age: { staleTime?: number }) => queryClient.query({ ...formerPeopleQuery(roomId), ...age });
  const now = { staleTime: 0 };
  const own = myself();
  if (own?.uniqueId === contactId) return own;
  // Last of all those who have come or gone just now.
  const kept = isAnew ? [] : [known, () => present({}), () => former({})];
  for (const list of [...kept, () => present(now), () => former(now)]) {
    const author = (await list()).find(({ uniqueId }) => uniqueId === contactId);
    if (author) return author;
  }
  // Of nobody whom the room knows nothing is genuine.
  return { uniqueId: contactId, publicKey: '' };
}

type Claim = Omit<SealedText, 'sealed'>;

/** Whose something in a room is said to be. Only what is signed needs a key. */
async function originIn({ scheme, authorId, place, date }: Claim, isAnew = false): Promise<SealedOrigin> {
  const isSigned = scheme === CryptoSchema.v2;
  const sender = isSigned ? await findAuthor(place.within, authorId, isAnew) : { uniqueId: authorId, publicKey: '' };
  return { sender, place, date };
}

/** Opens something by its author's keys as they are known here; where it is not genuine by those, by those of now. */
export async function openAs<Opened>(claim: Claim, open: (origin: SealedOrigin) => Promise<Opened>): Promise<Opened> {
  const origin = await originIn(claim);
  const opened = await open(origin);
  if (isGenuine(opened)) return opened;
  const anew = await originIn(claim, true);
  return anew.sender.publicKey === origin.sender.publicKey ? opened : open(anew);
}

const openText = (text: SealedText): Promise<string | NotGenuine | null> =>
  openAs(text, async (origin) => (await loadCipher()).openText(text.scheme, text.sealed, origin));

/** What is sealed as it was before is not opened again; what did not open may the next time. */
async function openRoom(room: Room, known?: OpenedRoom): Promise<OpenedRoom> {
  const openTitle = async () => {
    const subject = subjectOf(room);
    if (subject.sealed === '') return '';
    return typeof known?.title === 'string' && isSame(subject, subjectOf(known)) ? known.title : openText(subject);
  };
  const openLast = async () => {
    const last = lastOf(room);
    if (!last) return null;
    return typeof known?.lastText === 'string' && isSame(last, lastOf(known)) ? known.lastText : openText(last);
  };
  const [title, lastText] = await Promise.all([openTitle(), openLast()]);
  return { ...room, title, lastText };
}

export async function openMessage(message: RoomMessage): Promise<OpenedRoomMessage> {
  const { roomUniqueId: within, sender, clientId: id, cryptoSchema: scheme, message: sealed } = message;
  const place: SealedPlace = { kind: 'message', within, id };
  return { ...message, text: await openText({ scheme, sealed, authorId: sender.uniqueId, place, date: message.date }) };
}

const dateOf = ({ lastMessageDate, joinedDate }: Room) => new Date(lastMessageDate ?? joinedDate).getTime();

/** Newest first (A4.37). */
const inDateOrder = (rooms: readonly OpenedRoom[]): OpenedRoom[] =>
  rooms.toSorted((one, other) => dateOf(other) - dateOf(one));

/** What is kept on the device is shown until the server has answered, and is old from the first. */
const OLD = { updatedAt: 0 };

async function showKeptRooms() {
  if (knownRooms()) return;
  const kept = await readRooms();
  if (!kept || knownRooms()) return;
  queryClient.setQueryData(roomsQuery.queryKey, kept, OLD);
  noteWhole();
}

/** Who has left a room reads nothing of it; who came in again, from then on. */
function forgetWhatIsNotForMe(rooms: readonly Room[]) {
  const known = new Map(knownRooms()?.map((room) => [room.uniqueId, room]));
  void keepOnly(new Set(rooms.map(({ uniqueId }) => uniqueId)));
  for (const { uniqueId, joinedDate } of rooms)
    if ((known.get(uniqueId)?.joinedDate ?? joinedDate) !== joinedDate) {
      void dropKept(uniqueId);
      void queryClient.resetQueries({ queryKey: conversationQuery(uniqueId).queryKey });
    }
}

function takeAnswer(rooms: readonly Room[]) {
  sendDeliveryReceiptsIn(rooms);
  forgetWhatIsNotForMe(rooms);
}

export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  queryFn: async (): Promise<OpenedRoom[]> =>
    inDateOrder(
      await loadList<Room, OpenedRoom>({
        showKept: showKeptRooms,
        ask: () => api.listRooms(),
        onAnswer: takeAnswer,
        open: (room) => openRoom(room, knownRoom(room.uniqueId)),
        known: knownRooms,
        show: (rooms) => void queryClient.setQueryData(roomsQuery.queryKey, inDateOrder(rooms), OLD),
        onChanged: refreshRoomsSoon,
      }),
    ),
});

export const knownRooms = (): OpenedRoom[] | undefined => queryClient.getQueryData(roomsQuery.queryKey);

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
  void dropKept(roomId);
}

/** Where they are on their way, they are asked for anew: what has changed may not be in what comes. */
export const refreshRooms = () => queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey });

/** Somebody asks for them. @throws LoadingInProgressError while they are on their way: that goes on */
export async function askForRooms(): Promise<void> {
  const { queryKey } = roomsQuery;
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) throw new LoadingInProgressError();
  await queryClient.refetchQueries({ queryKey, exact: true });
}

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
  resetDeliveryReceipts();
  void refreshRooms();
  void queryClient.invalidateQueries({ queryKey: ['room'] });
}

/** Its people, and how far messages have come to each. */
export const roomPeopleQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'people'],
    queryFn: async () => {
      const people = await api.listRoomParticipants({ id: roomId });
      void noteKeys(people.map(({ contact }) => contact));
      return people;
    },
  });

/** Who is no longer in it, and wrote what one reads there. */
export const formerPeopleQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'former'],
    queryFn: () => api.listFormerParticipants({ id: roomId }),
  });

/** Who came, left or renamed it, since one came in. */
export const roomChangesQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'changes'],
    queryFn: () => api.listRoomChanges({ id: roomId }),
  });

/** As messages of the room that was asked for, whatever they say. */
const openAll = (roomUniqueId: string, messages: readonly RoomMessage[]) =>
  openInSlices(messages, (message) => openMessage({ ...message, roomUniqueId }));

/** The newest messages, with all that are unread as far as one page holds them. */
async function loadNewest(roomId: string): Promise<Conversation> {
  const unread = knownRoom(roomId)?.unreadMessages ?? 0;
  const limit = Math.min(MESSAGES_PER_PAGE_MAX, getConfig().messagesPerPage + unread);
  const page = await api.listRoomMessages({ id: roomId, limit });
  return withOlder({ messages: [], hasOlder: true }, await openAll(roomId, page), page.length === limit);
}

/** All that was written after a message. */
async function loadNewer(roomId: string, last: RoomMessage): Promise<OpenedRoomMessage[]> {
  const found: OpenedRoomMessage[] = [];
  for (let fromId = last.uniqueId, isFull = true; isFull; ) {
    const page = await api.listRoomMessages({ id: roomId, fromId, limit: MESSAGES_PER_PAGE_MAX });
    found.push(...(await openAll(roomId, page)));
    isFull = page.length === MESSAGES_PER_PAGE_MAX;
    fromId = page.at(-1)?.uniqueId ?? fromId;
  }
  return found;
}

/** What could not be opened when it was kept may be by now. */
async function openAgain(kept: Conversation): Promise<Conversation> {
  const open = async (message: OpenedRoomMessage) =>
    typeof message.text === 'string' ? message : openMessage(message).catch(() => message);
  return { ...kept, messages: await Promise.all(kept.messages.map(open)) };
}

/** What is kept of a room, where it is not so far behind that all between would have to be asked for. */
async function showKept(roomId: string): Promise<Conversation | undefined> {
  const kept = await readNewest(roomId);
  if (!kept) return undefined;
  const missing = (knownRoom(roomId)?.lastMessage?.position ?? 0) - lastPosition(kept);
  if (missing > MESSAGES_PER_PAGE_MAX) return undefined;
  return queryClient.setQueryData(conversationQuery(roomId).queryKey, await openAgain(kept), OLD);
}

/** What was written in a room. Asked again, it asks for what has come since. */
export const conversationQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'messages'],
    queryFn: async (): Promise<Conversation> => {
      const last = (knownConversation(roomId) ?? (await showKept(roomId)))?.messages.at(-1);
      if (!last) return loadNewest(roomId);
      const newer = await loadNewer(roomId, last).catch((error: unknown) => {
        if (isPassing(error)) throw error;
        return null;
      });
      // The server does not know what is known here: it was put back to an earlier day.
      if (!newer) return dropKept(roomId).then(() => loadNewest(roomId));
      const newest = newer.at(-1);
      if (newest) sendDeliveryReceipt(roomId, newest.position);
      // What was pushed meanwhile stays.
      return withNewer(knownConversation(roomId) ?? { messages: [], hasOlder: true }, newer);
    },
    // With each older page all would be compared with what stood in its place before, and made anew.
    structuralSharing: false,
  });

export const knownConversation = (roomId: string): Conversation | undefined =>
  queryClient.getQueryData(conversationQuery(roomId).queryKey);

/** The page before what is known. @param limit of what is asked of the server */
export async function loadOlder(roomId: string, limit = getConfig().messagesPerPage): Promise<void> {
  const first = knownConversation(roomId)?.messages[0];
  if (!first) return;
  const kept = await readBefore(roomId, first.position);
  if (kept) {
    const { messages, hasOlder } = await openAgain(kept);
    queryClient.setQueryData(
      conversationQuery(roomId).queryKey,
      (known) => known && withOlder(known, messages, hasOlder),
    );
    return;
  }
  const page = await api.listRoomMessages({ id: roomId, toId: first.uniqueId, limit });
  const older = await openAll(roomId, page);
  queryClient.setQueryData(
    conversationQuery(roomId).queryKey,
    (known) => known && withOlder(known, older, page.length === limit),
  );
}

/** All from a message on. Stops where nothing older comes, and when nobody waits for it any more. */
export async function loadBackTo(roomId: string, position: number, signal?: AbortSignal): Promise<void> {
  for (let last = Number.POSITIVE_INFINITY; !signal?.aborted; ) {
    const { messages, hasOlder } = knownConversation(roomId) ?? { messages: [], hasOlder: false };
    const first = messages[0]?.position ?? 0;
    if (!hasOlder || first <= position || first >= last) return;
    last = first;
    await loadOlder(roomId, MESSAGES_PER_PAGE_MAX);
  }
}
