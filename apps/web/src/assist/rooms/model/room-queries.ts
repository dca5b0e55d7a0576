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
import { api, getConfig, myself } from '../../../platform';
import { peopleQuery } from '../../../shared/queries';
import { formerPeopleQuery, roomPeopleQuery } from './room-people';
import { dropKept, keepOnly, readBefore, readNewest, readRooms } from './room-cache';
import { createRoomLoading, LoadingInProgressError, loadList, openInSlices } from './room-loading';
import { createRoomReceipts, deliveredIn } from './receipts';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createQueryClient, scopeOf } from '../../../shared/query-client';

const clientOf = (scope: SessionScope) => scope.get(createQueryClient);

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
async function findAuthor(scope: SessionScope, roomId: string, contactId: string, isAnew = false): Promise<Sealer> {
  const known = () => clientOf(scope).query({ ...peopleQuery, staleTime: 'static' });
  const present = async (age: { staleTime?: number }) =>
    (await clientOf(scope).query({ ...roomPeopleQuery(roomId), ...age })).map(({ contact }) => contact);
  const former = (age: { staleTime?: number }) => clientOf(scope).query({ ...formerPeopleQuery(roomId), ...age });
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
async function originIn(
  scope: SessionScope,
  { scheme, authorId, place, date }: Claim,
  isAnew = false,
): Promise<SealedOrigin> {
  const isSigned = scheme === CryptoSchema.v2;
  const sender = isSigned
    ? await findAuthor(scope, place.within, authorId, isAnew)
    : { uniqueId: authorId, publicKey: '' };
  return { sender, place, date };
}

/** Decrypts with the author's known keys; if it is not genuine by those, with freshly fetched ones. */
export async function openAs<Opened>(
  scope: SessionScope,
  claim: Claim,
  open: (origin: SealedOrigin) => Promise<Opened>,
): Promise<Opened> {
  const origin = await originIn(scope, claim);
  const opened = await open(origin);
  if (isGenuine(opened)) return opened;
  const anew = await originIn(scope, claim, true);
  return anew.sender.publicKey === origin.sender.publicKey ? opened : open(anew);
}

const openText = (scope: SessionScope, text: SealedText): Promise<string | NotGenuine | null> =>
  openAs(scope, text, async (origin) => (await loadCipher(scope)).openText(text.scheme, text.sealed, origin));

/** Reuses a decrypted field while its envelope is the same; a failed decryption is tried again. */
async function openRoom(scope: SessionScope, room: Room, known?: OpenedRoom): Promise<OpenedRoom> {
  const openTitle = async () => {
    const subject = subjectOf(room);
    if (subject.sealed === '') return '';
    return typeof known?.title === 'string' && isSame(subject, subjectOf(known))
      ? known.title
      : openText(scope, subject);
  };
  const openLast = async () => {
    const last = lastOf(room);
    if (!last) return null;
    return typeof known?.lastText === 'string' && isSame(last, lastOf(known)) ? known.lastText : openText(scope, last);
  };
  const [title, lastText] = await Promise.all([openTitle(), openLast()]);
  return { ...room, title, lastText };
}

export async function openMessage(scope: SessionScope, message: RoomMessage): Promise<OpenedRoomMessage> {
  const { roomUniqueId: within, sender, clientId: id, cryptoSchema: scheme, message: sealed } = message;
  const place: SealedPlace = { kind: 'message', within, id };
  return {
    ...message,
    text: await openText(scope, { scheme, sealed, authorId: sender.uniqueId, place, date: message.date }),
  };
}

const dateOf = ({ lastMessageDate, joinedDate }: Room) => new Date(lastMessageDate ?? joinedDate).getTime();

/** Newest first (A4.37). */
const inDateOrder = (rooms: readonly OpenedRoom[]): OpenedRoom[] =>
  rooms.toSorted((one, other) => dateOf(other) - dateOf(one));

/** Shows the cached rooms until the server answers; they count as stale from the start. */
const OLD = { updatedAt: 0 };

async function showKeptRooms(scope: SessionScope) {
  if (knownRooms(scope)) return;
  const cached = await readRooms(scope);
  if (!cached || knownRooms(scope)) return;
  clientOf(scope).setQueryData(roomsQuery.queryKey, cached, OLD);
  scope.get(createRoomLoading).noteWhole();
}

/** A user who has left a room may read nothing of it; one who has joined again, only from then on. */
function forgetWhatIsNotForMe(scope: SessionScope, rooms: readonly Room[]) {
  const known = new Map(knownRooms(scope)?.map((room) => [room.uniqueId, room]));
  void keepOnly(scope, new Set(rooms.map(({ uniqueId }) => uniqueId)));
  for (const { uniqueId, joinedDate } of rooms)
    if ((known.get(uniqueId)?.joinedDate ?? joinedDate) !== joinedDate) {
      void dropKept(scope, uniqueId);
      void clientOf(scope).resetQueries({ queryKey: conversationQuery(uniqueId).queryKey });
    }
}

function handleAnswer(scope: SessionScope, rooms: readonly Room[]) {
  scope.get(createRoomReceipts).noteDelivered(deliveredIn(rooms));
  forgetWhatIsNotForMe(scope, rooms);
}

export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  queryFn: async (context): Promise<OpenedRoom[]> => {
    const scope = scopeOf(context);
    return inDateOrder(
      await loadList<Room, OpenedRoom>(scope.get(createRoomLoading), {
        showKept: () => showKeptRooms(scope),
        ask: () => api.listRooms(),
        onAnswer: (rooms) => handleAnswer(scope, rooms),
        open: (room) => openRoom(scope, room, knownRoom(scope, room.uniqueId)),
        known: () => knownRooms(scope),
        show: (rooms) => void clientOf(scope).setQueryData(roomsQuery.queryKey, inDateOrder(rooms), OLD),
        onChanged: () => refreshRoomsSoon(scope),
      }),
    );
  },
});

export const knownRooms = (scope: SessionScope): OpenedRoom[] | undefined =>
  clientOf(scope).getQueryData(roomsQuery.queryKey);

export const roomIn = (rooms: readonly OpenedRoom[] | undefined, roomId: string): OpenedRoom | undefined =>
  rooms?.find(({ uniqueId }) => uniqueId === roomId);
export const knownRoom = (scope: SessionScope, roomId: string) => roomIn(knownRooms(scope), roomId);

/** Changes one room of the list; its place follows from its date. */
export function changeKnownRoom(scope: SessionScope, roomId: string, change: (room: OpenedRoom) => OpenedRoom) {
  scope
    .get(createQueryClient)
    .setQueryData(
      roomsQuery.queryKey,
      (rooms) => rooms && inDateOrder(rooms.map((room) => (room.uniqueId === roomId ? change(room) : room))),
    );
}

/** Applies a room as the server now has it. A new one is added to the list. */
export async function applyRoom(scope: SessionScope, room: Room): Promise<OpenedRoom> {
  const opened = await openRoom(scope, room, knownRoom(scope, room.uniqueId));
  scope
    .get(createQueryClient)
    .setQueryData(
      roomsQuery.queryKey,
      (rooms) => rooms && inDateOrder([opened, ...rooms.filter(({ uniqueId }) => uniqueId !== room.uniqueId)]),
    );
  return opened;
}

export function dropRoom(scope: SessionScope, roomId: string) {
  scope
    .get(createQueryClient)
    .setQueryData(roomsQuery.queryKey, (rooms) => rooms?.filter(({ uniqueId }) => uniqueId !== roomId));
  clientOf(scope).removeQueries({ queryKey: ['room', roomId] });
  void dropKept(scope, roomId);
}

/** Fetches again; a running request is restarted, because its answer may be older than the change. */
export const refreshRooms = (scope: SessionScope) =>
  clientOf(scope).invalidateQueries({ queryKey: roomsQuery.queryKey });

/** The user requests the rooms. @throws LoadingInProgressError while they are loading, which goes on */
export async function requestRooms(scope: SessionScope): Promise<void> {
  const { queryKey } = roomsQuery;
  if (clientOf(scope).isFetching({ queryKey, exact: true }) > 0) throw new LoadingInProgressError();
  await clientOf(scope).refetchQueries({ queryKey, exact: true });
}

const REFRESH_SOON_MS = 1000;

function createRefreshSoon(scope: SessionScope) {
  let soon: ReturnType<typeof setTimeout> | undefined;
  scope.onDispose(() => clearTimeout(soon));
  return () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      void refreshRooms(scope);
    }, REFRESH_SOON_MS);
  };
}

/** Debounced: several invalidations within a second cause one request. */
export const refreshRoomsSoon = (scope: SessionScope): void => scope.get(createRefreshSoon)();

/** After a reconnection: fetches what may have changed, and repeats receipts that may be lost. */
export function refreshAllRooms(scope: SessionScope) {
  scope.get(createRoomReceipts).forgetDelivered();
  void refreshRooms(scope);
  void clientOf(scope).invalidateQueries({ queryKey: ['room'] });
}

/** Marks them as messages of the requested room, whatever room they name. */
const openAll = (scope: SessionScope, roomUniqueId: string, messages: readonly RoomMessage[]) =>
  openInSlices(messages, (message) => openMessage(scope, { ...message, roomUniqueId }));

/** The newest messages, including the unread ones as far as they fit into one page. */
async function loadNewest(scope: SessionScope, roomId: string): Promise<Conversation> {
  const unread = knownRoom(scope, roomId)?.unreadMessages ?? 0;
  const limit = Math.min(MESSAGES_PER_PAGE_MAX, getConfig().messagesPerPage + unread);
  const page = await api.listRoomMessages({ id: roomId, limit });
  return withOlder({ messages: [], hasOlder: true }, await openAll(scope, roomId, page), page.length === limit);
}

/** All messages after a message. */
async function loadNewer(scope: SessionScope, roomId: string, last: RoomMessage): Promise<OpenedRoomMessage[]> {
  const found: OpenedRoomMessage[] = [];
  for (let fromId = last.uniqueId, isFull = true; isFull; ) {
    const page = await api.listRoomMessages({ id: roomId, fromId, limit: MESSAGES_PER_PAGE_MAX });
    found.push(...(await openAll(scope, roomId, page)));
    isFull = page.length === MESSAGES_PER_PAGE_MAX;
    fromId = page.at(-1)?.uniqueId ?? fromId;
  }
  return found;
}

/** Tries again to decrypt messages that were cached undecrypted. */
async function openAgain(scope: SessionScope, cached: Conversation): Promise<Conversation> {
  const open = async (message: OpenedRoomMessage) =>
    typeof message.text === 'string' ? message : openMessage(scope, message).catch(() => message);
  return { ...cached, messages: await Promise.all(cached.messages.map(open)) };
}

/** The cached messages of a room, unless too many newer ones would have to be fetched. */
async function showKept(scope: SessionScope, roomId: string): Promise<Conversation | undefined> {
  const cached = await readNewest(scope, roomId);
  if (!cached) return undefined;
  const missing = (knownRoom(scope, roomId)?.lastMessage?.position ?? 0) - lastPosition(cached);
  if (missing > MESSAGES_PER_PAGE_MAX) return undefined;
  return scope
    .get(createQueryClient)
    .setQueryData(conversationQuery(roomId).queryKey, await openAgain(scope, cached), OLD);
}

/** The messages of a room. A refetch fetches only newer ones. */
export const conversationQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'messages'],
    queryFn: async (context): Promise<Conversation> => {
      const scope = scopeOf(context);
      const last = (knownConversation(scope, roomId) ?? (await showKept(scope, roomId)))?.messages.at(-1);
      if (!last) return loadNewest(scope, roomId);
      const newer = await loadNewer(scope, roomId, last).catch((error: unknown) => {
        if (isPassing(error)) throw error;
        return null;
      });
      // The server lacks messages that are known here: it was restored from a backup.
      if (!newer) return dropKept(scope, roomId).then(() => loadNewest(scope, roomId));
      const newest = newer.at(-1);
      if (newest) scope.get(createRoomReceipts).noteDelivered([[roomId, newest.position]]);
      // Messages that were pushed meanwhile stay.
      return withNewer(knownConversation(scope, roomId) ?? { messages: [], hasOlder: true }, newer);
    },
    // Structural sharing compares by index, so each older page would recreate all messages.
    structuralSharing: false,
  });

export const knownConversation = (scope: SessionScope, roomId: string): Conversation | undefined =>
  clientOf(scope).getQueryData(conversationQuery(roomId).queryKey);

/** Loads the page before the known messages. @param limit of the request */
export async function loadOlder(
  scope: SessionScope,
  roomId: string,
  limit = getConfig().messagesPerPage,
): Promise<void> {
  const first = knownConversation(scope, roomId)?.messages[0];
  if (!first) return;
  const cached = await readBefore(scope, roomId, first.position);
  if (cached) {
    const { messages, hasOlder } = await openAgain(scope, cached);
    scope
      .get(createQueryClient)
      .setQueryData(conversationQuery(roomId).queryKey, (known) => known && withOlder(known, messages, hasOlder));
    return;
  }
  const page = await api.listRoomMessages({ id: roomId, toId: first.uniqueId, limit });
  const older = await openAll(scope, roomId, page);
  scope
    .get(createQueryClient)
    .setQueryData(
      conversationQuery(roomId).queryKey,
      (known) => known && withOlder(known, older, page.length === limit),
    );
}

/** Loads all messages from a position on. Stops if nothing older arrives, or if it is aborted. */
export async function loadBackTo(
  scope: SessionScope,
  roomId: string,
  position: number,
  signal?: AbortSignal,
): Promise<void> {
  for (let last = Number.POSITIVE_INFINITY; !signal?.aborted; ) {
    const { messages, hasOlder } = knownConversation(scope, roomId) ?? { messages: [], hasOlder: false };
    const first = messages[0]?.position ?? 0;
    if (!hasOlder || first <= position || first >= last) return;
    last = first;
    await loadOlder(scope, roomId, MESSAGES_PER_PAGE_MAX);
  }
}
