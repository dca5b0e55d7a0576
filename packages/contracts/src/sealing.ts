/** What sealing and opening speak of, whatever the scheme. */
import type { FormerKey, SealedKind } from './entities';

/** Where something belongs: under scheme 2, what is moved elsewhere is not genuine there. */
export interface SealedPlace {
  readonly kind: SealedKind | 'subject' | 'notes' | 'preview' | 'knownKeys';
  /** Of the call or the room; of what one remembers of people's keys: one's own id. */
  readonly within: string;
  /** The thing's own id, which its author gives it: of a message its `clientId`. Null: it has none. */
  readonly id: string | null;
  /** Of a message's file: its name. What was sealed before names were signed opens without it. */
  readonly fileName?: string | null | undefined;
}

/** Who is said to have sealed something. `publicKey` is the text of a key bundle. */
export interface Sealer {
  readonly uniqueId: string;
  readonly publicKey: string;
  /** The bundles that this one has taken the place of. */
  readonly formerKeys?: readonly FormerKey[] | undefined;
}

/** Who is said to have sealed something, and where it stands. */
export interface SealedOrigin {
  readonly sender: Sealer;
  readonly place: SealedPlace;
  /**
   * Since when the server has it: a former bundle signs nothing later than its end. Absent: just now. Null: nobody knows, so
   * that any bundle counts.
   */
  readonly date?: string | null | undefined;
}

/** It was altered, belongs elsewhere, or was sealed by somebody other than whoever is said to have. */
export interface NotGenuine {
  readonly is: 'notGenuine';
}

export const NOT_GENUINE: NotGenuine = { is: 'notGenuine' };

/** Whether something that was opened is what its author sealed for its place, as far as its scheme tells. */
export const isGenuine = <Opened>(opened: Opened | NotGenuine): opened is Opened =>
  !(typeof opened === 'object' && opened !== null && 'is' in opened && opened.is === NOT_GENUINE.is);

/** A log is sealed anew as it grows: another edition or another length is another thing. */
export const drawingPlace = (
  within: string,
  { picId, edition, entries }: { readonly picId: string; readonly edition: number; readonly entries: number },
): SealedPlace => ({ kind: 'drawing', within, id: `${picId} ${edition} ${entries}` });
