/** The file of a map's layer, which a menu item names. */
import { isWithdrawn } from './api-error';
import { type KeptFiles, keptFiles, LAYERS, trim } from '../storage/kept-files';

/** Kept for when there is no net: a device has other uses for its room than one map. */
const LAYERS_MOST = 20;
const LAYER_MOST_BYTES = 5 * 1024 * 1024;

/** It is not there, or lies where this app asks nobody. */
export class NoLayerError extends Error {
  override readonly name = 'NoLayerError';
}

/** Only what this server serves: our policy asks nobody else. */
function layerAddress(text: string): string | null {
  const url = URL.canParse(text, location.origin) ? new URL(text, location.origin) : null;
  return url?.origin === location.origin ? url.href : null;
}

/** What is private is signed in its query, and says so. */
const isForEverybody = (url: string, { headers }: Response) =>
  !url.includes('?') && (headers.get('cache-control') ?? '').startsWith('public');

async function keep(cache: Cache, url: string, answer: Response) {
  const size = (await answer.clone().arrayBuffer()).byteLength;
  if (!isForEverybody(url, answer) || size > LAYER_MOST_BYTES) return;
  await cache.put(url, answer);
  await trim(cache, LAYERS_MOST);
}

/** From the net, and kept; where no answer comes as it was kept. */
async function ask(url: string, signal: AbortSignal, files: KeptFiles | null): Promise<Response> {
  const cache = (await files?.open(LAYERS).catch(() => null)) ?? null;
  try {
    const answer = await fetch(url, { credentials: 'same-origin', signal });
    // A browser that is full keeps the ones before.
    if (answer.ok && cache) void keep(cache, url, answer.clone()).catch(() => undefined);
    if (isWithdrawn(answer.status)) await cache?.delete(url);
    return answer;
  } catch (error) {
    const kept = await cache?.match(url);
    if (kept && !signal.aborted) return kept;
    throw error;
  }
}

/** Rejects with `NoLayerError`, and where there is no answer and none was kept. */
export async function fetchLayer(
  address: string,
  signal: AbortSignal,
  files: KeptFiles | null = keptFiles(),
): Promise<ArrayBuffer> {
  const url = layerAddress(address);
  const response = url === null ? null : await ask(url, signal, files);
  if (!response?.ok) throw new NoLayerError();
  return await response.arrayBuffer();
}
