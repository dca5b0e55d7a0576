/** Estimates a passphrase by what can be known: its length, and whether it is obviously no secret. */
import { PASSPHRASE_CHARS_MIN } from '@earth/contracts';

export type Strength = 'short' | 'guessable' | 'fair' | 'long';

const LONG_CHARS = 20;
/** With fewer different letters even a long passphrase is weak. */
const DIFFERENT_MIN = 6;

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Removes publicly known facts about the user from a text. */
const without = (text: string, known: readonly string[]) =>
  known.filter((word) => word.length > 2).reduce((left, word) => left.replaceAll(word, ''), text);

/** @param known the user's name, address and company, which attackers try first */
export function strengthOf(passphrase: string, known: readonly string[]): Strength {
  const characters = Array.from(passphrase.normalize('NFKC')).length;
  if (characters < PASSPHRASE_CHARS_MIN) return 'short';
  const left = without(plain(passphrase), known.flatMap((words) => words.split(/[\s@.]+/)).map(plain));
  if (new Set(left).size < DIFFERENT_MIN || /^(.{1,4})\1+$/u.test(plain(passphrase))) return 'guessable';
  return characters < LONG_CHARS ? 'fair' : 'long';
}

/** Whether it is accepted. */
export const isEnough = (strength: Strength) => strength === 'fair' || strength === 'long';
