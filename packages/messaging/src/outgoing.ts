/** What the server does not have yet. */
import type { ChangeRequest } from './changes';
import type { PieceFields, Place } from './ports';

export interface OutgoingFile {
  /** Empty: a snapshot, or a piece of a recording. */
  readonly name: string;
  /** Bytes; null: the file was left by a closed page. */
  readonly size: number | null;
  readonly blob: Blob | null;
  /** Upload progress from 0 to 1; null: it is being sealed, or waits in the queue. */
  readonly gone: number | null;
}

/** A piece of a recording: its place in it, and how long the recording is with it. */
export interface RecordedPiece extends Pick<PieceFields, 'recordingId' | 'number' | 'milliseconds'> {
  /** The ids of those who were recorded, besides the user: nobody else gets a key. Absent: a closed page has left it. */
  readonly readers?: readonly string[];
}

export interface Outgoing {
  readonly clientId: string;
  readonly place: Place;
  readonly kind: 'message' | 'pic' | 'piece';
  /** The text; of a file its description, usually its name. */
  readonly text: string;
  readonly date: string;
  readonly file: OutgoingFile | null;
  /** It changes a message; absent: it is one. */
  readonly change?: ChangeRequest;
  /** The ids of those whom it mentions; absent: nobody. */
  readonly mentions?: readonly string[];
  /** Of a snapshot: who asked this device for it; absent: the user took it. */
  readonly takenBy?: string;
  /** Only of a piece of a recording. */
  readonly piece?: RecordedPiece;
  /** `waiting`: offline, sent automatically. `failed`: the server refused it. `tooLarge`: the server never accepts it. */
  readonly state: 'sending' | 'waiting' | 'failed' | 'tooLarge';
}
