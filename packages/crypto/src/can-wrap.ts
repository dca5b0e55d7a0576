/** Whether message keys can be wrapped for somebody: a public key may have the right form and be none. */
import { CryptoSchema, type Scheme } from '@earth/contracts';
import { encryptOaep } from './cipher';
import { wrapKey } from './hpke';
import { importPublicKey } from './public-keys';

type Enveloped = Exclude<Scheme, typeof CryptoSchema.none>;

/** As many bytes as a message key has under scheme 1; what is wrapped here is thrown away. */
const TRIED = new Uint8Array(64);

const TRIES: Readonly<Record<Enveloped, (publicKey: string) => Promise<unknown>>> = {
  [CryptoSchema.v1]: async (publicKey) => encryptOaep(await importPublicKey(publicKey, 'rsa'), TRIED),
  // What stops here is a point of low order: every secret that is shared with it is zero.
  [CryptoSchema.v2]: async (publicKey) => wrapKey(TRIED, await importPublicKey(publicKey, 'x25519'), ''),
};

/** The people of many calls; the oldest goes out when it is full. */
const KEPT_MAX = 2048;
const kept = new Map<string, Promise<boolean>>();

/** Tries once for each bundle. Never rejects. */
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
