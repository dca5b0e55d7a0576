/** Terms of sealing and opening, for all schemes. */
import type { CallPic, FormerKey, SealedKind } from './entities';

/** Place of a sealed thing: under scheme 2, a thing moved to another place is not genuine. */
export interface SealedPlace {
  readonly kind:
    | SealedKind
    | 'subject'
    | 'knownKeys'
    | 'labels'
    | 'rating'
    | 'profilePicture'
    | 'recording'
    | 'contactNote';
  /** Id of the call or room; of remembered keys, a profile picture and a note about a contact the user's own id. */
  readonly within: string;
  /** Id of the thing itself, given by its author: of a message its `clientId`, of a note about a contact the contact's id. Null: it has none. */
  readonly id: string | null;
  /** Name of a message's file. Files sealed before names were signed open without it. */
  readonly fileName?: string | null | undefined;
  /** Of a snapshot: who took it, if they asked the author's device for it. */
  readonly takenBy?: string | undefined;
}

/** The claimed author. `publicKey` is the text of a key bundle. */
export interface Sealer {
  readonly uniqueId: string;
  readonly publicKey: string;
  /** Former bundles that this one replaced. */
  readonly formerKeys?: readonly FormerKey[] | undefined;
}

/** The claimed author and place of a sealed thing. */
export interface SealedOrigin {
  readonly sender: Sealer;
  readonly place: SealedPlace;
  /**
   * Date since which the server has it: a former bundle signs nothing after its end. Absent: now. Null: unknown, so that any bundle
   * counts.
   */
  readonly date?: string | null | undefined;
}

/** It was altered, moved, or sealed by somebody other than the claimed author. */
export interface NotGenuine {
  readonly is: 'notGenuine';
}

export const NOT_GENUINE: NotGenuine = { is: 'notGenuine' };

/** Whether an opened thing is what its author sealed for its place, as far as its scheme can prove. */
export const isGenuine = <Opened>(opened: Opened | NotGenuine): opened is Opened =>
  !(typeof opened === 'object' && opened !== null && 'is' in opened && opened.is === NOT_GENUINE.is);

/** Who took a snapshot belongs to its place, so that nobody but its author can name them. */
export const picPlace = ({
  callUniqueId,
  clientId,
  takenByUniqueId,
}: Pick<CallPic, 'callUniqueId' | 'clientId' | 'takenByUniqueId'>): SealedPlace => ({
  kind: 'pic',
  within: callUniqueId,
  id: clientId,
  takenBy: takenByUniqueId,
});

/** A drawing log is sealed anew as it grows, so edition and length belong to its id. */
export const drawingPlace = (
  within: string,
  { picId, edition, entries }: { readonly picId: string; readonly edition: number; readonly entries: number },
): SealedPlace => ({ kind: 'drawing', within, id: `${picId} ${edition} ${entries}` });
