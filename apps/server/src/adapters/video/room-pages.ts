import type { LeftPage } from '../bus/bus';
import type { RoomPass } from './room-tokens';

/** The page with which somebody is in the room of a call. */
export interface RoomPage {
  readonly contactId: string;
  /** The page: a reload makes another. */
  readonly session: string;
  /** Grows with each page that comes in, or comes back. */
  readonly entry: number;
  /** Whether it can be reached; if not, it may well go on, and come back with the same session. */
  readonly isConnected: boolean;
}

type Place = Pick<RoomPass, 'callId' | 'contactId'>;

/** Who is in the rooms of calls: one truth for all servers. */
export interface RoomPages {
  /** Brings a page in; another one of the same contact gives way to it. @returns all of the room, this one among them */
  enter(pass: RoomPass, session: string): Promise<readonly RoomPage[]>;
  list(callId: string): Promise<readonly RoomPage[]>;
  /** Takes a contact out; where a session is named, only with that page. @returns what was taken out */
  leave(place: Place, session?: string): Promise<LeftPage | null>;
  /** The socket with which a page came in is gone. */
  away(place: Place, entry: number): Promise<void>;
  /** Empties a room. */
  close(callId: string): Promise<void>;
  /** Whether a living page of this device is in the room. */
  isConnected(pass: RoomPass): Promise<boolean>;
}
