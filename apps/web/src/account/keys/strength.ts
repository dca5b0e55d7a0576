/** What can honestly be said of a passphrase: how long it is, and whether it is plainly no secret. Nobody knows how it was chosen. */
import { PASSPHRASE_CHARS_MIN } from '@earth/contracts';

export type Strength = 'short' | 'guessable' | 'fair' | 'long';

const LONG_CHARS = 20;
/** Of so many different letters even a long one has little to guess. */
const DIFFERENT_MIN = 6;

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What is left of a text without what everybody knows of the person. */
const without = (text: string, known: readonly string[]) =>
  known.filter((word) => word.length > 2).reduce((left, word) => left.replaceAll(word, ''), text);

/** @param known the person's name, address and company, which others try first */
export function strengthOf(passphrase: string, known: readonly string[]): Strength {
  const characters = Array.from(passphrase.normalize('NFKC')).length;
  if (characters < PASSPHRASE_CHARS_MIN) return 'short';
  const left = without(plain(passphrase), known.flatMap((words) => words.split(/[\s@.]+/)).map(plain));
  if (new Set(left).size < DIFFERENT_MIN || /^(.{1,4})\1+$/u.test(plain(passphrase))) return 'guessable';
  return characters < LONG_CHARS ? 'fair' : 'long';
}

/** Whether it is taken at all. */
export const isEnough = (strength: Strength) => strength === 'fair' || strength === 'long';
