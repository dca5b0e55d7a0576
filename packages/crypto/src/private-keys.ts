import { readKeyBundle, RSA_OAEP } from './key-bundle';

/**
 * Private keys of the signed-in user. None can be exported; all can be stored in IndexedDB (structured clone). `ed25519` and `x25519`
 * are absent if the browser does not support them: scheme 1 needs `rsa` only.
 */
export interface PrivateKeys {
  readonly rsa: CryptoKey;
  readonly ed25519?: CryptoKey;
  readonly x25519?: CryptoKey;
  /** Keys of former bundles: they open what was sealed for those, and sign nothing. */
  readonly former?: readonly PrivateKeys[];
}

/** Keys of all bundles of the user, the current one first. */
export const allKeys = ({ former = [], ...present }: PrivateKeys): readonly PrivateKeys[] => [present, ...former];

/** A private key that the device cannot use. */
export class PrivateKeyError extends Error {
  override readonly name = 'PrivateKeyError';

  constructor(options?: ErrorOptions) {
    super('The private key is not a key bundle of version 1', options);
  }
}

/**
 * Imports the private bundle from the answer of the sign-in.
 * @param privateKey JSON text of a JWK Set with private halves; forget it afterwards
 * @param former the same of former bundles
 * @throws PrivateKeyError if one is not a complete bundle
 */
export async function importPrivateKeys(privateKey: string, former: readonly string[] = []): Promise<PrivateKeys> {
  const [present, before] = await Promise.all([importBundle(privateKey), Promise.all(former.map(importBundle))]);
  return before.length === 0 ? present : { ...present, former: before };
}

async function importBundle(privateKey: string): Promise<PrivateKeys> {
  const keys = readKeyBundle(privateKey, 'private');
  if (!keys) throw new PrivateKeyError();
  try {
    const [rsa, ed25519, x25519] = await Promise.all([
      crypto.subtle.importKey('jwk', keys.rsa, RSA_OAEP, false, ['decrypt']),
      whereKnown(crypto.subtle.importKey('jwk', keys.ed25519, 'Ed25519', false, ['sign'])),
      whereKnown(crypto.subtle.importKey('jwk', keys.x25519, 'X25519', false, ['deriveBits'])),
    ]);
    return { rsa, ...(ed25519 && { ed25519 }), ...(x25519 && { x25519 }) };
  } catch (cause) {
    throw new PrivateKeyError({ cause });
  }
}

/** Null if the browser does not support the algorithm; a broken key stays an error. */
async function whereKnown(importing: Promise<CryptoKey>): Promise<CryptoKey | null> {
  try {
    return await importing;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
    throw error;
  }
}
