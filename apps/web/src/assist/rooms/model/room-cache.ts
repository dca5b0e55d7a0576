/**
 * Rooms and what was written in them, as this device has opened it, under these keys of local storage (A3.19, A3.20): `rooms`, and
 * `room_{id}` in pages of so many positions each, so that a long room is shown from its end without reading the rest.
 */
import { type Conversation, lastPosition, type OpenedRoom, type OpenedRoomMessage } from './conversation';
import { onSessionEnd } from '../../../platform';
import { pageCache } from '../../../platform/storage/page-cache';

/** Positions in a page. */
const PAGE = 50;
/** Of all rooms together; the oldest go first. */
const PAGES_KEPT = 400;
/** The oldest are looked for after so many. */
const TRIM_EVERY = 20;

/** Without its envelope, where that is opened. */
const slim = (message: OpenedRoomMessage): OpenedRoomMessage =>
  typeof message.text === 'string' ? { ...message, message: '' } : message;

const ROOMS = 'rooms';
const PAGES = 'room_';
const namesOf = (roomId: string) => `${PAGES}${roomId}/`;
const pageOf = (position: number) => Math.floor((position - 1) / PAGE);
const nameOf = (roomId: string, page: number) => `${namesOf(roomId)}${String(page).padStart(7, '0')}`;
const roomOf = (name: string) => name.slice(PAGES.length, name.indexOf('/'));

/** By the rooms' ids: what is kept of each, as far as this page knows. */
const kept = new Map<string, Conversation>();
let untrimmed = TRIM_EVERY;
onSessionEnd(() => {
  kept.clear();
  held?.clear();
  untrimmed = TRIM_EVERY;
});

export async function readRooms(): Promise<OpenedRoom[] | null> {
  const rooms = await pageCache()?.read<OpenedRoom[]>(ROOMS);
  return rooms?.map((room) => ({ ...room, isKept: true })) ?? null;
}

export const keepRooms = async (rooms: readonly OpenedRoom[]): Promise<void> => pageCache()?.keep(ROOMS, rooms);

const readPage = async (roomId: string, page: number): Promise<Conversation | null> =>
  (await pageCache()?.read<Conversation>(nameOf(roomId, page))) ?? null;

/** The pages that were opened, by their names, as long as somebody goes through them again and again; null: nobody does. */
let held: Map<string, Promise<Conversation | null>> | null = null;
let holders = 0;

/** To open them takes longer than to look through them. @returns what ends it */
export function holdPages(): () => void {
  holders += 1;
  held ??= new Map();
  return () => {
    holders -= 1;
    if (holders === 0) held = null;
  };
}

function openPage(name: string): Promise<Conversation | null> {
  const page = held?.get(name) ?? pageCache()?.read<Conversation>(name) ?? Promise.resolve(null);
  held?.set(name, page);
  return page;
}

/** What is kept right before a message. Null: nothing, or not up to it. */
export async function readBefore(roomId: string, position: number): Promise<Conversation | null> {
  const found = position > 1 ? await readPage(roomId, pageOf(position - 1)) : null;
  const messages = found?.messages.filter((message) => message.position < position) ?? [];
  return found && messages.at(-1)?.position === position - 1 ? { ...found, messages } : null;
}

/** The newest page that is kept, and what is before it where that is but little. Null: nothing is kept. */
export async function readNewest(roomId: string): Promise<Conversation | null> {
  const newest = (await pageCache()?.names(namesOf(roomId)))?.at(-1);
  const found = newest === undefined ? null : await readPage(roomId, Number(newest.split('/')[1]));
  const first = found?.messages[0];
  if (!found || !first) return null;
  const before = found.messages.length < PAGE ? await readBefore(roomId, first.position) : null;
  const all = before ? { ...before, messages: [...before.messages, ...found.messages] } : found;
  kept.set(roomId, all);
  return all;
}

/** All that is kept of what was written in rooms, page by page. */
export async function* readPages(): AsyncGenerator<Conversation> {
  for (const name of (await pageCache()?.names(PAGES)) ?? []) {
    const page = await openPage(name);
    if (page) yield page;
  }
}

/** The pages in which there is something that was not kept before. */
function newPages({ messages, hasOlder }: Conversation, before: Conversation | undefined): ReadonlySet<number> {
  const first = before?.messages[0]?.position ?? 0;
  const last = before ? lastPosition(before) : 0;
  const isNew = ({ position }: OpenedRoomMessage) => position < first || position > last;
  const start = hasOlder === before?.hasOlder ? [] : messages.slice(0, 1);
  return new Set([...start, ...messages.filter(isNew)].map(({ position }) => pageOf(position)));
}

/** Keeps of a conversation what is new in it. */
export async function keepConversation(roomId: string, conversation: Conversation): Promise<void> {
  const cache = pageCache();
  if (!cache) return;
  const pages = newPages(conversation, kept.get(roomId));
  kept.set(roomId, conversation);
  const first = conversation.messages[0];
  for (const page of pages) {
    const messages = conversation.messages.filter(({ position }) => pageOf(position) === page);
    const hasOlder = messages[0] === first ? conversation.hasOlder : true;
    const stretch: Conversation = { messages: messages.map(slim), hasOlder };
    const name = nameOf(roomId, page);
    await cache.keep(name, stretch, Date.parse(messages.at(-1)?.date ?? ''));
    held?.delete(name);
    untrimmed += 1;
  }
  if (untrimmed < TRIM_EVERY) return;
  untrimmed = 0;
  await cache.trim(PAGES_KEPT);
}

/** What was written in a room that one has left. */
export async function dropKept(roomId: string): Promise<void> {
  kept.delete(roomId);
  const cache = pageCache();
  await cache?.drop(await cache.names(namesOf(roomId)));
}

/** Of rooms that one is not in any more nothing is kept. */
export async function keepOnly(roomIds: ReadonlySet<string>): Promise<void> {
  const cache = pageCache();
  const names = (await cache?.names(PAGES)) ?? [];
  await cache?.drop(names.filter((name) => !roomIds.has(roomOf(name))));
}
