/** Key bundles: a JWK Set (RFC 7517) with a version, as JSON text in `PublicKey` and `PrivateKey`; and protected keys. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { KEY_VAULT_CHARS_MAX, KNOWN_KEYS_CHARS_MAX, PUBLIC_KEY_CHARS_MAX } from './constants';
import { ownKeys, profile } from './entities';
import { decode, entity, fields } from './wire';

/** Purpose of a key by `kid`: `rsa` RSA-OAEP-256 (scheme 1), `ed25519` signatures, `x25519` scheme 2. */
const jwk = z.looseObject({ kid: z.enum(['rsa', 'ed25519', 'x25519']), kty: z.enum(['RSA', 'OKP']) });

export const keyBundle = z.object({
  version: z.int().check(z.minimum(1)),
  keys: z.array(jwk).check(z.minLength(3), z.maxLength(3)),
});
export type KeyBundle = z.infer<typeof keyBundle>;

/** Base64 (RFC 4648, 4) of a fixed number of bytes. */
const base64Of = (bytes: number) =>
  z.string().check(z.length(4 * Math.ceil(bytes / 3)), z.regex(/^[A-Za-z0-9+/]+={0,2}$/));
const SALT_BYTES = 16;
/** Nonce, key, tag. */
const WRAPPED_BYTES = 12 + 32 + 16;

/**
 * Vault of protected keys: stored instead of a private bundle; the server cannot open it. `docs/security.md` gives its format. The
 * version also fixes the key derivation.
 */
export const keyVault = entity({
  version: z.literal(1),
  /** The private bundles, encrypted with the vault's key. */
  sealed: z.string().check(z.minLength(1), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  passphraseSalt: base64Of(SALT_BYTES),
  /** The vault's key, encrypted with the key derived from the passphrase. */
  passphraseKey: base64Of(WRAPPED_BYTES),
  recoverySalt: base64Of(SALT_BYTES),
  recoveryKey: base64Of(WRAPPED_BYTES),
});
export type KeyVault = z.infer<typeof keyVault>;

/** Parses the JSON text of a vault; null if it is invalid. */
export function readKeyVault(text: string): KeyVault | null {
  try {
    const decoded = decode(keyVault, JSON.parse(text));
    return decoded.success ? decoded.data : null;
  } catch {
    return null;
  }
}

const publicKey = z.string().check(z.minLength(1), z.maxLength(PUBLIC_KEY_CHARS_MAX));
const vaultText = z.string().check(
  z.maxLength(KEY_VAULT_CHARS_MAX),
  z.refine((text) => readKeyVault(text) !== null),
);

const keys = { tag: 'Session', path: '/services/keys' } as const;

export const getKeys = defineCall({
  ...keys,
  name: 'getKeys',
  summary: 'The user’s private keys: in plain text shortly after signing in, or in a vault that the server can’t open',
  method: 'GET',
  data: () => ownKeys,
  errors: ['signInAgain'],
});

export const protectKeys = defineCall({
  ...keys,
  name: 'protectKeys',
  summary:
    'Replaces the user’s key bundle by a new one whose private half is in a vault; other devices are signed out. Soon after a sign-in',
  method: 'POST',
  body: () => fields({ publicKey, keyVault: vaultText, replacedPublicKey: publicKey }),
  data: () => profile,
  errors: ['keysChanged', 'signInAgain'],
});

export const changeKeyVault = defineCall({
  ...keys,
  name: 'changeKeyVault',
  summary:
    'Replaces the vault of the same protected keys, for a new passphrase and recovery code. Soon after a sign-in',
  method: 'PUT',
  body: () => fields({ publicKey, keyVault: vaultText }),
  data: () => z.null(),
  errors: ['keysChanged', 'signInAgain'],
});

const knownKeys = { tag: 'Session', path: '/services/keys/known' } as const;

/** Remembered keys of other people, sealed on the device with protected keys. Null: nothing is stored. */
const keptKnownKeys = entity({ sealed: z.nullable(z.string()), version: z.int() });
export type KeptKnownKeys = z.infer<typeof keptKnownKeys>;

export const getKnownKeys = defineCall({
  ...knownKeys,
  name: 'getKnownKeys',
  summary: 'The user’s remembered keys of other people, sealed; version 0: nothing',
  method: 'GET',
  data: () => keptKnownKeys,
});

export const saveKnownKeys = defineCall({
  ...knownKeys,
  name: 'saveKnownKeys',
  summary: 'Stores remembered keys, if the stored version is the one they are based on. For users with protected keys',
  method: 'PUT',
  body: () =>
    fields({
      publicKey,
      sealed: z.string().check(z.minLength(1), z.maxLength(KNOWN_KEYS_CHARS_MAX)),
      version: z.int().check(z.minimum(0), z.maximum(2_147_483_646)),
    }),
  data: () => keptKnownKeys,
  errors: ['notAllowed', 'keysChanged'],
});

export const forgetKnownKeys = defineCall({
  ...knownKeys,
  name: 'forgetKnownKeys',
  summary: 'Deletes the remembered keys',
  method: 'DELETE',
  data: () => z.null(),
});

const companyKeys = { tag: 'Companies', path: '/services/companies/{id}/keys' } as const;

/** Whether a company requires protected keys, and how many of its people have them. Guests do not count. */
const companyKeysState = entity({ required: z.boolean(), people: z.int(), protectedPeople: z.int() });
export type CompanyKeys = z.infer<typeof companyKeysState>;

export const getCompanyKeys = defineCall({
  ...companyKeys,
  name: 'getCompanyKeys',
  summary: 'For admins: whether the company requires protected keys, and how many of its people have them',
  method: 'GET',
  data: () => companyKeysState,
  errors: ['notFound', 'notAllowed'],
});

export const requireCompanyKeys = defineCall({
  ...companyKeys,
  name: 'requireCompanyKeys',
  summary: 'For admins: sets whether the company requires protected keys, from each user’s next sign-in or start on',
  method: 'PUT',
  body: () => fields({ required: z.boolean() }),
  data: () => companyKeysState,
  errors: ['notFound', 'notAllowed'],
});
