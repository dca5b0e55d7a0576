/**
 * Safety number of two people: sixty digits that are equal on both screens as long as each device knows the true keys of the other
 * person. Built as in other messengers: a slow hash of each person's public keys and id, thirty digits of each, the lower first.
 */
import { type Bytes, concat, listed, toBase64, toUtf8 } from './bytes';
import { readKeyBundle } from './key-bundle';
import type { Recipient } from './people';
import { PublicKeyError } from './public-keys';

const LABEL = 'earth/safety-number/v1';
/** Hash rounds: the cost of each try to find keys with the same digits. */
const ROUNDS = 5200;
const GROUPS = 6;
const GROUP_BYTES = 5;
const CODE_PREFIX = 'earth-safety-number/1/';
/** Bytes of each person's hash in the QR code; the digits are made of the first of them. */
const CODE_BYTES = 32;

export interface SafetyNumber {
  /** Twelve groups of five digits. */
  readonly groups: readonly string[];
  /** Text of the QR code, equal on both sides. */
  readonly code: string;
}

/** Iterated SHA-512, with the keys added in each round. */
async function fingerprintOf({ uniqueId, publicKey }: Recipient): Promise<Bytes> {
  const keys = readKeyBundle(publicKey, 'public');
  if (!keys) throw new PublicKeyError();
  const parts = [LABEL, uniqueId, keys.rsa.n ?? '', keys.ed25519.x ?? '', keys.x25519.x ?? ''];
  const identity = await sha512(listed(parts.map(toUtf8)));
  let hash = identity;
  for (let round = 1; round < ROUNDS; round += 1) hash = await sha512(concat(hash, identity));
  return hash.slice(0, CODE_BYTES);
}

const sha512 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-512', bytes));

/** Five digits made of five bytes. */
function groupAt(fingerprint: Bytes, index: number): string {
  const number = fingerprint
    .subarray(index * GROUP_BYTES, (index + 1) * GROUP_BYTES)
    .reduce((value, byte) => value * 256 + byte, 0);
  return String(number % 100_000).padStart(5, '0');
}

const groupsOf = (fingerprint: Bytes) => Array.from({ length: GROUPS }, (_, index) => groupAt(fingerprint, index));

/** Takes about half a second. Rejects with PublicKeyError if a public bundle is invalid. */
export async function safetyNumberOf(one: Recipient, other: Recipient): Promise<SafetyNumber> {
  const people = await Promise.all(
    [one, other].map(async (person) => {
      const fingerprint = await fingerprintOf(person);
      return { fingerprint, digits: groupsOf(fingerprint).join('') };
    }),
  );
  const [lower, higher] = people.toSorted((a, b) => (a.digits < b.digits ? -1 : 1));
  if (!lower || !higher) throw new PublicKeyError();
  return {
    groups: [...groupsOf(lower.fingerprint), ...groupsOf(higher.fingerprint)],
    code: CODE_PREFIX + toBase64(concat(lower.fingerprint, higher.fingerprint)),
  };
}

/** Whether a scanned text is the code of a safety number. */
export const isSafetyCode = (text: string): boolean => text.startsWith(CODE_PREFIX);
