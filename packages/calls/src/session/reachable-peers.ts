/** The participants whose data channels are open, and why there was no way to them. */
import type { Peer } from '../transport/transport';

export class ReachablePeers {
  readonly #ids = new Set<string>();
  #hasReached = false;
  /** Why the last link that ended was down. */
  #failure: 'blocked' | 'forged' | null = null;

  add(contactId: string) {
    this.#hasReached = true;
    this.#ids.add(contactId);
  }

  /** @param peer as it was when the link, or the call, ended */
  delete(peer: Peer) {
    this.#ids.delete(peer.contactId);
    if (peer.trust === 'forged') this.#failure = 'forged';
    else this.#failure = peer.link === 'connecting' && peer.isDescribed ? 'blocked' : null;
  }

  has(contactId: string): boolean {
    return this.#ids.has(contactId);
  }

  /** A way was looked for and none ever found, though the server was reached: a network lets no call through. */
  get isBlocked(): boolean {
    return this.#failure === 'blocked' && !this.#hasReached;
  }

  /** The link was refused, because it was not signed by the person at its other end. */
  get isForged(): boolean {
    return this.#failure === 'forged';
  }
}
