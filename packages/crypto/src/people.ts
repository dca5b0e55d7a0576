import type { PrivateKeys } from './private-keys';

/** A person for whom something is sealed. `publicKey` is the text of a key bundle. */
export interface Recipient {
  readonly uniqueId: string;
  readonly publicKey: string;
  /** Named in the envelope, but with a random key instead of a wrapped one: this person cannot open it. */
  readonly isLeftOut?: true;
}

/** The reader or author. */
export interface Reader {
  readonly uniqueId: string;
  readonly keys: PrivateKeys;
}

/** Removes duplicates; of a person named twice the last key counts. */
export const once = (people: readonly Recipient[]): Recipient[] => [
  ...new Map(people.map((person) => [person.uniqueId, person])).values(),
];
