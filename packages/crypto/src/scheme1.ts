/**
 * Scheme 1, «JSON scheme v1» (A3.14, A9.8). An envelope is JSON text:
 *
 *     { "Message": M, "RecipientKeys": [{ "CriptedKey": K, "RecipientId": id }, …] }
 *
 * | part         | bytes         | what it is                                                             |
 * |--------------|---------------|------------------------------------------------------------------------|
 * | message key  | 64            | 32 random bytes as lower-case hex, ASCII; a new one for each envelope  |
 * | M, base64 of | 0 … 31        | salt, random                                                           |
 * |              | 32 … 47       | IV, random                                                             |
 * |              | 48 … end      | AES-256-CBC of the plain bytes, PKCS #7 padding                        |
 * | AES key      | 32            | PBKDF2-HMAC-SHA-256 (message key, salt, 1000 iterations)               |
 * | K, base64 of | 256           | RSA-OAEP (SHA-256, MGF1-SHA-256, no label) of the message key          |
 *
 * The same in `docs/security.md`; `interop/crypto-scheme1.json` fixes it. There is no signature and no authentication
 * tag in it: it hides what is written, it does not prove who wrote it.
 */
import { encode, type RecipientKey, type SealedEnvelope, sealedEnvelope } from '@earth/contracts';
import { type Bytes, concat, fromBase64, fromUtf8, toBase64, toHex, toUtf8 } from './bytes';
import { decryptCbc, decryptOaep, encryptCbc, encryptOaep, pbkdf2 } from './cipher';
import { findKey, readEnvelope } from './envelope';
import { once, type Reader, type Recipient } from './people';
import { allKeys } from './private-keys';
import { importPublicKey } from './public-keys';

const SALT_BYTES = 32;
const IV_BYTES = 16;
const MESSAGE_KEY_BYTES = 32;
/** As long as the modulus. */
const WRAPPED_BYTES = 256;
const AES_KEY_BYTES = 32;
const ITERATIONS = 1000;

/** Random parts of an envelope, except the padding of RSA-OAEP. */
export interface Secrets {
  /** 64 hexadecimal characters (A9.9). */
  readonly messageKey: string;
  readonly salt: Bytes;
  readonly iv: Bytes;
}

function createSecrets(): Secrets {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  return { messageKey: toHex(random(MESSAGE_KEY_BYTES)), salt: random(SALT_BYTES), iv: random(IV_BYTES) };
}

interface MessageKey extends Secrets {
  readonly aesKey: Promise<Bytes>;
}

const derive = (secrets: Secrets): MessageKey => ({
  ...secrets,
  aesKey: pbkdf2(toUtf8(secrets.messageKey), secrets.salt, ITERATIONS, AES_KEY_BYTES),
});

/**
 * The keys of new envelopes. The next one is derived in advance: at the moment of sending, the page is busy showing what the user did, and
 * the derivation waits for it.
 */
class MessageKeys {
  #next: MessageKey | null = null;

  /** A key that was not used before. */
  take(): MessageKey {
    const key = this.#next ?? derive(createSecrets());
    this.#next = derive(createSecrets());
    return key;
  }
}

const messageKeys = new MessageKeys();

/**
 * Seals bytes for at least one recipient; a person named twice gets one key.
 * @param secrets only for reproducible envelopes, as in the test vectors
 * @returns the envelope's JSON text. Rejects with PublicKeyError if a recipient's key is invalid.
 */
export async function sealEnvelope(bytes: Bytes, recipients: readonly Recipient[], secrets?: Secrets): Promise<string> {
  const { messageKey, salt, iv, aesKey } = secrets ? derive(secrets) : messageKeys.take();
  const [sealed, recipientKeys] = await Promise.all([
    aesKey.then((key) => encryptCbc(key, iv, bytes)),
    wrapFor(toUtf8(messageKey), recipients),
  ]);
  const envelope: SealedEnvelope = { message: toBase64(concat(salt, iv, sealed)), recipientKeys };
  return JSON.stringify(encode(sealedEnvelope, envelope));
}

/** Wraps the message key for each recipient. */
const wrapFor = (password: Bytes, recipients: readonly Recipient[]): Promise<RecipientKey[]> =>
  Promise.all(
    once(recipients).map(async ({ uniqueId: recipientId, publicKey, isLeftOut }) => {
      const wrapped = isLeftOut
        ? crypto.getRandomValues(new Uint8Array(WRAPPED_BYTES))
        : await encryptOaep(await importPublicKey(publicKey, 'rsa'), password);
      return { encryptedKey: toBase64(wrapped), recipientId };
    }),
  );

/** Unwraps a message key. Null: it was not wrapped for the reader, or is something else. */
async function unwrap(encryptedKey: string, { keys }: Reader): Promise<Bytes | null> {
  const wrapped = fromBase64(encryptedKey);
  if (!wrapped) return null;
  for (const { rsa } of allKeys(keys)) {
    const password = await decryptOaep(rsa, wrapped);
    if (password && /^[\da-f]{64}$/i.test(fromUtf8(password) ?? '')) return password;
  }
  return null;
}

/** As `rewrapKey` in `seal.ts`. */
export async function rewrapKey(
  encryptedKey: string,
  reader: Reader,
  recipients: readonly Recipient[],
): Promise<RecipientKey[] | null> {
  const password = await unwrap(encryptedKey, reader);
  return password && wrapFor(password, recipients);
}

/** Bytes of an envelope, or null if it is not addressed to the reader, altered, cut, or no envelope. Never throws. */
export async function openEnvelope(json: string, reader: Reader): Promise<Bytes | null> {
  const envelope = readEnvelope(sealedEnvelope, json);
  const mine = envelope && findKey(envelope, reader);
  const password = mine && (await unwrap(mine.encryptedKey, reader));
  if (!password) return null;
  const bytes = fromBase64(envelope.message);
  if (!bytes || bytes.length < SALT_BYTES + IV_BYTES) return null;
  const key = await pbkdf2(password, bytes.slice(0, SALT_BYTES), ITERATIONS, AES_KEY_BYTES);
  const iv = bytes.slice(SALT_BYTES, SALT_BYTES + IV_BYTES);
  return await decryptCbc(key, iv, bytes.subarray(SALT_BYTES + IV_BYTES));
}
