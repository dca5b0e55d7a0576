/**
 * Key bundle of a contact, version 1: a JWK Set (RFC 7517) as JSON text with one key for each purpose. `kid` names the purpose: `rsa` is
 * RSA-2048 for RSA-OAEP with SHA-256 (RFC 7518, 4.3; scheme 1), `ed25519` signs, and `x25519` is for key agreement (RFC 8037). Public
 * and private texts have the same shape.
 */
import { keyBundle } from '@earth/contracts';
import * as z from 'zod/mini';

export const RSA_OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;

const BUNDLE_VERSION = 1;
const RSA_BITS = 2048;
/** 65537. */
const RSA_EXPONENT = new Uint8Array([1, 0, 1]);

/** Base64url of exactly 32 bytes: 43 characters, the last two bits 0. */
const bytes32 = z.string().check(z.regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/));
/** Base64url of exactly 256 bytes with the highest bit set: a modulus of exactly 2048 bits. */
const modulus = z.string().check(z.regex(/^[g-z0-9_-][\w-]{340}[AQgw]$/));
const number = z.string().check(z.regex(/^[\w-]{1,342}$/));

const rsa = {
  kid: z.literal('rsa'),
  kty: z.literal('RSA'),
  use: z.literal('enc'),
  alg: z.literal('RSA-OAEP-256'),
  n: modulus,
  e: z.literal('AQAB'),
};
const ed25519 = {
  kid: z.literal('ed25519'),
  kty: z.literal('OKP'),
  use: z.literal('sig'),
  crv: z.literal('Ed25519'),
  x: bytes32,
};
const x25519 = {
  kid: z.literal('x25519'),
  kty: z.literal('OKP'),
  use: z.literal('enc'),
  crv: z.literal('X25519'),
  x: bytes32,
};
const rsaSecrets = { d: number, p: number, q: number, dp: number, dq: number, qi: number };

const shapes = {
  public: { rsa, ed25519, x25519 },
  private: { rsa: { ...rsa, ...rsaSecrets }, ed25519: { ...ed25519, d: bytes32 }, x25519: { ...x25519, d: bytes32 } },
} as const;

type Half = keyof typeof shapes;

/** Strict objects, so that a public bundle has no room for a private member. */
function bundleSchema(half: Half) {
  const { rsa, ed25519, x25519 } = shapes[half];
  const key = z.discriminatedUnion('kid', [z.strictObject(rsa), z.strictObject(ed25519), z.strictObject(x25519)]);
  return z.strictObject({ ...keyBundle.shape, version: z.literal(BUNDLE_VERSION), keys: z.array(key) });
}

const schemas = { public: bundleSchema('public'), private: bundleSchema('private') };

/** The keys of a bundle by `kid`. */
export interface BundleKeys {
  readonly rsa: JsonWebKey;
  readonly ed25519: JsonWebKey;
  readonly x25519: JsonWebKey;
}

/** Parses the text of a bundle; null unless it is a complete bundle of that half and nothing more. */
export function readKeyBundle(text: string, half: Half): BundleKeys | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = z.safeParse(schemas[half], raw);
  if (!parsed.success) return null;
  const find = (kid: keyof BundleKeys): JsonWebKey | undefined => parsed.data.keys.find((key) => key.kid === kid);
  const [rsa, ed25519, x25519] = [find('rsa'), find('ed25519'), find('x25519')];
  return rsa && ed25519 && x25519 && parsed.data.keys.length === 3 ? { rsa, ed25519, x25519 } : null;
}

/** Whether a text is a complete public bundle without private parts. It does not try the keys: see `try-keys.ts`. */
export const checkPublicKey = (text: string): boolean => readKeyBundle(text, 'public') !== null;

/**
 * Generates the keys of a contact: RSA-2048, Ed25519 and X25519. Takes about a tenth of a second.
 * @returns both halves as JSON text; `privateKey` is plain and must be sealed before it is stored
 */
export async function createKeyBundle(): Promise<{ publicKey: string; privateKey: string }> {
  const { subtle } = crypto;
  const rsaParams = { ...RSA_OAEP, modulusLength: RSA_BITS, publicExponent: RSA_EXPONENT };
  const pairs = await Promise.all([
    subtle.generateKey(rsaParams, true, ['encrypt', 'decrypt']),
    subtle.generateKey('Ed25519', true, ['sign', 'verify']),
    subtle.generateKey('X25519', true, ['deriveBits']),
  ]);
  const [rsa, ed25519, x25519] = await Promise.all(
    pairs.map(async ({ privateKey }) => await subtle.exportKey('jwk', privateKey)),
  );
  const write = (half: Half) => {
    const { rsa: rsaShape, ed25519: ed25519Shape, x25519: x25519Shape } = shapes[half];
    // Parsing keeps the members of this half and drops the others.
    const keys = [
      z.parse(z.object(rsaShape), { ...rsa, kid: 'rsa', use: 'enc' }),
      z.parse(z.object(ed25519Shape), { ...ed25519, kid: 'ed25519', use: 'sig' }),
      z.parse(z.object(x25519Shape), { ...x25519, kid: 'x25519', use: 'enc' }),
    ];
    return JSON.stringify({ version: BUNDLE_VERSION, keys });
  };
  return { publicKey: write('public'), privateKey: write('private') };
}
