/** Bytes as text and back. Base64 (RFC 4648, section 4) of whole pictures passes through here, so no recursion and no spreading. */

/** Bytes with a buffer of their own, the only kind that WebCrypto's types accept. */
export type Bytes = Uint8Array<ArrayBuffer>;

const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = '='.charCodeAt(0);

/** Native methods of newer engines (ECMAScript 2026), ten times as fast. */
const { fromBase64: fromBase64Natively } = Uint8Array as { fromBase64?: (text: string) => Bytes };
const { toBase64: toBase64Natively } = Uint8Array.prototype as { toBase64?: () => string };

export const toBase64 = (bytes: Uint8Array): string => toBase64Natively?.call(bytes) ?? encodeByTable(bytes);

/** Uses a table instead of `btoa`, which needs the bytes as text first and takes ten times as long. */
function encodeByTable(bytes: Uint8Array): string {
  const characters = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const put = (at: number, sixBits: number) => {
    characters[at] = ALPHABET[sixBits & 63] ?? PADDING;
  };
  for (let from = 0, at = 0; from < bytes.length; from += 3, at += 4) {
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    put(at, three >> 18);
    put(at + 1, three >> 12);
    put(at + 2, three >> 6);
    put(at + 3, three);
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return new TextDecoder().decode(characters.fill(PADDING, characters.length - missing));
}

/** Decodes strict base64 (padded, no spaces); null if the text is anything else. */
export function fromBase64(text: string): Bytes | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  try {
    const bytes = fromBase64Natively?.call(Uint8Array, text) ?? decodeBinary(atob(text));
    // Both accept spaces and missing padding and then give a different number of bytes.
    return bytes.length === (text.length / 4) * 3 - padding ? bytes : null;
  } catch {
    return null;
  }
}

function decodeBinary(binary: string): Bytes {
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Encodes UTF-8. */
export const toUtf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** Decodes UTF-8 and keeps a byte order mark; null if the bytes are not UTF-8. */
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

/** Concatenates parts with the length of each before it (4 bytes, big-endian), so that different lists never give equal bytes. */
export const listed = (parts: readonly Bytes[]): Bytes =>
  concat(
    ...parts.flatMap((part) => {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, part.length);
      return [length, part];
    }),
  );
