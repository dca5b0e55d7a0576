/**
 * Signalling of the mesh: connects the pages in a call with each other. All servers share one list of pages (`CallPages`); this
 * server knows the pages whose sockets it has, and which others each of them has been notified of.
 */
import type { ServerFrame, Signal } from '@earth/contracts';
import { createKeyedMutex } from '@earth/async';
import type { Bus, LeftPage } from '../bus/bus';
import type { CallPage, CallPages } from './call-pages';
import type { CallPass } from './room-tokens';

/** The socket of a page. */
export interface PageSocket {
  send(frame: ServerFrame): void;
}

/** A page whose socket is here. */
interface Member {
  readonly callId: string;
  readonly contactId: string;
  readonly session: string;
  readonly entry: number;
  readonly link: PageSocket;
  /** The other pages that it knows of, by contact. */
  known: ReadonlyMap<string, CallPage>;
}

export interface Peer {
  readonly contactUniqueId: string;
  readonly session: string;
}

interface Deps {
  readonly pages: CallPages;
  readonly bus: Bus;
  /** Called when members could not be notified of a change. */
  readonly onError: (error: unknown) => void;
}

export class MeshSignalling {
  readonly #needs: Deps;
  readonly #rooms = new Map<string, Set<Member>>();
  readonly #membersOf = new Map<PageSocket, Map<string, Member>>();
  /** Keyed mutex per call: members are never notified of an older state than they know. */
  readonly #mutex = createKeyedMutex();

  constructor(needs: Deps) {
    this.#needs = needs;
    needs.bus.subscribe('callRoomClosed', ({ callId }) => {
      for (const member of this.#rooms.get(callId) ?? []) this.#unbind(member);
    });
    needs.bus.subscribe('callRoomChanged', ({ callId, left }) => {
      // At once, since the call may be closed next.
      if (left) this.#removeLeft(callId, left);
      if (this.#rooms.has(callId) || this.#mutex.isLocked(callId))
        this.#mutex.run(callId, () => this.#notifyMembers(callId)).catch(needs.onError);
    });
    needs.bus.subscribe('signal', ({ contactId, frame }) => {
      for (const member of this.#rooms.get(frame.callUniqueId) ?? [])
        if (member.contactId === contactId && member.session === frame.toSession) member.link.send(frame);
    });
  }

  /**
   * Adds a page to a call and notifies the others, also when it only reconnects. It replaces another page of the same contact.
   * @returns the other pages that can be reached now
   */
  async join(pass: CallPass, session: string, link: PageSocket): Promise<Peer[]> {
    const { callId, contactId } = pass;
    return await this.#mutex.run(callId, async () => {
      const pages = await this.#needs.pages.enter(pass, session);
      const me = pages.find((page) => page.contactId === contactId);
      if (!me) throw new Error('The page that joined is not in the call');
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
   * Forwards a signal; it is lost if its receiver is not reachable just now.
   * @returns false if it does not come from a page in this call
   */
  signal(link: PageSocket, { to, ...signal }: Signal): boolean {
    const member = this.#membersOf.get(link)?.get(signal.callUniqueId);
    if (member?.session !== signal.session) return false;
    this.#needs.bus.publish('signal', { contactId: to, frame: { ...signal, from: member.contactId } });
    return true;
  }

  /** Whether the receiver of a signal is in the call, as far as this page has been told. */
  knows(link: PageSocket, { to, callUniqueId }: Pick<Signal, 'to' | 'callUniqueId'>): boolean {
    return this.#membersOf.get(link)?.get(callUniqueId)?.known.has(to) ?? false;
  }

  /** Removes the page from the call. */
  async leave(link: PageSocket, callId: string): Promise<void> {
    const member = this.#membersOf.get(link)?.get(callId);
    if (member) await this.removePage(member, member.session);
  }

  /** Removes a contact from a call, and notifies it and the others. */
  async remove(callId: string, contactId: string): Promise<void> {
    this.#publishLeft(callId, await this.#needs.pages.leave({ callId, contactId }));
  }

  /** Removes one page from a call; another page of the same contact stays. */
  async removePage({ callId, contactId }: Pick<CallPass, 'callId' | 'contactId'>, session: string): Promise<void> {
    this.#publishLeft(callId, await this.#needs.pages.leave({ callId, contactId }, session));
  }

  /** The page's socket is closed. Nobody is notified: its media may go on. */
  async disconnected(link: PageSocket): Promise<void> {
    const members = [...(this.#membersOf.get(link)?.values() ?? [])];
    for (const member of members) this.#unbind(member);
    for (const member of members) await this.#needs.pages.away(member, member.entry);
  }

  /** Whether a living page of this device is in the call. */
  async isConnected(pass: CallPass): Promise<boolean> {
    return await this.#needs.pages.isConnected(pass);
  }

  /** Removes all pages without notifying them: the end of a call has an event of its own. */
  async close(callId: string): Promise<void> {
    await this.#needs.pages.close(callId);
    this.#needs.bus.publish('callRoomClosed', { callId });
  }

  #publishLeft(callId: string, left: LeftPage | null): void {
    if (left) this.#needs.bus.publish('callRoomChanged', { callId, left });
  }

  #removeLeft(callId: string, left: LeftPage): void {
    for (const member of this.#rooms.get(callId) ?? []) {
      const { contactId, entry } = left;
      if (member.entry === entry) this.#unbind(member);
      else if (member.known.get(contactId)?.entry !== entry) continue;
      member.known = new Map([...member.known].filter(([id]) => id !== contactId));
      member.link.send(peerLeft(member, left));
    }
  }

  /** Notifies the local members of what has changed. */
  async #notifyMembers(callId: string): Promise<void> {
    if (!this.#rooms.has(callId)) return;
    const pages = byContact(await this.#needs.pages.list(callId));
    for (const member of this.#rooms.get(callId) ?? []) {
      const mine = pages.get(member.contactId);
      if (mine?.entry === member.entry) notifyMember(member, pages);
      else {
        this.#unbind(member);
        // The page was removed or replaced by another one. If it only reconnected, it goes on there.
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

const byContact = (pages: readonly CallPage[]): ReadonlyMap<string, CallPage> =>
  new Map(pages.map((page) => [page.contactId, page]));

const peerLeft = (
  { callId }: Pick<Member, 'callId'>,
  { contactId, session }: Pick<CallPage, 'contactId' | 'session'>,
) => ({ type: 'peerLeft', callUniqueId: callId, contactUniqueId: contactId, session }) as const;

/** Sends the pages that left, joined or reconnected since the last time. */
function notifyMember(member: Member, pages: ReadonlyMap<string, CallPage>): void {
  const { callId, link, known } = member;
  for (const [contactId, before] of known)
    if (pages.get(contactId)?.session !== before.session) link.send(peerLeft(member, before));
  for (const [contactId, { entry, session }] of pages)
    if (contactId !== member.contactId && known.get(contactId)?.entry !== entry)
      link.send({ type: 'peerJoined', callUniqueId: callId, contactUniqueId: contactId, session });
  member.known = new Map([...pages].filter(([contactId]) => contactId !== member.contactId));
}
