/** Messages in a stream: over TCP nothing but their own lengths divides them (RFC 8656, 3.1 and 12.5). */
import { HEADER_BYTES, MAGIC_COOKIE, padded } from './stun';

/** No packet of a call is larger, over any network: a longer one is not of a browser. */
const MESSAGE_BYTES_MAX = 4096;
export const CHANNEL_HEADER_BYTES = 4;
/** The first two bits of a message of STUN are 00, those of channel data 01. */
export const isChannelData = (bytes: Buffer): boolean => (bytes[0] ?? 0) >> 6 === 1;

export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** @returns the messages that are complete; null if the stream cannot be read any further */
  read(bytes: Buffer): Buffer[] | null {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const messages: Buffer[] = [];
    while (this.#rest.length >= CHANNEL_HEADER_BYTES) {
      const length = lengthOf(this.#rest);
      if (length > MESSAGE_BYTES_MAX) return null;
      if (this.#rest.length < length) break;
      messages.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
    }
    return messages;
  }
}

function lengthOf(start: Buffer): number {
  const length = start.readUInt16BE(2);
  if (isChannelData(start)) return CHANNEL_HEADER_BYTES + padded(length);
  const isStun = (start[0] ?? 0) >> 6 === 0 && (start.length < 8 || start.readUInt32BE(4) === MAGIC_COOKIE);
  return isStun ? HEADER_BYTES + length : Number.POSITIVE_INFINITY;
}
