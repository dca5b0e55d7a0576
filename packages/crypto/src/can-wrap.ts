/** Whether message keys can be wrapped for a person: a public key may have a valid form and still be unusable. */
import { CryptoSchema, type Scheme } from '@earth/contracts';
import { encryptOaep } from './cipher';
import { wrapKey } from './hpke';
import { importPublicKey } from './public-keys';

type Enveloped = Exclude<Scheme, typeof CryptoSchema.none>;

/** Length of a message key of scheme 1; the result is thrown away. */
const TRIED = new Uint8Array(64);

const TRIES: Readonly<Record<Enveloped, (publicKey: string) => Promise<unknown>>> = {
  [CryptoSchema.v1]: async (publicKey) => encryptOaep(await importPublicKey(publicKey, 'rsa'), TRIED),
  // Fails for a point of low order, with which every shared secret is zero.
  [CryptoSchema.v2]: async (publicKey) => wrapKey(TRIED, await importPublicKey(publicKey, 'x25519'), ''),
};

/** Cache size: the people of many calls; the oldest entry is dropped. */
const KEPT_MAX = 2048;
const kept = new Map<string, Promise<boolean>>();

/** Tries each bundle once. Never rejects. */
export function canWrap(scheme: Enveloped, publicKey: string): Promise<boolean> {
  const name = `${scheme} ${publicKey}`;
  const trying =
    kept.get(name) ??
    TRIES[scheme](publicKey).then(
      () => true,
      () => false,
    );
  kept.set(name, trying);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) break;
    kept.delete(oldest);
  }
  return trying;
}
