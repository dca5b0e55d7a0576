/**
 * Cache of decrypted rooms and messages on this device, under these keys of local storage (A3.19, A3.20): `rooms`, and `room_{id}` in
 * pages of a fixed number of positions, so that the end of a long room can be shown without reading the rest.
 */
import { applyChanges } from '@earth/messaging';
import { type Conversation, lastPosition, type OpenedRoom, type OpenedRoomMessage } from './conversation';
import { pageCache } from '../../../platform/storage/page-cache';
import type { SessionScope } from '../../../platform/session/session-scope';

/** Positions in a page. */
const PAGE = 50;
/** Limit of pages of all rooms together; the oldest are evicted. */
const PAGES_KEPT = 400;
/** Eviction runs after so many writes. */
const TRIM_EVERY = 20;

/** Without the envelope, if it could be decrypted, and without the text if it was deleted. */
const slim = (message: OpenedRoomMessage, erased: ReadonlySet<number>): OpenedRoomMessage => {
  if (erased.has(message.position)) return { ...message, message: '', text: null, fileName: null, fileUrl: null };
  return typeof message.text === 'string' ? { ...message, message: '' } : message;
};

const ROOMS = 'rooms';
const PAGES = 'room_';
const namesOf = (roomId: string) => `${PAGES}${roomId}/`;
const pageOf = (position: number) => Math.floor((position - 1) / PAGE);
const nameOf = (roomId: string, page: number) => `${namesOf(roomId)}${String(page).padStart(7, '0')}`;
const roomOf = (name: string) => name.slice(PAGES.length, name.indexOf('/'));

const createCached = () => ({
  /** The cached conversations, by room id, as far as this page knows. */
  conversations: new Map<string, Conversation>(),
  /** The positions that are cached without their text, by room id. */
  erased: new Map<string, ReadonlySet<number>>(),
  /** Deletions of messages that are not loaded, whose pages were searched. */
  sought: new Set<string>(),
  /** Writes since the last eviction. */
  untrimmed: TRIM_EVERY,
  /** Decrypted pages by name, while a search reads them repeatedly. */
  held: new Map<string, Promise<Conversation | null>>(),
  /** How many searches hold pages. */
  holders: 0,
});

export async function readRooms(scope: SessionScope): Promise<OpenedRoom[] | null> {
  const rooms = await pageCache(scope)?.read<OpenedRoom[]>(ROOMS);
  return rooms?.map((room) => ({ ...room, isKept: true })) ?? null;
}

export const keepRooms = async (scope: SessionScope, rooms: readonly OpenedRoom[]): Promise<void> =>
  pageCache(scope)?.keep(ROOMS, rooms);

const readPage = async (scope: SessionScope, roomId: string, page: number): Promise<Conversation | null> =>
  (await pageCache(scope)?.read<Conversation>(nameOf(roomId, page))) ?? null;

/** Holds decrypted pages in memory, because decrypting takes longer than searching. @returns a function that releases them */
export function holdPages(scope: SessionScope): () => void {
  const cached = scope.get(createCached);
  cached.holders += 1;
  return () => {
    cached.holders -= 1;
    if (cached.holders === 0) cached.held.clear();
  };
}

function openPage(scope: SessionScope, name: string): Promise<Conversation | null> {
  const { held, holders } = scope.get(createCached);
  const page = held.get(name) ?? pageCache(scope)?.read<Conversation>(name) ?? Promise.resolve(null);
  if (holders > 0) held.set(name, page);
  return page;
}

/** The cached messages directly before a message. Null: none, or there is a gap. */
export async function readBefore(scope: SessionScope, roomId: string, position: number): Promise<Conversation | null> {
  const found = position > 1 ? await readPage(scope, roomId, pageOf(position - 1)) : null;
  const messages = found?.messages.filter((message) => message.position < position) ?? [];
  return found && messages.at(-1)?.position === position - 1 ? { ...found, messages } : null;
}

/** The newest cached page, and the one before it if the newest is short. Null: nothing is cached. */
export async function readNewest(scope: SessionScope, roomId: string): Promise<Conversation | null> {
  const newest = (await pageCache(scope)?.names(namesOf(roomId)))?.at(-1);
  const found = newest === undefined ? null : await readPage(scope, roomId, Number(newest.split('/')[1]));
  const first = found?.messages[0];
  if (!found || !first) return null;
  const before = found.messages.length < PAGE ? await readBefore(scope, roomId, first.position) : null;
  const all = before ? { ...before, messages: [...before.messages, ...found.messages] } : found;
  scope.get(createCached).conversations.set(roomId, all);
  return all;
}

/** All cached messages, page by page. */
export async function* readPages(scope: SessionScope): AsyncGenerator<Conversation> {
  for (const name of (await pageCache(scope)?.names(PAGES)) ?? []) {
    const page = await openPage(scope, name);
    if (page) yield page;
  }
}

/** The pages with messages that are not cached yet. */
function newPages({ messages, hasOlder }: Conversation, before: Conversation | undefined): ReadonlySet<number> {
  const first = before?.messages[0]?.position ?? 0;
  const last = before ? lastPosition(before) : 0;
  const isNew = ({ position }: OpenedRoomMessage) => position < first || position > last;
  const start = hasOlder === before?.hasOlder ? [] : messages.slice(0, 1);
  return new Set([...start, ...messages.filter(isNew)].map(({ position }) => pageOf(position)));
}

/** The positions of messages whose text must not stay on the device: deleted ones, and their edits. */
function erasedIn(messages: readonly OpenedRoomMessage[]): ReadonlySet<number> {
  const deleted = applyChanges(messages).filter(({ isDeleted }) => isDeleted);
  if (deleted.length === 0) return new Set();
  const ids = new Set(deleted.map(({ uniqueId }) => uniqueId));
  const edits = messages.filter(({ change, changedUniqueId = '' }) => change === 'edit' && ids.has(changedUniqueId));
  return new Set([...deleted, ...edits].map(({ position }) => position));
}

/** Erases what was deleted on cached pages that are not loaded. All pages of the room are read, but once for each deletion. */
async function eraseOlder(scope: SessionScope, roomId: string, { messages }: Conversation): Promise<void> {
  const cache = pageCache(scope);
  const { held, sought } = scope.get(createCached);
  const loaded = new Set(messages.map(({ uniqueId }) => uniqueId));
  const deletions = messages.filter(
    ({ change, changedUniqueId = '', uniqueId }) =>
      change === 'delete' && !loaded.has(changedUniqueId) && !sought.has(uniqueId),
  );
  if (!cache || deletions.length === 0) return;
  for (const { uniqueId } of deletions) sought.add(uniqueId);
  const first = messages[0]?.position ?? 0;
  const names = (await cache.names(namesOf(roomId))).filter((name) => Number(name.split('/')[1]) <= pageOf(first));
  const pages = await Promise.all(names.map(async (name) => ({ name, page: await cache.read<Conversation>(name) })));
  const older = pages.flatMap(({ page }) => page?.messages.filter(({ position }) => position < first) ?? []);
  const erased = erasedIn([...older, ...messages]);
  for (const { name, page } of pages) {
    if (!page?.messages.some(({ position, text }) => position < first && erased.has(position) && text !== null))
      continue;
    const last = page.messages.at(-1)?.date ?? '';
    await cache.keep(name, { ...page, messages: page.messages.map((one) => slim(one, erased)) }, Date.parse(last));
    held.delete(name);
  }
}

/** Caches what is new in a conversation. */
export async function keepConversation(scope: SessionScope, roomId: string, conversation: Conversation): Promise<void> {
  const cache = pageCache(scope);
  if (!cache) return;
  const cached = scope.get(createCached);
  const erased = erasedIn(conversation.messages);
  const before = cached.erased.get(roomId);
  const changed = [...erased].filter((position) => !before?.has(position)).map(pageOf);
  cached.erased.set(roomId, erased);
  const pages = new Set([...newPages(conversation, cached.conversations.get(roomId)), ...changed]);
  cached.conversations.set(roomId, conversation);
  const first = conversation.messages[0];
  for (const page of pages) {
    const messages = conversation.messages.filter(({ position }) => pageOf(position) === page);
    const hasOlder = messages[0] === first ? conversation.hasOlder : true;
    const stretch: Conversation = { messages: messages.map((message) => slim(message, erased)), hasOlder };
    const name = nameOf(roomId, page);
    await cache.keep(name, stretch, Date.parse(messages.at(-1)?.date ?? ''));
    cached.held.delete(name);
    cached.untrimmed += 1;
  }
  await eraseOlder(scope, roomId, conversation);
  if (cached.untrimmed < TRIM_EVERY) return;
  cached.untrimmed = 0;
  await cache.trim(PAGES_KEPT);
}

/** Removes a room that the user has left. */
export async function dropKept(scope: SessionScope, roomId: string): Promise<void> {
  scope.get(createCached).conversations.delete(roomId);
  scope.get(createCached).erased.delete(roomId);
  const cache = pageCache(scope);
  await cache?.drop(await cache.names(namesOf(roomId)));
}

/** Removes all rooms of which the user is no longer a member. */
export async function keepOnly(scope: SessionScope, roomIds: ReadonlySet<string>): Promise<void> {
  const cache = pageCache(scope);
  const names = (await cache?.names(PAGES)) ?? [];
  await cache?.drop(names.filter((name) => !roomIds.has(roomOf(name))));
}
