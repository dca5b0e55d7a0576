/** The open sockets, and their principals. */
import type { Principal } from '../../../http/principal';
import type { Connection } from './connection';

export class Roster {
  readonly #all = new Set<Connection>();
  readonly #byContact = new Map<string, Set<Connection>>();

  add(connection: Connection): void {
    this.#all.add(connection);
    void connection.closed.then(() => this.#all.delete(connection));
  }

  signedIn(connection: Connection, contactId: string): void {
    this.#byContact.set(contactId, (this.#byContact.get(contactId) ?? new Set()).add(connection));
  }

  signedOut(connection: Connection, contactId: string): void {
    const sockets = this.#byContact.get(contactId);
    sockets?.delete(connection);
    if (sockets?.size === 0) this.#byContact.delete(contactId);
  }

  /** Also those that are not authenticated yet, and those that are closing. */
  all(): Connection[] {
    return [...this.#all];
  }

  /** The signed-in principals, once for each of their sockets. */
  people(): Principal[] {
    return [...this.#byContact.values()].flatMap((sockets) => [...sockets].flatMap(({ principal }) => principal ?? []));
  }

  hasSession(contactId: string, sessionId: string): boolean {
    return this.countOf(contactId, sessionId) > 0;
  }

  /** The number of open sockets of a session. */
  countOf(contactId: string, sessionId: string): number {
    return this.ofContact(contactId).filter(({ principal }) => principal?.sessionId === sessionId).length;
  }

  ofContact(contactId: string): Connection[] {
    return [...(this.#byContact.get(contactId) ?? [])];
  }
}
