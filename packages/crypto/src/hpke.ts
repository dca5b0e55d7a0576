/**
 * Key wrapping for one recipient: HPKE (RFC 9180) in base mode with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM. The library
 * uses WebCrypto, so private keys need not be extractable.
 */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import { type Bytes, concat, toUtf8 } from './bytes';

/** The encapsulated key: a public key of X25519. */
const ENC_BYTES = 32;
const INFO = toUtf8('earth/message-key/v2');

/**
 * Cache for three steps of the key schedule (RFC 9180, 5.1) that are equal for all readers and not secret: the hashes of the empty
 * `psk_id` and of `info`, and the empty `psk`, for which the shared secret is the salt.
 */
class HkdfWithHashes extends HkdfSha256 {
  readonly #hashes = new Map<string, Promise<ArrayBuffer>>();
  readonly #keys = new Map<string, Promise<CryptoKey>>();

  override labeledExtract(salt: ArrayBufferLike | ArrayBufferView, label: Uint8Array, text: Uint8Array) {
    // With a salt the result may be secret. In base mode nothing without a salt is.
    if (salt.byteLength > 0) return super.labeledExtract(salt, label, text);
    return madeOnce(this.#hashes, `${label.join()} ${text.join()}`, () => super.labeledExtract(salt, label, text));
  }

  override async extractAndExpand(salt: ArrayBuffer, psk: Uint8Array<ArrayBuffer>, info: Bytes, length: number) {
    const key = await madeOnce(this.#keys, psk.join(), () =>
      crypto.subtle.importKey('raw', psk, 'HKDF', false, ['deriveBits']),
    );
    return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8);
  }
}

function madeOnce<Made>(made: Map<string, Promise<Made>>, name: string, make: () => Promise<Made>): Promise<Made> {
  const one = made.get(name) ?? make();
  made.set(name, one);
  return one;
}

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfWithHashes(),
  aead: new Aes256Gcm(),
});

/** @returns the encapsulated key (32 bytes) ‖ the cipher text, 16 bytes longer than the message key */
export async function wrapKey(messageKey: Bytes, publicKey: CryptoKey, recipientId: string): Promise<Bytes> {
  const { enc, ct } = await suite.seal({ recipientPublicKey: publicKey, info: INFO }, messageKey, toUtf8(recipientId));
  return concat(new Uint8Array(enc), new Uint8Array(ct));
}

/** Null if it was not wrapped for this key and this person. */
export async function unwrapKey(wrapped: Bytes, privateKey: CryptoKey, recipientId: string): Promise<Bytes | null> {
  const [enc, sealed] = [wrapped.subarray(0, ENC_BYTES), wrapped.subarray(ENC_BYTES)];
  try {
    return new Uint8Array(await suite.open({ recipientKey: privateKey, enc, info: INFO }, sealed, toUtf8(recipientId)));
  } catch {
    return null;
  }
}
