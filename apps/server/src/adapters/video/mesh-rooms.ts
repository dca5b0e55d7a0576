/**
 * The rooms of the mesh: what those in a room say to each other to connect. Who is in which is one truth for all servers
 * (`RoomPages`); this server knows the pages whose sockets it has, and what each of them has been told of the others.
 */
import type { ServerFrame, Signal } from '@earth/contracts';
import { createKeyedMutex } from '../../async/keyed-mutex';
import type { Bus, LeftPage } from '../bus/bus';
import type { RoomPage, RoomPages } from './room-pages';
import type { RoomPass } from './room-tokens';

/** The way to a page. */
export interface Link {
  send(frame: ServerFrame): void;
}

/** A page whose socket is here. */
interface Member {
  readonly callId: string;
  readonly contactId: string;
  readonly session: string;
  readonly entry: number;
  readonly link: Link;
  /** The others that it knows of, by their contacts. */
  known: ReadonlyMap<string, RoomPage>;
}

export interface Peer {
  readonly contactUniqueId: string;
  readonly session: string;
}

interface Needs {
  readonly pages: RoomPages;
  readonly bus: Bus;
  /** Members could not be told of a change. */
  readonly onError: (error: unknown) => void;
}

export class MeshRooms {
  readonly #needs: Needs;
  readonly #rooms = new Map<string, Set<Member>>();
  readonly #membersOf = new Map<Link, Map<string, Member>>();
  /** What is read of a room is not older than what is known of it. */
  readonly #mutex = createKeyedMutex();

  constructor(needs: Needs) {
    this.#needs = needs;
    needs.bus.subscribe('callRoomClosed', ({ callId }) => {
      for (const member of this.#rooms.get(callId) ?? []) this.#unbind(member);
    });
    needs.bus.subscribe('callRoomChanged', ({ callId, left }) => {
      // At once: the room may be closed next.
      if (left) this.#takeOut(callId, left);
      if (this.#rooms.has(callId) || this.#mutex.has(callId))
        this.#mutex.take(callId, () => this.#look(callId)).catch(needs.onError);
    });
    needs.bus.subscribe('signal', ({ contactId, frame }) => {
      for (const member of this.#rooms.get(frame.callUniqueId) ?? [])
        if (member.contactId === contactId && member.session === frame.toSession) member.link.send(frame);
    });
  }

  /**
   * Brings a page into a room. Another page of the same contact gives way to it. The others hear of it, also when it
   * only comes back.
   * @returns the other pages that can be reached now
   */
  async join(pass: RoomPass, session: string, link: Link): Promise<Peer[]> {
    const { callId, contactId } = pass;
    return await this.#mutex.take(callId, async () => {
      const pages = await this.#needs.pages.enter(pass, session);
      const me = pages.find((page) => page.contactId === contactId);
      if (!me) throw new Error('Whoever came into a room is not in it');
      const others = pages.filter((page) => page !== me);
      const before = this.#membersOf.get(link)?.get(callId);
      if (before) this.#unbind(before);
      this.#bind({ callId, contactId, session, entry: me.entry, link, known: byContact(others) });
      this.#needs.bus.publish('callRoomChanged', { callId });
      return others
        .filter(({ isConnected }) => isConnected)
        .map((other) => ({ contactUniqueId: other.contactId, session: other.session }));
    });
  }

  /**
   * Passes a signal on; where its receiver cannot be reached just now, it is lost.
   * @returns false where it does not come from a page of this room
   */
  signal(link: Link, { to, ...signal }: Signal): boolean {
    const member = this.#membersOf.get(link)?.get(signal.callUniqueId);
    if (member?.session !== signal.session) return false;
    this.#needs.bus.publish('signal', { contactId: to, frame: { ...signal, from: member.contactId } });
    return true;
  }

  /** The page leaves the room. */
  async leave(link: Link, callId: string): Promise<void> {
    const member = this.#membersOf.get(link)?.get(callId);
    if (member) await this.removePage(member, member.session);
  }

  /** Takes a contact out of a room; it is told, and the others. */
  async remove(callId: string, contactId: string): Promise<void> {
    this.#tellLeft(callId, await this.#needs.pages.leave({ callId, contactId }));
  }

  /** Takes one page out of the room; another one of the same contact stays. */
  async removePage({ callId, contactId }: Pick<RoomPass, 'callId' | 'contactId'>, session: string): Promise<void> {
    this.#tellLeft(callId, await this.#needs.pages.leave({ callId, contactId }, session));
  }

  /** The page's socket is gone. Nobody is told: the pictures may go on. */
  async disconnected(link: Link): Promise<void> {
    const members = [...(this.#membersOf.get(link)?.values() ?? [])];
    for (const member of members) this.#unbind(member);
    for (const member of members) await this.#needs.pages.away(member, member.entry);
  }

  /** Whether a living page of this device is in the room. */
  async isConnected(pass: RoomPass): Promise<boolean> {
    return await this.#needs.pages.isConnected(pass);
  }

  /** Empties a room. Nobody is told by this: the end of a call has its own event. */
  async close(callId: string): Promise<void> {
    await this.#needs.pages.close(callId);
    this.#needs.bus.publish('callRoomClosed', { callId });
  }

  #tellLeft(callId: string, left: LeftPage | null): void {
    if (left) this.#needs.bus.publish('callRoomChanged', { callId, left });
  }

  #takeOut(callId: string, left: LeftPage): void {
    for (const member of this.#rooms.get(callId) ?? []) {
      const { contactId, entry } = left;
      if (member.entry === entry) this.#unbind(member);
      else if (member.known.get(contactId)?.entry !== entry) continue;
      member.known = new Map([...member.known].filter(([id]) => id !== contactId));
      member.link.send(peerLeft(member, left));
    }
  }

  /** Tells the members who are here what is new to them. */
  async #look(callId: string): Promise<void> {
    if (!this.#rooms.has(callId)) return;
    const pages = byContact(await this.#needs.pages.list(callId));
    for (const member of this.#rooms.get(callId) ?? []) {
      const mine = pages.get(member.contactId);
      if (mine?.entry === member.entry) tellNews(member, pages);
      else {
        this.#unbind(member);
        // It is out, or another page has its place; where it only came back by another socket, it goes on there.
        if (mine?.session !== member.session) member.link.send(peerLeft(member, member));
      }
    }
  }

  #bind(member: Member): void {
    const { callId, link } = member;
    this.#rooms.set(callId, (this.#rooms.get(callId) ?? new Set()).add(member));
    this.#membersOf.set(link, (this.#membersOf.get(link) ?? new Map<string, Member>()).set(callId, member));
  }

  #unbind(member: Member): void {
    const { callId, link } = member;
    const room = this.#rooms.get(callId);
    room?.delete(member);
    if (room?.size === 0) this.#rooms.delete(callId);
    const members = this.#membersOf.get(link);
    if (members?.get(callId) === member) members.delete(callId);
    if (members?.size === 0) this.#membersOf.delete(link);
  }
}

const byContact = (pages: readonly RoomPage[]): ReadonlyMap<string, RoomPage> =>
  new Map(pages.map((page) => [page.contactId, page]));

const peerLeft = (
  { callId }: Pick<Member, 'callId'>,
  { contactId, session }: Pick<RoomPage, 'contactId' | 'session'>,
) => ({ type: 'peerLeft', callUniqueId: callId, contactUniqueId: contactId, session }) as const;

/** Who is gone, who has come, and who has come back. */
function tellNews(member: Member, pages: ReadonlyMap<string, RoomPage>): void {
  const { callId, link, known } = member;
  for (const [contactId, before] of known)
    if (pages.get(contactId)?.session !== before.session) link.send(peerLeft(member, before));
  for (const [contactId, { entry, session }] of pages)
    if (contactId !== member.contactId && known.get(contactId)?.entry !== entry)
      link.send({ type: 'peerJoined', callUniqueId: callId, contactUniqueId: contactId, session });
  member.known = new Map([...pages].filter(([contactId]) => contactId !== member.contactId));
}
