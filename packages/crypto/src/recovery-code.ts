/**
 * Recovery code of protected keys: 130 random bits and a checksum of 10, as 28 characters of Crockford's base 32 (no I, L, O, U) in
 * groups of four: `4KXD-…`.
 */
import { type Bytes, toUtf8 } from './bytes';
import { sha256 } from './cipher';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_CHARACTERS = 26;
const CHECK_CHARACTERS = 2;
const LABEL = 'earth/recovery-code/v1';

const characterOf = (fiveBits: number): string => ALPHABET.charAt(fiveBits & 31);
const grouped = (characters: string): string => characters.replace(/(.{4})(?!$)/g, '$1-');

/** Checksum: the first ten bits of a hash. */
async function checkOf(characters: string): Promise<string> {
  const [first = 0, second = 0] = await sha256(toUtf8(LABEL + characters));
  return characterOf(first >> 3) + characterOf((first << 2) | (second >> 6));
}

/** @param random 26 bytes, five bits of each are used */
export async function createRecoveryCode(
  random: Bytes = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS)),
): Promise<string> {
  const characters = Array.from(random, characterOf).join('');
  return grouped(characters + (await checkOf(characters)));
}

/** Normalizes a typed code: case, spaces and dashes are ignored, O counts as 0, I and L as 1. Null: the checksum is wrong. */
export async function readRecoveryCode(typed: string): Promise<string | null> {
  const characters = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const random = characters.slice(0, RANDOM_CHARACTERS);
  const isWhole = characters.length === RANDOM_CHARACTERS + CHECK_CHARACTERS;
  return isWhole && characters === random + (await checkOf(random)) ? grouped(characters) : null;
}
