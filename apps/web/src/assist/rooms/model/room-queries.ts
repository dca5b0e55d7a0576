/** Queries of rooms and messages: fetched from the server, decrypted on this device, and cached. */
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

/** Something sealed, its place in a room, and its claimed author. */
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

/** Finds an author among the loaded members, or fetches them: their keys may have changed. */
async function findAuthor(roomId: string, contactId: string, isAnew = false): Promise<Sealer> {
  const known = () => queryClient.query({ ...peopleQuery, staleTime: 'static' });
  const present = async (age: { staleTime?: number }) =>
    (await queryClient.query({ ...roomPeopleQuery(roomId), ...age })).map(({ contact }) => contact);
  const former = (age: { staleTime?: number }) => queryClient.query({ ...formerPeopleQuery(roomId), ...age });
  const now = { staleTime: 0 };
  const own = myself();
  if (own?.uniqueId === contactId) return own;
  // Last, the members who have just joined or left.
  const cached = isAnew ? [] : [known, () => present({}), () => former({})];
  for (const list of [...cached, () => present(now), () => former(now)]) {
    const author = (await list()).find(({ uniqueId }) => uniqueId === contactId);
    if (author) return author;
  }
  // Nothing by an author unknown to the room is genuine: no signature fits an empty key.
  return { uniqueId: contactId, publicKey: '' };
}

type Claim = Omit<SealedText, 'sealed'>;

/** The claimed author. Only signed contents need a key. */
async function originIn({ scheme, authorId, place, date }: Claim, isAnew = false): Promise<SealedOrigin> {
  const isSigned = scheme === CryptoSchema.v2;
  const sender = isSigned ? await findAuthor(place.within, authorId, isAnew) : { uniqueId: authorId, publicKey: '' };
  return { sender, place, date };
}

/** Decrypts with the author's known keys; if it is not genuine by those, with freshly fetched ones. */
export async function openAs<Opened>(claim: Claim, open: (origin: SealedOrigin) => Promise<Opened>): Promise<Opened> {
  const origin = await originIn(claim);
  const opened = await open(origin);
  if (isGenuine(opened)) return opened;
  const anew = await originIn(claim, true);
  return anew.sender.publicKey === origin.sender.publicKey ? opened : open(anew);
}

const openText = (text: SealedText): Promise<string | NotGenuine | null> =>
  openAs(text, async (origin) => (await loadCipher()).openText(text.scheme, text.sealed, origin));

/** Reuses a decrypted field while its envelope is the same; a failed decryption is tried again. */
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

/** Shows the cached rooms until the server answers; they count as stale from the start. */
const OLD = { updatedAt: 0 };

async function showKeptRooms() {
  if (knownRooms()) return;
  const cached = await readRooms();
  if (!cached || knownRooms()) return;
  queryClient.setQueryData(roomsQuery.queryKey, cached, OLD);
  noteWhole();
}

/** A user who has left a room may read nothing of it; one who has joined again, only from then on. */
function forgetWhatIsNotForMe(rooms: readonly Room[]) {
  const known = new Map(knownRooms()?.map((room) => [room.uniqueId, room]));
  void keepOnly(new Set(rooms.map(({ uniqueId }) => uniqueId)));
  for (const { uniqueId, joinedDate } of rooms)
    if ((known.get(uniqueId)?.joinedDate ?? joinedDate) !== joinedDate) {
      void dropKept(uniqueId);
      void queryClient.resetQueries({ queryKey: conversationQuery(uniqueId).queryKey });
    }
}

function handleAnswer(rooms: readonly Room[]) {
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
        onAnswer: handleAnswer,
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

/** Changes one room of the list; its place follows from its date. */
export function changeKnownRoom(roomId: string, change: (room: OpenedRoom) => OpenedRoom) {
  queryClient.setQueryData(
    roomsQuery.queryKey,
    (rooms) => rooms && inDateOrder(rooms.map((room) => (room.uniqueId === roomId ? change(room) : room))),
  );
}

/** Applies a room as the server now has it. A new one is added to the list. */
export async function applyRoom(room: Room): Promise<OpenedRoom> {
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

/** Fetches again; a running request is restarted, because its answer may be older than the change. */
export const refreshRooms = () => queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey });

/** The user requests the rooms. @throws LoadingInProgressError while they are loading, which goes on */
export async function requestRooms(): Promise<void> {
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

/** Debounced: several invalidations within a second cause one request. */
export function refreshRoomsSoon() {
  soon ??= setTimeout(() => {
    soon = undefined;
    void refreshRooms();
  }, REFRESH_SOON_MS);
}

/** After a reconnection: fetches what may have changed, and repeats receipts that may be lost. */
export function refreshAllRooms() {
  resetDeliveryReceipts();
  void refreshRooms();
  void queryClient.invalidateQueries({ queryKey: ['room'] });
}

/** The members of a room, with the delivery state for each. */
export const roomPeopleQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'people'],
    queryFn: async () => {
      const people = await api.listRoomParticipants({ id: roomId });
      void noteKeys(people.map(({ contact }) => contact));
      return people;
    },
  });

/** Former members, who are authors of messages in it. */
export const formerPeopleQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'former'],
    queryFn: () => api.listFormerParticipants({ id: roomId }),
  });

/** Who joined, left or renamed the room since the user joined. */
export const roomChangesQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'changes'],
    queryFn: () => api.listRoomChanges({ id: roomId }),
  });

/** Marks them as messages of the requested room, whatever room they name. */
const openAll = (roomUniqueId: string, messages: readonly RoomMessage[]) =>
  openInSlices(messages, (message) => openMessage({ ...message, roomUniqueId }));

/** The newest messages, including the unread ones as far as they fit into one page. */
async function loadNewest(roomId: string): Promise<Conversation> {
  const unread = knownRoom(roomId)?.unreadMessages ?? 0;
  const limit = Math.min(MESSAGES_PER_PAGE_MAX, getConfig().messagesPerPage + unread);
  const page = await api.listRoomMessages({ id: roomId, limit });
  return withOlder({ messages: [], hasOlder: true }, await openAll(roomId, page), page.length === limit);
}

/** All messages after a message. */
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

/** Tries again to decrypt messages that were cached undecrypted. */
async function openAgain(cached: Conversation): Promise<Conversation> {
  const open = async (message: OpenedRoomMessage) =>
    typeof message.text === 'string' ? message : openMessage(message).catch(() => message);
  return { ...cached, messages: await Promise.all(cached.messages.map(open)) };
}

/** The cached messages of a room, unless too many newer ones would have to be fetched. */
async function showKept(roomId: string): Promise<Conversation | undefined> {
  const cached = await readNewest(roomId);
  if (!cached) return undefined;
  const missing = (knownRoom(roomId)?.lastMessage?.position ?? 0) - lastPosition(cached);
  if (missing > MESSAGES_PER_PAGE_MAX) return undefined;
  return queryClient.setQueryData(conversationQuery(roomId).queryKey, await openAgain(cached), OLD);
}

/** The messages of a room. A refetch fetches only newer ones. */
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
      // The server lacks messages that are known here: it was restored from a backup.
      if (!newer) return dropKept(roomId).then(() => loadNewest(roomId));
      const newest = newer.at(-1);
      if (newest) sendDeliveryReceipt(roomId, newest.position);
      // Messages that were pushed meanwhile stay.
      return withNewer(knownConversation(roomId) ?? { messages: [], hasOlder: true }, newer);
    },
    // Structural sharing compares by index, so each older page would recreate all messages.
    structuralSharing: false,
  });

export const knownConversation = (roomId: string): Conversation | undefined =>
  queryClient.getQueryData(conversationQuery(roomId).queryKey);

/** Loads the page before the known messages. @param limit of the request */
export async function loadOlder(roomId: string, limit = getConfig().messagesPerPage): Promise<void> {
  const first = knownConversation(roomId)?.messages[0];
  if (!first) return;
  const cached = await readBefore(roomId, first.position);
  if (cached) {
    const { messages, hasOlder } = await openAgain(cached);
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

/** Loads all messages from a position on. Stops if nothing older arrives, or if it is aborted. */
export async function loadBackTo(roomId: string, position: number, signal?: AbortSignal): Promise<void> {
  for (let last = Number.POSITIVE_INFINITY; !signal?.aborted; ) {
    const { messages, hasOlder } = knownConversation(roomId) ?? { messages: [], hasOlder: false };
    const first = messages[0]?.position ?? 0;
    if (!hasOlder || first <= position || first >= last) return;
    last = first;
    await loadOlder(roomId, MESSAGES_PER_PAGE_MAX);
  }
}
