import { readKeyBundle, RSA_OAEP } from './key-bundle';

/** A public key that is not one: nothing is sealed, since somebody could not read it. */
export class PublicKeyError extends Error {
  override readonly name = 'PublicKeyError';

  constructor() {
    super('A public key is not a key bundle of version 1');
  }
}

/** The people of many calls; the oldest goes out when it is full. */
const KEPT_MAX = 256;
/** Importing costs more than wrapping, and the same few people are written to again and again. */
const kept = new Map<string, Promise<CryptoKey>>();

/** The RSA key in a public bundle. Rejects with PublicKeyError. */
export function importPublicKey(publicKey: string): Promise<CryptoKey> {
  const known = kept.get(publicKey);
  if (known) return known;
  const importing = readPublicKey(publicKey);
  for (const oldest of kept.keys()) {
    if (kept.size < KEPT_MAX) break;
    kept.delete(oldest);
  }
  kept.set(publicKey, importing);
  importing.catch(() => kept.delete(publicKey));
  return importing;
}

async function readPublicKey(publicKey: string): Promise<CryptoKey> {
  const keys = readKeyBundle(publicKey, 'public');
  if (!keys) throw new PublicKeyError();
  return await crypto.subtle.importKey('jwk', keys.rsa, RSA_OAEP, false, ['encrypt']);
}
