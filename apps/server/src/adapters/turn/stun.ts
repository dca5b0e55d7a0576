/** Messages of STUN (RFC 8489) as bytes: header, attributes, MESSAGE-INTEGRITY and FINGERPRINT. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** RFC 8489, 18.2, and RFC 8656, 17. */
export const METHOD = {
  binding: 0x001,
  allocate: 0x003,
  refresh: 0x004,
  send: 0x006,
  data: 0x007,
  createPermission: 0x008,
  channelBind: 0x009,
} as const;

/** RFC 8489, 18.3, and RFC 8656, 18. */
export const ATTRIBUTE = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  unknownAttributes: 0x000a,
  channelNumber: 0x000c,
  lifetime: 0x000d,
  xorPeerAddress: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  xorRelayedAddress: 0x0016,
  requestedAddressFamily: 0x0017,
  requestedTransport: 0x0019,
  dontFragment: 0x001a,
  xorMappedAddress: 0x0020,
  fingerprint: 0x8028,
} as const;

/** The two bits of the class, where the type has them (RFC 8489, 5). */
export const CLASS = { request: 0x000, indication: 0x010, success: 0x100, error: 0x110 } as const;
const CLASS_BITS = 0x110;
type MessageClass = (typeof CLASS)[keyof typeof CLASS];

export interface Attribute {
  readonly type: number;
  readonly value: Buffer;
}

export interface StunMessage {
  readonly method: number;
  readonly class: number;
  readonly transactionId: Buffer;
  /** Up to MESSAGE-INTEGRITY: what follows it is not authenticated. */
  readonly attributes: readonly Attribute[];
  /** Whether it has a FINGERPRINT, which is right. */
  readonly hasFingerprint: boolean;
  /** Where MESSAGE-INTEGRITY begins. */
  readonly integrityAt: number | undefined;
  readonly bytes: Buffer;
}

export const HEADER_BYTES = 20;
export const MAGIC_COOKIE = 0x2112a442;
const ATTRIBUTE_HEADER_BYTES = 4;
const INTEGRITY_BYTES = 20;
const FINGERPRINT_XOR = 0x5354554e;

/** Attributes and channel data end on a multiple of four bytes. */
export const padded = (length: number): number => (length + 3) & ~3;

/** @returns null if it is no message of STUN, or a damaged one */
export function decodeStun(bytes: Buffer): StunMessage | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(4) !== MAGIC_COOKIE) return null;
  const type = bytes.readUInt16BE(0);
  if (type > 0x3fff || bytes.length !== HEADER_BYTES + bytes.readUInt16BE(2) || bytes.length % 4 !== 0) return null;
  const attributes: Attribute[] = [];
  let integrityAt: number | undefined;
  let hasFingerprint = false;
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    const attribute = attributeAt(bytes, at);
    if (attribute === null || hasFingerprint) return null;
    if (attribute.type === ATTRIBUTE.fingerprint) {
      if (!attribute.value.equals(fingerprintOf(bytes.subarray(0, at)))) return null;
      hasFingerprint = true;
    } else if (integrityAt === undefined) {
      if (attribute.type === ATTRIBUTE.messageIntegrity) integrityAt = at;
      else attributes.push(attribute);
    }
    at += ATTRIBUTE_HEADER_BYTES + padded(attribute.value.length);
  }
  return {
    method: methodOf(type),
    class: type & CLASS_BITS,
    transactionId: bytes.subarray(8, HEADER_BYTES),
    attributes,
    hasFingerprint,
    integrityAt,
    bytes,
  };
}

/** The bits of a method lie around those of the class. */
const methodOf = (type: number) => (type & 0xf) | ((type & 0xe0) >> 1) | ((type & 0x3e00) >> 2);
const typeOf = (method: number, messageClass: number) =>
  (method & 0xf) | ((method & 0x70) << 1) | ((method & 0xf80) << 2) | messageClass;

function attributeAt(bytes: Buffer, at: number): Attribute | null {
  if (at + ATTRIBUTE_HEADER_BYTES > bytes.length) return null;
  const start = at + ATTRIBUTE_HEADER_BYTES;
  const end = start + bytes.readUInt16BE(at + 2);
  return end > bytes.length ? null : { type: bytes.readUInt16BE(at), value: bytes.subarray(start, end) };
}

/** The first attribute of a type: further ones are ignored (RFC 8489, 5). */
export const valueOf = ({ attributes }: Pick<StunMessage, 'attributes'>, type: number): Buffer | undefined =>
  attributes.find((attribute) => attribute.type === type)?.value;

interface NewMessage {
  readonly method: number;
  readonly class: MessageClass;
  readonly transactionId: Buffer;
  readonly attributes: readonly Attribute[];
  /** With it the message gets a MESSAGE-INTEGRITY. */
  readonly key?: Buffer | undefined;
  readonly hasFingerprint?: boolean;
}

export function encodeStun(message: NewMessage): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(typeOf(message.method, message.class), 0);
  header.writeUInt32BE(MAGIC_COOKIE, 4);
  message.transactionId.copy(header, 8);
  let bytes = withLength(Buffer.concat([header, ...message.attributes.map(encodeAttribute)]));
  const append = (type: number, value: Buffer) => {
    bytes = withLength(Buffer.concat([bytes, encodeAttribute({ type, value })]));
  };
  if (message.key) append(ATTRIBUTE.messageIntegrity, integrityOf(bytes, message.key));
  if (message.hasFingerprint) append(ATTRIBUTE.fingerprint, fingerprintOf(bytes));
  return bytes;
}

function encodeAttribute({ type, value }: Attribute): Buffer {
  const bytes = Buffer.alloc(ATTRIBUTE_HEADER_BYTES + padded(value.length));
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, ATTRIBUTE_HEADER_BYTES);
  return bytes;
}

/** Writes the length into the header: of what there is, or with an attribute that is still to come. */
function withLength(bytes: Buffer, coming = 0): Buffer {
  bytes.writeUInt16BE(bytes.length - HEADER_BYTES + coming, 2);
  return bytes;
}

/** Of all that stands before the attribute, with a length that includes it (RFC 8489, 14.5). */
const integrityOf = (before: Buffer, key: Buffer) =>
  createHmac('sha1', key)
    .update(withLength(Buffer.from(before), ATTRIBUTE_HEADER_BYTES + INTEGRITY_BYTES))
    .digest();

/** Likewise (RFC 8489, 14.7). */
function fingerprintOf(before: Buffer): Buffer {
  const value = Buffer.alloc(4);
  value.writeUInt32BE((crc32(withLength(Buffer.from(before), ATTRIBUTE_HEADER_BYTES + 4)) ^ FINGERPRINT_XOR) >>> 0);
  return value;
}

/** Whether the message was made with this key, and not changed since. */
export function hasIntegrity({ bytes, integrityAt }: StunMessage, key: Buffer): boolean {
  const given = integrityAt === undefined ? undefined : attributeAt(bytes, integrityAt)?.value;
  return given?.length === INTEGRITY_BYTES && timingSafeEqual(given, integrityOf(bytes.subarray(0, integrityAt), key));
}

/** The key of long-term credentials (RFC 8489, 9.2.2). */
export const longTermKey = (username: string, realm: string, password: string): Buffer =>
  createHash('md5').update(`${username}:${realm}:${password}`).digest();
