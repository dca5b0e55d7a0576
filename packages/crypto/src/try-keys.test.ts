import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyBundle } from './key-bundle';
import { tryPublicKey } from './try-keys';

type Jwk = Record<string, string>;

const { publicKey } = await createKeyBundle();

/** The bundle with another value in one of its keys. */
function withMember(kid: 'rsa' | 'ed25519' | 'x25519', member: string, value: string): string {
  const bundle = JSON.parse(publicKey) as { keys: Jwk[] };
  const keys = bundle.keys.map((key) => (key['kid'] === kid ? { ...key, [member]: value } : key));
  return JSON.stringify({ ...bundle, keys });
}

const bigEndian = (number: bigint, bytes: number) => Buffer.from(number.toString(16).padStart(2 * bytes, '0'), 'hex');
const modulus = (n: bigint) => withMember('rsa', 'n', bigEndian(n, 256).toString('base64url'));
const point = (kid: 'ed25519' | 'x25519', y: bigint) =>
  withMember(kid, 'x', Buffer.from([...bigEndian(y, 32)].toReversed()).toString('base64url'));

/** The modulus of a new key: its two large factors, and itself. */
function factors(bits: number) {
  const jwk = generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ format: 'jwk' });
  const read = (text = '') => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
  return { p: read(jwk.p), q: read(jwk.q), n: read(jwk.n) };
}

test('keys as devices make them are sound, also others’', async () => {
  expect(await tryPublicKey(publicKey)).toBe(true);
  for (let made = 0; made < 3; made += 1) expect(await tryPublicKey((await createKeyBundle()).publicKey)).toBe(true);
  expect(await tryPublicKey(modulus(factors(2048).n))).toBe(true);
});

const P = 2n ** 255n - 19n;
/** Of the order 8, out of the list that implementations refuse (RFC 7748, 6.1). */
const ORDER_8 = 325_606_250_916_557_431_795_983_626_356_110_631_294_008_115_727_848_805_560_023_387_167_927_233_504n;

test.each([
  ['0', 0n],
  ['1', 1n],
  ['-1', P - 1n],
  ['0 again', P],
  ['1 again', P + 1n],
  ['one of the order 8', ORDER_8],
  ['the same with its highest bit', ORDER_8 + 2n ** 255n],
])('an X25519 point of low order is refused: %s', async (_, u) => {
  expect(await tryPublicKey(point('x25519', u))).toBe(false);
});

test.each([
  ['no point: y = 2', 2n],
  ['the neutral point', 1n],
  ['of the order 2', P - 1n],
  ['of the order 4', 0n],
  ['not reduced', P + 3n],
  ['32 bytes 0xff', 2n ** 256n - 1n],
  ['a sign of nothing', 1n + 2n ** 255n],
])('an Ed25519 point that proves nothing is refused: %s', async (_, y) => {
  expect(await tryPublicKey(point('ed25519', y))).toBe(false);
});

const { q, n } = factors(2048);
const wide = factors(4096);
const TOP = 2n ** 2047n;
const lifted = (number: bigint, by: bigint) => {
  const made = number * by;
  return made + (TOP > made ? made * (TOP / made) : 0n);
};

test.each([
  ['all ones', 2n ** 2048n - 1n],
  ['even', n - 1n],
  ['with the factor 3', lifted(q, 3n)],
  ['with the factor 65521', TOP - (TOP % 65_521n) + 65_521n],
  ['a prime', [wide.p, wide.q].find((prime) => prime > TOP) ?? 0n],
  ['the square of a prime', (2n ** 1024n - 105n) ** 2n],
  ['the fourth power of a prime', (2n ** 512n - 569n) ** 4n],
])('an RSA modulus that is none is refused: %s', async (_, number) => {
  expect(number).toBeGreaterThan(TOP);
  expect(await tryPublicKey(modulus(number))).toBe(false);
});

test('what is no bundle is refused, and what was refused by its form', async () => {
  for (const text of ['', '{}', 'null', (await createKeyBundle()).privateKey])
    expect(await tryPublicKey(text)).toBe(false);
});
