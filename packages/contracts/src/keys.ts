/** The key bundle: a JWK Set (RFC 7517) with a version, as JSON text in `PublicKey` and `PrivateKey`. */
import * as z from 'zod/mini';

/** `kid` says what a key is for: `rsa` RSA-OAEP-256 (scheme 1), `ed25519` signatures, `x25519` scheme 2. */
const jwk = z.looseObject({ kid: z.enum(['rsa', 'ed25519', 'x25519']), kty: z.enum(['RSA', 'OKP']) });

export const keyBundle = z.object({
  version: z.int().check(z.minimum(1)),
  keys: z.array(jwk).check(z.minLength(3), z.maxLength(3)),
});
export type KeyBundle = z.infer<typeof keyBundle>;
