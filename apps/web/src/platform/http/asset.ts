import { ApiError, NO_ANSWER } from './api-error';

/**
 * A file of the app itself, by the address that the build gives it.
 * @throws ApiError if it does not load; if it was cancelled, the reason of the signal
 */
export async function fetchAsset(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url, { signal });
    if (response.ok) return await response.arrayBuffer();
  } catch {
    signal.throwIfAborted();
  }
  throw new ApiError({ code: NO_ANSWER, error: null, message: '' });
}
