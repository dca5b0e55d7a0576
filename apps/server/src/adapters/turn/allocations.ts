/**
 * What the relay holds for its clients. It relays between them alone: a relayed address is a port of an address that nobody has, no
 * socket is opened for it, and what is sent to it is handed to the client of that port. So the relay reaches no other machine, in no
 * network, and needs neither further ports nor its own public address.
 */
import type { Clock } from '../../host/clock';
import type { Endpoint } from './stun-address';

/** The dummy address of IPv4 (RFC 7600, 4.8): it is never a destination, so a peer that goes there directly reaches nobody. */
export const RELAYED_ADDRESS = '192.0.0.8';
/** RFC 8656, 3.2: also what a client gets that asks for more. */
export const LIFETIME_SECONDS = 600;
/** RFC 8656, 9 and 12. */
const PERMISSION_MS = 300_000;
const CHANNEL_MS = 600_000;
const PORTS = { first: 49_152, last: 65_535 } as const;
/** Of all users together; fewer than there are ports. */
const ALLOCATIONS_MAX = 8192;
/** A browser makes one for each person of the call, each of its networks, UDP and TCP; and again when it changes the network. */
export const USER_ALLOCATIONS_MAX = 64;
/** As many as there are people in a call, with several addresses each. */
export const CHANNELS_MAX = 128;
/** 10 Mbit/s: a picture in the best quality needs half of it. */
export const BYTES_A_SECOND = 1_250_000;

export interface Client {
  /** Transport, address and port: no other client has them. */
  readonly key: string;
  readonly remote: Endpoint;
  readonly isStream: boolean;
  send(bytes: Buffer): void;
}

export interface Allocation {
  readonly client: Client;
  readonly user: string;
  readonly port: number;
  /** Of the request that made it: the client may send it again. */
  readonly transactionId: Buffer;
  expiresAt: number;
  /** There is one address to permit: the relay's own. */
  permittedUntil: number;
  /** By the channel's number. */
  readonly channels: Map<number, Channel>;
  /** What was sent in a second. */
  readonly sent: { second: number; bytes: number };
  /** A peer that is none of the relay's addresses was refused, and that was reported. */
  isRefusalReported: boolean;
}

interface Channel {
  readonly peerPort: number;
  readonly expiresAt: number;
}

export class Allocations {
  readonly #clock: Clock;
  readonly #byClient = new Map<string, Allocation>();
  readonly #byPort = new Map<number, Allocation>();
  #nextPort: number = PORTS.first;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  of(client: Client): Allocation | undefined {
    return this.#living(this.#byClient.get(client.key));
  }

  /** @returns which quota is used up: that of the user or that of all */
  create(client: Client, user: string, transactionId: Buffer): Allocation | 'user' | 'all' {
    if (this.#byClient.size >= ALLOCATIONS_MAX) return 'all';
    const others = [...this.#byClient.values()].filter((other) => other.user === user && this.#living(other));
    if (others.length >= USER_ALLOCATIONS_MAX) return 'user';
    const allocation: Allocation = {
      client,
      user,
      port: this.#takePort(),
      // A copy: the request is a part of a larger piece of memory.
      transactionId: Buffer.from(transactionId),
      expiresAt: 0,
      permittedUntil: 0,
      channels: new Map(),
      sent: { second: 0, bytes: 0 },
      isRefusalReported: false,
    };
    this.refresh(allocation);
    this.#byClient.set(client.key, allocation);
    this.#byPort.set(allocation.port, allocation);
    return allocation;
  }

  refresh(allocation: Allocation): void {
    allocation.expiresAt = this.#now() + LIFETIME_SECONDS * 1000;
  }

  permit(allocation: Allocation): void {
    allocation.permittedUntil = this.#now() + PERMISSION_MS;
  }

  /** @returns why not: the number or the peer is bound otherwise, or there are too many */
  bind(allocation: Allocation, number: number, peerPort: number): 'taken' | 'full' | null {
    const before = allocation.channels.get(number);
    if (before && before.peerPort !== peerPort) return 'taken';
    if (!before && this.#channelTo(allocation, peerPort) !== undefined) return 'taken';
    if (!before && allocation.channels.size >= CHANNELS_MAX) return 'full';
    allocation.channels.set(number, { peerPort, expiresAt: this.#now() + CHANNEL_MS });
    this.permit(allocation);
    return null;
  }

  /** The port to which a channel is bound. */
  peerPortOf(allocation: Allocation, number: number): number | undefined {
    const channel = allocation.channels.get(number);
    return channel && channel.expiresAt > this.#now() ? channel.peerPort : undefined;
  }

  isPermitted(allocation: Allocation): boolean {
    return allocation.permittedUntil > this.#now();
  }

  /**
   * Where data from one client to a relayed port go; the sender's quota is charged.
   * @returns undefined: they are dropped. `channel`: the receiver has bound one to the sender
   */
  route(
    from: Allocation,
    peerPort: number,
    bytes: number,
  ): { to: Allocation; channel: number | undefined } | undefined {
    const to = this.#living(this.#byPort.get(peerPort));
    if (!to || !this.isPermitted(to) || !this.#maySend(from, bytes)) return undefined;
    return { to, channel: this.#channelTo(to, from.port) };
  }

  remove({ client, port }: Allocation): void {
    this.#byClient.delete(client.key);
    this.#byPort.delete(port);
  }

  /** Removes those that were not refreshed. */
  removeExpired(): void {
    for (const allocation of this.#byClient.values()) this.#living(allocation);
  }

  #living(allocation: Allocation | undefined): Allocation | undefined {
    if (!allocation || allocation.expiresAt > this.#now()) return allocation;
    this.remove(allocation);
    return undefined;
  }

  #channelTo({ channels }: Allocation, peerPort: number): number | undefined {
    const now = this.#now();
    for (const [number, channel] of channels)
      if (channel.expiresAt <= now) channels.delete(number);
      else if (channel.peerPort === peerPort) return number;
    return undefined;
  }

  #maySend({ sent }: Allocation, bytes: number): boolean {
    const second = Math.floor(this.#now() / 1000);
    if (sent.second !== second) Object.assign(sent, { second, bytes: 0 });
    sent.bytes += bytes;
    return sent.bytes <= BYTES_A_SECOND;
  }

  #takePort(): number {
    while (this.#byPort.has(this.#nextPort)) this.#advance();
    const port = this.#nextPort;
    this.#advance();
    return port;
  }

  #advance(): void {
    this.#nextPort = this.#nextPort === PORTS.last ? PORTS.first : this.#nextPort + 1;
  }
}
