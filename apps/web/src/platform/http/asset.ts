import { readDataUrl } from '../read-data-url';
import { ApiError, NO_ANSWER } from './api-error';

/**
 * A file of the app or of this server by its address, or one that is its own address, because it is not sent yet.
 * @throws ApiError if it does not load; if it was cancelled, the reason of the signal
 */
export async function fetchAsset(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const own = readDataUrl(url);
  if (own) return own.bytes.buffer;
  try {
    const response = await fetch(url, { signal });
    if (response.ok) return await response.arrayBuffer();
  } catch {
    signal.throwIfAborted();
  }
  throw new ApiError({ code: NO_ANSWER, error: null, message: '' });
}
