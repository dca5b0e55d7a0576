import { type BundleKeys, readKeyBundle, RSA_OAEP } from './key-bundle';

/** An invalid public key. Nothing is sealed then, because this recipient could not read it. */
export class PublicKeyError extends Error {
  override readonly name = 'PublicKeyError';

  constructor() {
    super('A public key is not a key bundle of version 1');
  }
}

type Kid = keyof BundleKeys;

/** Import parameters of WebCrypto. Wrapping with `x25519` needs the bytes of the key. */
const IMPORTS = {
  rsa: [RSA_OAEP, false, ['encrypt']],
  ed25519: ['Ed25519', false, ['verify']],
  x25519: ['X25519', true, []],
} as const satisfies Record<Kid, readonly [AlgorithmIdentifier, boolean, readonly KeyUsage[]]>;

/** Cache size: the people of many calls; the oldest entry is dropped. */
const KEPT_MAX = 512;
/** Cache, because importing costs more than wrapping, and the same few people are written to again and again. */
const kept = new Map<string, Promise<CryptoKey>>();

/** Imports one key of a public bundle. Rejects with PublicKeyError, or if the device does not support its kind. */
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
