/**
 * Keys between pages of a call whose media goes through a media server. Each page makes an ECDH key pair (P-256) for as long as it
 * lives, and wraps with it the keys that it sends media with, for one other page at a time. Whose page it is, the signatures of the
 * signals say: `DescribedLink`. The formats are in `docs/calls.md`.
 */
import { type Bytes, fromBase64, listed, toBase64, toUtf8 } from './bytes';
import { decryptGcm, encryptGcm, hkdf } from './cipher';

const ECDH = { name: 'ECDH', namedCurve: 'P-256' };
const WRAP_LABEL = toUtf8('earth/media-key/v1');
const DATA_LABEL = toUtf8('earth/media-data/v1');
const NONCE_BYTES = 12;
const NONE = new Uint8Array();

/** From which page to which page: the random ids of the call and of both pages. */
export interface PageRoute {
  readonly callUniqueId: string;
  readonly session: string;
  readonly toSession: string;
}

export interface PageKeys {
  /** Base64 of the uncompressed point (SEC 1, 2.3.3). */
  readonly publicKey: string;
  /** A key for another page. Null: its public key is none. */
  wrap(key: Bytes, publicKey: string, route: PageRoute): Promise<string | null>;
  /** A key from another page. Null: it was not wrapped with that public key for this page and route. */
  unwrap(wrapped: string, publicKey: string, route: PageRoute): Promise<Bytes | null>;
}

export async function createPageKeys(): Promise<PageKeys> {
  const own = await crypto.subtle.generateKey(ECDH, false, ['deriveBits']);
  const publicKey = toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey)));

  async function wrappingKey(other: string, { callUniqueId, session, toSession }: PageRoute): Promise<Bytes | null> {
    const point = fromBase64(other);
    if (!point) return null;
    try {
      const imported = await crypto.subtle.importKey('raw', point, ECDH, false, []);
      const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: imported }, own.privateKey, 256);
      const info = listed([WRAP_LABEL, ...[callUniqueId, session, toSession].map(toUtf8)]);
      return await hkdf(new Uint8Array(secret), NONE, info, 32);
    } catch {
      // No point of the curve.
      return null;
    }
  }

  return {
    publicKey,
    async wrap(key, other, route) {
      const wrapping = await wrappingKey(other, route);
      if (!wrapping) return null;
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await encryptGcm(wrapping, { nonce, additionalData: NONE }, key);
      return toBase64(new Uint8Array([...nonce, ...sealed]));
    },
    async unwrap(wrapped, other, route) {
      const [bytes, wrapping] = [fromBase64(wrapped), await wrappingKey(other, route)];
      if (!bytes || !wrapping) return null;
      const nonce = bytes.slice(0, NONCE_BYTES);
      return await decryptGcm(wrapping, { nonce, additionalData: NONE }, bytes.slice(NONCE_BYTES));
    },
  };
}

/** What a packet is bound to: it opens only as the `counter`th packet that is sent with its key, and with the same `label`. */
export interface PacketPlace {
  readonly counter: number;
  readonly label: string;
}

/** Seals the packets that a page sends beside its media, under a key of their own. */
export interface PacketSealer {
  seal(bytes: Bytes, place: PacketPlace): Promise<Bytes>;
  /** Null: it was altered, or sealed for another place. */
  open(sealed: Bytes, place: PacketPlace): Promise<Bytes | null>;
}

export async function createPacketSealer(mediaKey: Bytes): Promise<PacketSealer> {
  const key = await hkdf(mediaKey, NONE, DATA_LABEL, 32);
  const partsOf = ({ counter, label }: PacketPlace) => {
    const nonce = new Uint8Array(NONCE_BYTES);
    new DataView(nonce.buffer).setBigUint64(4, BigInt(counter));
    return { nonce, additionalData: toUtf8(label) };
  };
  return {
    seal: (bytes, place) => encryptGcm(key, partsOf(place), bytes),
    open: (sealed, place) => decryptGcm(key, partsOf(place), sealed),
  };
}
