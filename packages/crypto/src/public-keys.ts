import { type BundleKeys, readKeyBundle, RSA_OAEP } from './key-bundle';

/** A public key that is not one: nothing is sealed, since somebody could not read it. */
export class PublicKeyError extends Error {
  override readonly name = 'PublicKeyError';

  constructor() {
    super('A public key is not a key bundle of version 1');
  }
}

type Kid = keyof BundleKeys;

/** How WebCrypto takes each. Whoever wraps a key by `x25519` needs its bytes. */
const IMPORTS = {
  rsa: [RSA_OAEP, false, ['encrypt']],
  ed25519: ['Ed25519', false, ['verify']],
  x25519: ['X25519', true, []],
} as const satisfies Record<Kid, readonly [AlgorithmIdentifier, boolean, readonly KeyUsage[]]>;

/** The people of many calls; the oldest goes out when it is full. */
const KEPT_MAX = 512;
/** Importing costs more than wrapping, and the same few people are written to again and again. */
const kept = new Map<string, Promise<CryptoKey>>();

/** One key of a public bundle. Rejects with PublicKeyError, and where the device does not know its kind. */
export function importPublicKey(publicKey: string, kid: Kid): Promise<CryptoKey> {
  const name = `${kid} ${publicKey}`;
  const known = kept.get(name);
  if (known) return known;
  const importing = readPublicKey(publicKey, kid);
  for (const oldest of kept.keys()) {
    if (kept.size < KEPT_MAX) break;
    kept.delete(oldest);
  }
  kept.set(name, importing);
  importing.catch(() => kept.delete(name));
  return importing;
}

async function readPublicKey(publicKey: string, kid: Kid): Promise<CryptoKey> {
  const keys = readKeyBundle(publicKey, 'public');
  if (!keys) throw new PublicKeyError();
  const [algorithm, isExtractable, usages] = IMPORTS[kid];
  return await crypto.subtle.importKey('jwk', keys[kid], algorithm, isExtractable, usages);
}
