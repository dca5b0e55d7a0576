import type { PrivateKeys } from './private-keys';

/** Somebody who shall be able to read. `publicKey` is the text of a key bundle. */
export interface Recipient {
  readonly uniqueId: string;
  readonly publicKey: string;
  /** Named in the envelope, but with a random key in the place of a wrapped one: this person cannot open it. */
  readonly isLeftOut?: true;
}

/** The one who reads, or writes. */
export interface Reader {
  readonly uniqueId: string;
  readonly keys: PrivateKeys;
}

/** Each person once, whoever is named again: with the key that was named last. */
export const once = (people: readonly Recipient[]): Recipient[] => [
  ...new Map(people.map((person) => [person.uniqueId, person])).values(),
];
