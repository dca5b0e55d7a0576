import type { LeftPage } from '../bus/bus';
import type { CallPass } from './room-tokens';

/** The page with which a contact is in a call. */
export interface CallPage {
  readonly contactId: string;
  /** The id of the page: a reload makes another. */
  readonly session: string;
  /** Grows with each page that joins or reconnects. */
  readonly entry: number;
  /** Whether its socket is connected; if not, its media may go on, and it may reconnect with the same session. */
  readonly isConnected: boolean;
}

type Place = Pick<CallPass, 'callId' | 'contactId'>;

/** The pages in calls: one list for all servers. */
export interface CallPages {
  /** Adds a page; it replaces another one of the same contact. @returns all pages of the call, including this one */
  enter(pass: CallPass, session: string): Promise<readonly CallPage[]>;
  list(callId: string): Promise<readonly CallPage[]>;
  /** Removes a contact; if a session is given, only with that page. @returns the removed page */
  leave(place: Place, session?: string): Promise<LeftPage | null>;
  /** The socket with which a page joined is closed. */
  away(place: Place, entry: number): Promise<void>;
  /** Removes all pages of a call. */
  close(callId: string): Promise<void>;
  /** Whether a living page of this device is in the call. */
  isConnected(pass: CallPass): Promise<boolean>;
}
