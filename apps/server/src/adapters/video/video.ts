/** Media connection of calls: the interface of the providers. */
import type { Participant } from '@earth/contracts';
import type { MeshSignalling } from './mesh-signalling';
import type { CallPass } from './room-tokens';

/** What a device needs to connect to a call. */
export type RoomAccess = Pick<Participant, 'provider' | 'url' | 'token' | 'iceServers'>;

export interface Video {
  admit(pass: CallPass): Promise<RoomAccess>;
  /** Verifies a room token. Rejects with ApiError `tokenExpired` or `notAllowed`. */
  readToken(token: string): Promise<CallPass>;
  /** Whether a living page of this device is in the call. */
  isConnected(pass: CallPass): Promise<boolean>;
  /** Removes a contact from a call; the others see it leave. */
  remove(callId: string, contactId: string): Promise<void>;
  /** Removes everybody from a closed call. */
  close(callId: string): Promise<void>;
  /** The signalling of the mesh, which uses the server's own socket. */
  readonly mesh: MeshSignalling;
}
