/** A file of the app itself, by the address that the build gives it. Rejects if it does not load. */
export async function fetchAsset(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new TypeError(`${url} did not load: ${response.status}`);
  return await response.arrayBuffer();
}
