/** Videos and 3D models of public contents. They stay on the device, so that a camera shows without a network what it has shown before. */
import { fetchAsset } from '../../../platform/http/asset';
import {
  ANY_ORIGIN,
  type FileCaches,
  fileCaches,
  MEDIA,
  pictureOf,
  trimBytes,
} from '../../../platform/storage/kept-files';
import { isVisitor } from '../../vision';

/** Larger files are not kept: they would evict everything else. */
const FILE_MAX = 30 * 1024 ** 2;
const ALL_MAX = 150 * 1024 ** 2;

const openCache = async (files: FileCaches | null) => (await files?.open(MEDIA).catch(() => null)) ?? null;

/** Only what a visitor without a session sees is stored, because what needs a sign-in must not stay on the device. */
const isKeepable = (url: string) => pictureOf(url) !== null && isVisitor();

/** If the storage is full, what is there stays. */
async function store(url: string, bytes: Uint8Array<ArrayBuffer>, files: FileCaches | null) {
  const cache = bytes.byteLength <= FILE_MAX && isKeepable(url) ? await openCache(files) : null;
  await cache?.put(url, new Response(bytes, { headers: { 'content-length': String(bytes.byteLength) } }));
  if (cache) await trimBytes(cache, ALL_MAX);
}

/** The copy on the device; null: there is none. The file of an address never changes. */
export async function keptMedia(url: string, files: FileCaches | null = fileCaches()): Promise<ArrayBuffer | null> {
  if (pictureOf(url) === null) return null;
  const cached = await (await openCache(files))?.match(url, ANY_ORIGIN).catch(() => undefined);
  return (await cached?.arrayBuffer()) ?? null;
}

/**
 * From the device, or else from the network, and kept.
 * @throws ApiError if it does not load; if it was cancelled, the reason of the signal
 */
export async function fetchMedia(
  url: string,
  signal: AbortSignal,
  files: FileCaches | null = fileCaches(),
): Promise<ArrayBuffer> {
  const kept = await keptMedia(url, files);
  if (kept) return kept;
  const wasKeepable = isKeepable(url);
  const bytes = await fetchAsset(url, signal);
  if (wasKeepable) void store(url, new Uint8Array(bytes.slice(0)), files).catch(() => undefined);
  return bytes;
}

/** Keeps a file that is shown already. */
export async function keepMedia(url: string, signal: AbortSignal, files: FileCaches | null = fileCaches()) {
  if (isKeepable(url) && files) await fetchMedia(url, signal, files);
}
