/** Files of views and their indices. They stay on the device, so that a camera recognizes without a network what it has seen before. */
import type { Sending } from '@earth/messaging';
import { api, ApiError, NO_ANSWER, session } from '../../platform';
import { atServer } from '../../platform/server-address';
import { type FileCaches, fileCaches, trim, VIEWS } from '../../platform/storage/kept-files';

/** About 100 kB each. */
const FILES_MAX = 400;

const openCache = async (files: FileCaches | null) => (await files?.open(VIEWS).catch(() => null)) ?? null;

/** If the storage is full, what is there stays. */
async function store(cache: Cache, name: string, bytes: Uint8Array) {
  await cache.put(atServer(name), new Response(bytes.slice()));
  await trim(cache, FILES_MAX);
}

async function read(cache: Cache | null, name: string): Promise<Uint8Array | null> {
  const cached = await cache?.match(atServer(name));
  return cached ? new Uint8Array(await cached.arrayBuffer()) : null;
}

/** Only what a visitor without a session sees is stored, because what needs a sign-in must not stay on the device. */
export const isVisitor = () => session.store.getState().status === 'signedOut';

/** A view's file. Its name is a hash of its content, so the copy on the device is never out of date. */
export async function fetchView(
  digest: string,
  signal: AbortSignal,
  files: FileCaches | null = fileCaches(),
): Promise<Uint8Array> {
  const name = `/api/discover/views/${digest}`;
  const cache = await openCache(files);
  const cached = await read(cache, name);
  if (cached) return cached;
  const isStored = isVisitor();
  const bytes = await api.getViewFile({ digest }, { signal, onProgress: () => undefined });
  if (cache && isStored) void store(cache, name, bytes).catch(() => undefined);
  return bytes;
}

/**
 * Network first; without an answer the copy of the last time.
 * @param name an address
 */
export async function networkFirst(
  name: string,
  load: () => Promise<Uint8Array>,
  files: FileCaches | null = fileCaches(),
): Promise<Uint8Array> {
  const cache = await openCache(files);
  const isStored = isVisitor();
  try {
    const bytes = await load();
    if (cache && isStored) void store(cache, name, bytes).catch(() => undefined);
    return bytes;
  } catch (error) {
    const isUnanswered = error instanceof ApiError && error.code === NO_ANSWER;
    const cached = isUnanswered ? await read(cache, name) : null;
    if (cached) return cached;
    throw error;
  }
}

/** An answer as JSON, kept on the device for the next time without a network. */
export async function keptJson<Answer>(name: string, load: () => Promise<Answer>): Promise<Answer> {
  const bytes = await networkFirst(name, async () => new TextEncoder().encode(JSON.stringify(await load())));
  return JSON.parse(new TextDecoder().decode(bytes)) as Answer;
}

/** The index of all markers that the caller may see. */
export const fetchMarkerIndex = (sending: Sending): Promise<Uint8Array> =>
  networkFirst('/api/markers?index', () => api.getMarkerIndex({}, sending));

/** The index of a model. @param id of the model */
export const fetchModelIndex = (id: string, sending: Sending): Promise<Uint8Array> =>
  networkFirst(`/api/discover/models/${id}?index`, () => api.getModelIndex({ id }, sending));

/** The copy on the device; null: there is none. */
export const keptFile = async (name: string, files: FileCaches | null = fileCaches()): Promise<Uint8Array | null> =>
  read(await openCache(files), name);

/** Whether the device has a copy. */
export async function isKept(name: string, files: FileCaches | null = fileCaches()): Promise<boolean> {
  const cache = await openCache(files);
  return (await cache?.match(atServer(name))) !== undefined;
}
