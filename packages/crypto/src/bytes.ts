/** Bytes as text and back. Base64 (RFC 4648, section 4) of a whole picture goes through here, so it is done in pieces. */

/** Bytes over a buffer of their own: the only kind that WebCrypto's types take. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A multiple of 3, so that the pieces' base64 can be joined, and few enough for the arguments of one function call. */
const PIECE = 3 * 8192;

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(start, start + PIECE))));
  return pieces.join('');
}

/** The bytes of base64 text, or null where it is not strictly that: no spaces, no URL alphabet, padded. */
export function fromBase64(text: string): Bytes | null {
  if (text.length % 4 !== 0) return null;
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return null;
  }
  // `atob` forgives spaces; each would leave the text longer than what its bytes make.
  if (Math.ceil(binary.length / 3) * 4 !== text.length) return null;
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** UTF-8. */
export const toUtf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** The text of UTF-8 bytes, a leading byte order mark kept, or null where they are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
