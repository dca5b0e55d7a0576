/** Where the pictures of a call meet. */
import type { Participant } from '@earth/contracts';
import type { MeshRooms } from './mesh-rooms';
import type { RoomPass } from './room-tokens';

/** What a device needs to get into the room of a call. */
export type RoomAccess = Pick<Participant, 'provider' | 'token' | 'iceServers'>;

export interface Video {
  admit(pass: RoomPass): Promise<RoomAccess>;
  /** Whom a room token lets in. Rejects with ApiError `tokenExpired` or `notAllowed`. */
  readToken(token: string): Promise<RoomPass>;
  /** Whether a living page of this device is in the room. */
  isConnected(pass: RoomPass): Promise<boolean>;
  /** Takes a contact out of the room; the others see it leave. */
  remove(callId: string, contactId: string): Promise<void>;
  /** Empties the room of a call that is over. */
  close(callId: string): Promise<void>;
  /** The rooms of the mesh, which the server's own socket leads into. */
  readonly mesh: MeshRooms;
}
