/** Message encryption for Web Push: RFC 8291 over the content coding `aes128gcm` of RFC 8188. */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Every push service accepts 4096 bytes (RFC 8030, 7.2), which include the head, one byte of padding and the tag. */
const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
const HEAD_BYTES = 16 + 4 + 1 + 65;
export const PUSH_BYTES_MAX = RECORD_BYTES - HEAD_BYTES - 1 - TAG_BYTES;

const LAST_RECORD = 2;

/** A browser's keys: an uncompressed point of P-256 (65 bytes), and a secret (16 bytes). */
export interface Receiver {
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** Key material for one message. */
interface Ephemeral {
  /** A private key of P-256, 32 bytes. */
  readonly privateKey: Buffer;
  /** 16 bytes. */
  readonly salt: Buffer;
}

function newEphemeral(): Ephemeral {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { privateKey: pair.getPrivateKey(), salt: randomBytes(16) };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/**
 * @returns the request body: head and one record
 * @throws if `p256dh` is no point of the curve
 */
export function encryptPush(plain: Buffer, { p256dh, auth }: Receiver, ephemeral = newEphemeral()): Buffer {
  const { privateKey, salt } = ephemeral;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  const own = pair.getPublicKey();
  const shared = pair.computeSecret(p256dh);
  const material = derive(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own]), 32);
  const key = derive(material, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(material, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()]);
  const head = Buffer.alloc(HEAD_BYTES);
  salt.copy(head);
  head.writeUInt32BE(RECORD_BYTES, 16);
  head.writeUInt8(own.length, 20);
  own.copy(head, 21);
  return Buffer.concat([head, record, cipher.getAuthTag()]);
}

/** Whether the keys can be used for encryption. */
export function isReceiver(receiver: Receiver): boolean {
  try {
    return encryptPush(Buffer.alloc(0), receiver).length > 0;
  } catch {
    return false;
  }
}
