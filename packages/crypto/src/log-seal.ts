/**
 * Log seal: encrypts a log for the operator of the server with HPKE (RFC 9180) in base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256,
 * AES-256-GCM. P-256, because browsers without X25519 must be able to report a crash too.
 */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { concat, fromBase64, fromUtf8, toBase64, toUtf8 } from './bytes';

/** The encapsulated key: an uncompressed point of P-256. */
const ENC_BYTES = 65;
const INFO = toUtf8('earth/log/v1');

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/**
 * @param publicKey base64, from `createLogKeys`
 * @returns base64 of the encapsulated key (65 bytes) ‖ the cipher text
 */
export async function sealLog(text: string, publicKey: string): Promise<string> {
  const bytes = fromBase64(publicKey);
  if (!bytes) throw new Error('The key for logs is none');
  const recipientPublicKey = await suite.kem.deserializePublicKey(bufferOf(bytes));
  const { enc, ct } = await suite.seal({ recipientPublicKey, info: INFO }, toUtf8(text));
  return toBase64(concat(new Uint8Array(enc), new Uint8Array(ct)));
}

export interface LogKeys {
  /** Base64 of the uncompressed point of P-256. */
  readonly publicKey: string;
  /** Null if it was not sealed for this key, or was altered. */
  open(sealed: string): Promise<string | null>;
}

/** @param seed 32 bytes; the same seed gives the same keys (RFC 9180, `DeriveKeyPair`) */
export async function createLogKeys(seed: Uint8Array): Promise<LogKeys> {
  const { publicKey, privateKey } = await suite.kem.deriveKeyPair(bufferOf(seed));
  return {
    publicKey: toBase64(new Uint8Array(await suite.kem.serializePublicKey(publicKey))),
    async open(sealed) {
      const bytes = fromBase64(sealed);
      if (!bytes) return null;
      const [enc, text] = [bytes.slice(0, ENC_BYTES), bytes.slice(ENC_BYTES)];
      try {
        return fromUtf8(new Uint8Array(await suite.open({ recipientKey: privateKey, enc, info: INFO }, text)));
      } catch {
        return null;
      }
    },
  };
}
