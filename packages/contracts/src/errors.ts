/**
 * Words of every error, in `texts/`. The envelope carries code and words in `result` and the name in `data.error`, so that a client can tell
 * two 403 apart. Clients show the words they receive and have none of their own.
 */
import { codeOf, type ErrorName } from './error-codes';
import english from './texts/en.json';

const words: Readonly<Record<ErrorName, string>> = english;

/** Result code and English words of an error. */
export const errorOf = (name: ErrorName): readonly [code: number, words: string] => [codeOf(name), words[name]];
