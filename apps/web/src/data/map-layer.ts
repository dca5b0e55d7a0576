/** The file of a map's layer, which a menu item names. */

/** It is not there, or lies where this app asks nobody. */
export class NoLayerError extends Error {
  override readonly name = 'NoLayerError';
}

/** Only what this server serves: our policy asks nobody else. */
function layerAddress(text: string): string | null {
  const url = URL.canParse(text, location.origin) ? new URL(text, location.origin) : null;
  return url?.origin === location.origin ? url.href : null;
}

/** Rejects with `NoLayerError`, and where there is no answer. */
export async function fetchLayer(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const url = layerAddress(address);
  const response = url === null ? null : await fetch(url, { credentials: 'same-origin', signal });
  if (!response?.ok) throw new NoLayerError();
  return await response.arrayBuffer();
}
