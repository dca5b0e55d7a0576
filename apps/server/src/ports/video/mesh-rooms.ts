/** The rooms of the mesh: who is in which, and what they say to each other to connect. It knows no sockets and no tokens. */
import type { ServerFrame, Signal } from '@earth/contracts';
import type { RoomPass } from './room-tokens';

/** The way to a page. */
export interface Link {
  send(frame: ServerFrame): void;
}

interface Member {
  readonly deviceId: string;
  readonly session: string;
  /** Null while the page's socket is away: the page may well go on, and come back with the same session. */
  link: Link | null;
}

export interface Peer {
  readonly contactUniqueId: string;
  readonly session: string;
}

type Room = Map<string, Member>;

const peerLeft = (callUniqueId: string, contactUniqueId: string, session: string) =>
  ({ type: 'peerLeft', callUniqueId, contactUniqueId, session }) as const;

function tellOthers(room: Room, contactId: string, frame: ServerFrame): void {
  for (const [otherId, other] of room) if (otherId !== contactId) other.link?.send(frame);
}

export class MeshRooms {
  readonly #rooms = new Map<string, Room>();
  readonly #callsOf = new Map<Link, Map<string, string>>();

  /**
   * Brings a page into a room. Another page of the same contact gives way to it. The others hear of it, also when it
   * only comes back.
   * @returns the other pages that can be reached now
   */
  join({ callId, contactId, deviceId }: RoomPass, session: string, link: Link): Peer[] {
    const room = this.#rooms.get(callId) ?? new Map<string, Member>();
    this.#rooms.set(callId, room);
    const before = room.get(contactId);
    if (before?.link && before.link !== link) this.#unbind(before.link, callId);
    if (before && before.session !== session) {
      const left = peerLeft(callId, contactId, before.session);
      tellOthers(room, contactId, left);
      // So that a page which was replaced does not go on beside the new one.
      if (before.link !== link) before.link?.send(left);
    }
    room.set(contactId, { deviceId, session, link });
    this.#bind(link, callId, contactId);

    const peers: Peer[] = [];
    for (const [otherId, other] of room) {
      if (otherId === contactId || !other.link) continue;
      peers.push({ contactUniqueId: otherId, session: other.session });
    }
    tellOthers(room, contactId, { type: 'peerJoined', callUniqueId: callId, contactUniqueId: contactId, session });
    return peers;
  }

  /**
   * Passes a signal on; where its receiver cannot be reached just now, it is lost.
   * @returns false where it does not come from a page of this room
   */
  signal(link: Link, frame: Signal): boolean {
    const contactId = this.#callsOf.get(link)?.get(frame.callUniqueId);
    if (contactId === undefined) return false;
    const room = this.#rooms.get(frame.callUniqueId);
    if (room?.get(contactId)?.session !== frame.session) return false;
    const receiver = room.get(frame.to);
    if (receiver?.session === frame.toSession) {
      const { to: _, ...signal } = frame;
      receiver.link?.send({ ...signal, from: contactId });
    }
    return true;
  }

  /** The page leaves the room. */
  leave(link: Link, callId: string): void {
    const contactId = this.#callsOf.get(link)?.get(callId);
    if (contactId !== undefined) this.remove(callId, contactId);
  }

  /** Takes one page out of the room; another one of the same contact stays. */
  removePage({ callId, contactId }: RoomPass, session: string): void {
    if (this.#rooms.get(callId)?.get(contactId)?.session === session) this.remove(callId, contactId);
  }

  /** The page's socket is gone. Nobody is told: the pictures may go on. */
  disconnected(link: Link): void {
    for (const [callId, contactId] of this.#callsOf.get(link) ?? []) {
      const member = this.#rooms.get(callId)?.get(contactId);
      if (member) member.link = null;
    }
    this.#callsOf.delete(link);
  }

  /** Whether a living page of this device is in the room. */
  isConnected({ callId, contactId, deviceId }: RoomPass): boolean {
    const member = this.#rooms.get(callId)?.get(contactId);
    return member !== undefined && member.deviceId === deviceId && member.link !== null;
  }

  /** Takes a contact out of a room; it is told, and the others. */
  remove(callId: string, contactId: string): void {
    const room = this.#rooms.get(callId);
    const member = room?.get(contactId);
    if (!room || !member) return;
    room.delete(contactId);
    if (member.link) this.#unbind(member.link, callId);
    if (room.size === 0) this.#rooms.delete(callId);
    const left = peerLeft(callId, contactId, member.session);
    tellOthers(room, contactId, left);
    member.link?.send(left);
  }

  /** Empties a room. Nobody is told by this: the end of a call has its own event. */
  close(callId: string): void {
    for (const member of this.#rooms.get(callId)?.values() ?? []) if (member.link) this.#unbind(member.link, callId);
    this.#rooms.delete(callId);
  }

  #bind(link: Link, callId: string, contactId: string): void {
    const calls = this.#callsOf.get(link) ?? new Map<string, string>();
    this.#callsOf.set(link, calls.set(callId, contactId));
  }

  #unbind(link: Link, callId: string): void {
    const calls = this.#callsOf.get(link);
    calls?.delete(callId);
    if (calls?.size === 0) this.#callsOf.delete(link);
  }
}
