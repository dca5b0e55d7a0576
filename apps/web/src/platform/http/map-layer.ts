/** The file of a map layer that a menu item names. */
import { isWithdrawn } from './api-error';
import { serverOrigin } from '../server-address';
import { ANY_ORIGIN, type FileCaches, fileCaches, LAYERS, trim } from '../storage/kept-files';

/** Limit of the offline cache: one map must not fill the device. */
const LAYERS_MAX = 20;
const LAYER_MOST_BYTES = 5 * 1024 * 1024;

/** The layer does not exist, or its address is on another server. */
export class NoLayerError extends Error {
  override readonly name = 'NoLayerError';
}

/** Only addresses of this server: the Content-Security-Policy forbids others. */
function layerAddress(text: string): string | null {
  const server = serverOrigin() ?? undefined;
  const url = URL.canParse(text, server) ? new URL(text, server) : null;
  return url?.origin === server ? (url?.href ?? null) : null;
}

/** Private layers have a signature in the query and a private `Cache-Control`. */
const isForEverybody = (url: string, { headers }: Response) =>
  !url.includes('?') && (headers.get('cache-control') ?? '').startsWith('public');

async function store(cache: Cache, url: string, answer: Response) {
  const size = (await answer.clone().arrayBuffer()).byteLength;
  if (!isForEverybody(url, answer) || size > LAYER_MOST_BYTES) return;
  await cache.put(url, answer);
  await trim(cache, LAYERS_MAX);
}

/** Network first: cached after download; without an answer the cached copy is used. */
async function fetchCached(url: string, signal: AbortSignal, files: FileCaches | null): Promise<Response> {
  const cache = (await files?.open(LAYERS).catch(() => null)) ?? null;
  try {
    const answer = await fetch(url, { credentials: 'same-origin', signal });
    // If storage is full, the existing entries stay.
    if (answer.ok && cache) void store(cache, url, answer.clone()).catch(() => undefined);
    if (isWithdrawn(answer.status)) await cache?.delete(url);
    return answer;
  } catch (error) {
    const cached = await cache?.match(url, ANY_ORIGIN);
    if (cached && !signal.aborted) return cached;
    throw error;
  }
}

/** Rejects with `NoLayerError`, and if there is neither an answer nor a cached copy. */
export async function fetchLayer(
  address: string,
  signal: AbortSignal,
  files: FileCaches | null = fileCaches(),
): Promise<ArrayBuffer> {
  const url = layerAddress(address);
  const response = url === null ? null : await fetchCached(url, signal, files);
  if (!response?.ok) throw new NoLayerError();
  return await response.arrayBuffer();
}
