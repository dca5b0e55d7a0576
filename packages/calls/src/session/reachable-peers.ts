/** The participants whose data channels are open, and whether there was any way to them at all. */
export class ReachablePeers {
  readonly #ids = new Set<string>();
  #hasTried = false;
  #hasReached = false;

  /** A link is being made. */
  expect() {
    this.#hasTried = true;
  }

  add(contactId: string) {
    this.#hasReached = true;
    this.#ids.add(contactId);
  }

  delete(contactId: string) {
    this.#ids.delete(contactId);
  }

  has(contactId: string): boolean {
    return this.#ids.has(contactId);
  }

  /** Links were made and none ever opened, though the server was reached: a network lets no call through. */
  get isBlocked(): boolean {
    return this.#hasTried && !this.#hasReached;
  }
}
