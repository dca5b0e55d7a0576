/**
 * Tries a public bundle before it is stored: an unsound key would stop, or weaken, what colleagues seal for its owner. Only the server
 * needs this; clients try the wrapping alone (`can-wrap.ts`).
 */
import { CryptoSchema } from '@earth/contracts';
import type { Bytes } from './bytes';
import { canWrap } from './can-wrap';
import { readKeyBundle } from './key-bundle';

/** Whether both schemes can seal for a public bundle and its keys are sound. */
export async function tryPublicKey(publicKey: string): Promise<boolean> {
  const keys = readKeyBundle(publicKey, 'public');
  if (!keys || !isSoundModulus(toNumber(fromBase64Url(keys.rsa.n)))) return false;
  if (!isSoundPoint(fromBase64Url(keys.ed25519.x))) return false;
  return (await canWrap(CryptoSchema.v1, publicKey)) && (await canWrap(CryptoSchema.v2, publicKey));
}

function fromBase64Url(text = ''): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Big-endian. */
const toNumber = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

/** Bound of the trial division. */
const SMALL = 1 << 16;
let smallPrimes: readonly bigint[] | null = null;

function findSmallPrimes(): readonly bigint[] {
  const isComposite = new Uint8Array(SMALL);
  const primes: bigint[] = [];
  for (let number = 2; number < SMALL; number += 1) {
    if (isComposite[number]) continue;
    primes.push(BigInt(number));
    for (let multiple = number * number; multiple < SMALL; multiple += number) isComposite[multiple] = 1;
  }
  return primes;
}

/** Of 2048 bits, by its form. Here: no small factor (so it is odd), not a prime, not a power of one number. */
function isSoundModulus(n: bigint): boolean {
  smallPrimes ??= findSmallPrimes();
  if (smallPrimes.some((prime) => n % prime === 0n)) return false;
  // Fermat's little theorem: for a prime this is 1. With a prime modulus the private key would be public.
  if (power(2n, n - 1n, n) === 1n) return false;
  // No factor is below 2 ** 16, so higher powers do not fit into 2048 bits.
  return smallPrimes.filter((degree) => degree <= 2048n / 16n).every((degree) => root(n, degree) ** degree !== n);
}

/** Integer root: the largest number whose power is at most `n`, by Newton's method from above. */
function root(n: bigint, degree: bigint): bigint {
  let guess = 1n << (2048n / degree + 1n);
  for (;;) {
    const next = ((degree - 1n) * guess + n / guess ** (degree - 1n)) / degree;
    if (next >= guess) return guess;
    guess = next;
  }
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Field and curve of Ed25519 (RFC 8032, 5.1). */
const P = 2n ** 255n - 19n;
const modP = (number: bigint) => ((number % P) + P) % P;
const D = modP(-121_665n * power(121_666n, P - 2n, P));
const SQRT_MINUS_1 = power(2n, (P - 1n) / 4n, P);

type Point = readonly [x: bigint, y: bigint];

/** Whether a point is in its canonical encoding and not of small order; with a small order anybody could forge signatures. */
function isSoundPoint(encoded: Bytes): boolean {
  const point = decodePoint(encoded);
  if (!point) return false;
  const [x, y] = twice(twice(twice(point)));
  return !(x === 0n && y === 1n);
}

/** RFC 8032, 5.1.3. Null: there is no such point. */
function decodePoint(encoded: Bytes): Point | null {
  const whole = toNumber(encoded.toReversed());
  const sign = whole >> 255n;
  const y = whole & (2n ** 255n - 1n);
  if (y >= P) return null;
  const u = modP(y * y - 1n);
  const v = modP(D * y * y + 1n);
  let x = modP(u * power(v, 3n, P) * power(u * power(v, 7n, P), (P - 5n) / 8n, P));
  if (modP(v * x * x) === modP(-u)) x = modP(x * SQRT_MINUS_1);
  if (modP(v * x * x) !== u || (x === 0n && sign === 1n)) return null;
  return [(x & 1n) === sign ? x : modP(-x), y];
}

/** Doubles a point on the curve -x² + y² = 1 + dx²y². */
function twice([x, y]: Point): Point {
  const product = modP(D * x * x * y * y);
  const divide = (number: bigint, by: bigint) => modP(number * power(modP(by), P - 2n, P));
  return [divide(2n * x * y, 1n + product), divide(y * y + x * x, 1n - product)];
}
