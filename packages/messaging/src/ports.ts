/** What the package needs from outside, besides `OutboxPorts`. */
import type {
  addCallPic,
  addRecordingPiece,
  CallInput,
  FileText,
  NotGenuine,
  Scheme,
  SealedOrigin,
  SealedPlace,
  sendRoomMessage,
} from '@earth/contracts';

/** Where a message is: in the chat of a call, or in a room. */
export interface Place {
  readonly kind: 'call' | 'room';
  readonly id: string;
}

/** A reader for whom something is sealed, with the public key that the server gives. */
export interface Recipient {
  readonly uniqueId: string;
  readonly publicKey: string;
}

/** Progress and cancellation of an upload or download. */
export interface Sending {
  /** The part transferred, from 0 to 1. */
  readonly onProgress: (gone: number) => void;
  /** Aborting it rejects the request. */
  readonly signal: AbortSignal;
}

/** Seals a file to base64, as it is stored. Rejects if the file cannot be read. */
type SealFile = (scheme: Scheme, file: Blob, recipients: readonly Recipient[], place: SealedPlace) => Promise<FileText>;

/** The part of `@earth/crypto` that messages need, bound to the signed-in reader. */
export interface MessageCipher {
  /** Whether the user must decide about the changed keys of a recipient before anything is sealed for them. */
  mustAsk(recipients: readonly Recipient[]): Promise<boolean>;
  /** Resolves the recipients for sealing: asks about changed keys first; recipients who are left out are marked or omitted. */
  findReaders(scheme: Scheme, recipients: readonly Recipient[]): Promise<readonly Recipient[]>;
  /**
   * The scheme to seal under: the one in force (`settings.cryptoSchema`), or a lower one if a recipient has no keys for it.
   * @param least wanted at least, whatever is in force
   */
  schemeFor(recipients: readonly Recipient[], least?: Scheme): Promise<Scheme>;
  sealText(scheme: Scheme, text: string, recipients: readonly Recipient[], place: SealedPlace): Promise<string>;
  /** Null: not sealed for the reader. */
  openText(scheme: Scheme, sealed: string, origin: SealedOrigin): Promise<string | NotGenuine | null>;
  readonly sealFile: SealFile;
  /** Like `sealFile`, but rejects when the signal aborts. */
  sealFileUntil(signal: AbortSignal): SealFile;
  /** Null: not sealed for the reader. */
  openFile(scheme: Scheme, base64: FileText, origin: SealedOrigin): Promise<Blob | NotGenuine | null>;
}

interface Named {
  readonly clientId: string;
}

/** The request that sends a message. `id` is the place. */
export type MessageFields = CallInput<typeof sendRoomMessage> & Named;
/** The request that stores a snapshot of a call. */
export type PicFields = CallInput<typeof addCallPic> & Named;

/** The request that stores a piece of a recording of a call. Its `clientId` is not sent. */
export type PieceFields = CallInput<typeof addRecordingPiece> & Named;
export type OutgoingFields = MessageFields | PicFields | PieceFields;

/** A message, a snapshot or a piece of a recording that the server does not have yet, sealed as it is sent. Its `clientId` identifies it. */
export interface Unsent {
  readonly fields: OutgoingFields;
  /** When it was written, ISO 8601. Absent: left by an earlier version. */
  readonly date?: string;
  /** The server has refused it: it is shown, and sent again only on request. */
  readonly refused?: 'failed' | 'tooLarge';
}

/** Store of what the server does not have yet, by `clientId`. It survives the page. Never rejects. */
export interface UnsentStore {
  /** What closed pages have left, in the order in which it was written. */
  claimLeft(): Promise<readonly Unsent[]>;
  /** Replaces what is stored under the same id. */
  keep(unsent: Unsent): Promise<void>;
  drop(clientId: string): Promise<void>;
  /** Releases an item that this page took up but cannot read, so that another page can take it up. */
  leave(clientId: string): Promise<void>;
}
