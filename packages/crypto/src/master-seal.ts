import { type Bytes, concat, fromBase64, fromUtf8, toBase64, toUtf8 } from './bytes';

/** Seals small secrets for storage. `context` names the kind and owner of the text; a text opens only with its own context. */
export interface MasterSeal {
  /** The sealed text: `v1.` and the base64 of IV (12 bytes) ‖ AES-256-GCM text ‖ tag (16). */
  seal(text: string, context: string): Promise<string>;
  /** The plain text. Rejects with MasterSealError for another master key, another context or an altered text. */
  open(sealed: string, context: string): Promise<string>;
}

/** A sealed text that cannot be opened. The reason is unknown: a wrong key looks like an altered text. */
export class MasterSealError extends Error {
  override readonly name = 'MasterSealError';

  constructor() {
    super('A sealed text does not open: another MASTER_KEY, another owner, or it was altered');
  }
}

const PREFIX = 'v1.';
const IV_BYTES = 12;
const MASTER_KEY_BYTES_MIN = 32;
/** Separates this use of the master key from all others (RFC 5869, 3.2). */
const HKDF_INFO = toUtf8('earth/master-seal/v1');

/**
 * Seal under a master key: AES-256-GCM (NIST SP 800-38D) with a random IV of 96 bits, under a key derived by HKDF-SHA-256 (RFC 5869, no
 * salt); `context` is the additional data.
 * @param masterKey at least 32 random bytes
 * @throws RangeError if the master key is shorter
 */
export function createMasterSeal(masterKey: Uint8Array): MasterSeal {
  if (masterKey.length < MASTER_KEY_BYTES_MIN) throw new RangeError('The master key must have at least 32 bytes');
  const key = deriveKey(new Uint8Array(masterKey));
  const params = (iv: Bytes, context: string) => ({ name: 'AES-GCM', iv, additionalData: toUtf8(context) });

  return {
    async seal(text, context) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(params(iv, context), await key, toUtf8(text));
      return PREFIX + toBase64(concat(iv, new Uint8Array(sealed)));
    },

    async open(sealed, context) {
      const bytes = sealed.startsWith(PREFIX) ? fromBase64(sealed.slice(PREFIX.length)) : null;
      if (!bytes) throw new MasterSealError();
      const iv = bytes.slice(0, IV_BYTES);
      const opened = await crypto.subtle
        .decrypt(params(iv, context), await key, bytes.subarray(IV_BYTES))
        .catch(() => null);
      const text = opened && fromUtf8(new Uint8Array(opened));
      if (text === null) throw new MasterSealError();
      return text;
    },
  };
}

async function deriveKey(masterKey: Bytes): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', masterKey, 'HKDF', false, ['deriveKey']);
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: HKDF_INFO };
  return await crypto.subtle.deriveKey(params, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}
