/** The bytes and the type of a base64 data URL; null: it is another address. */
export function readDataUrl(url: string): { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } | null {
  const [, type, base64] = /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/s.exec(url) ?? [];
  if (type === undefined || base64 === undefined) return null;
  return { type, bytes: Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)) };
}
