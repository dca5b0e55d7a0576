/** The protocol of the relay (STUN: RFC 8489, TURN: RFC 8656): a message of a client comes in, answers and data go out. No sockets. */
import type { Clock } from '../../host/clock';
import { type Allocation, Allocations, type Client, LIFETIME_SECONDS, RELAYED_ADDRESS } from './allocations';
import { readUsername } from './credentials';
import { CHANNEL_HEADER_BYTES, isChannelData } from './frames';
import { createNonces } from './nonces';
import {
  ATTRIBUTE,
  type Attribute,
  CLASS,
  decodeStun,
  encodeStun,
  hasIntegrity,
  longTermKey,
  METHOD,
  padded,
  type StunMessage,
  valueOf,
} from './stun';
import { decodeAddress, type Endpoint, encodeAddress } from './stun-address';

const REALM = 'earth';
const UDP = 17;
const IPV4_FAMILY = 1;
const OPTIONAL_FROM = 0x8000;
/** Those of RFC 5766 (11), which have grown fewer since: not all clients know. */
const CHANNEL_NUMBERS = { first: 0x4000, last: 0x7fff } as const;
const KNOWN_ATTRIBUTES: ReadonlySet<number> = new Set(Object.values(ATTRIBUTE));

/** RFC 8489, 14.8, and RFC 8656, 19. The words are for people who read along: no client does. */
const REASONS = {
  400: 'Bad',
  401: 'Auth',
  403: 'Forbidden',
  420: 'Unknown',
  437: 'Mismatch',
  438: 'Stale',
  440: 'Family',
  441: 'Credentials',
  442: 'Transport',
  443: 'Family',
  486: 'Quota',
  508: 'Capacity',
} as const;

/** What is answered to a request: success, unless it has a `code`. */
interface Answer {
  readonly code?: keyof typeof REASONS;
  readonly attributes?: readonly Attribute[];
}

/** A request of a user whose credentials are right. */
interface Request {
  readonly client: Client;
  readonly user: string;
  readonly message: StunMessage;
}

/** What was refused, without an address or anything of the credentials but the pseudonym of a user who was let in. */
export type Refusal =
  | { readonly of: 'credentials'; readonly why: 'the name has expired, or is none' | 'the password is wrong' }
  | { readonly of: 'peer'; readonly user: string };

interface Deps {
  /** Of which the credentials are made. */
  readonly secret: string;
  readonly clock: Clock;
  /** Of peers once for each relayed address. */
  readonly onRefused: (refusal: Refusal) => void;
}

export class Turn {
  readonly #deps: Deps;
  readonly #nonces;
  readonly #allocations;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#nonces = createNonces(deps.secret, deps.clock);
    this.#allocations = new Allocations(deps.clock);
  }

  /** Whatever a client sends: what is no valid message gets no answer. */
  handle(client: Client, bytes: Buffer): void {
    if (isChannelData(bytes)) return this.#relayChannelData(client, bytes);
    const message = decodeStun(bytes);
    if (message?.class === CLASS.indication && message.method === METHOD.send) this.#relayIndication(client, message);
    if (message?.class === CLASS.request) this.#answer(client, message);
  }

  /** Whether the client has a relayed address. */
  serves(client: Client): boolean {
    return this.#allocations.of(client) !== undefined;
  }

  /** The client's connection is closed. */
  forget(client: Client): void {
    const allocation = this.#allocations.of(client);
    if (allocation) this.#allocations.remove(allocation);
  }

  removeExpired(): void {
    this.#allocations.removeExpired();
  }

  #answer(client: Client, message: StunMessage): void {
    if (message.method === METHOD.binding) {
      this.#reply(client, message, unknownIn(message) ?? { attributes: [mappedAddress(client, message)] });
      return;
    }
    const handle = this.#requests[message.method];
    if (!handle) return;
    const known = this.#authenticate(client, message);
    if (!('key' in known)) this.#reply(client, message, known);
    else {
      const { user, key } = known;
      this.#reply(client, message, unknownIn(message) ?? handle({ client, user, message }), key);
    }
  }

  readonly #requests: Readonly<Record<number, (request: Request) => Answer>> = {
    [METHOD.allocate]: (request) => this.#allocate(request),
    [METHOD.refresh]: (request) => this.#refresh(request),
    [METHOD.createPermission]: (request) => this.#createPermission(request),
    [METHOD.channelBind]: (request) => this.#bindChannel(request),
  };

  /** Long-term credentials (RFC 8489, 9.2.4). */
  #authenticate(client: Client, message: StunMessage): Answer | { readonly user: string; readonly key: Buffer } {
    if (message.integrityAt === undefined) return this.#challenge(401, client);
    const nonce = valueOf(message, ATTRIBUTE.nonce);
    const username = valueOf(message, ATTRIBUTE.username)?.toString();
    if (username === undefined || nonce === undefined || !valueOf(message, ATTRIBUTE.realm)) return { code: 400 };
    if (!this.#nonces.isFresh(nonce, client.key)) return this.#challenge(438, client);
    const credentials = readUsername(this.#deps.secret, this.#deps.clock, username);
    const key = credentials && longTermKey(username, REALM, credentials.password);
    if (credentials && key && hasIntegrity(message, key)) return { user: credentials.user, key };
    const why = credentials ? 'the password is wrong' : 'the name has expired, or is none';
    this.#deps.onRefused({ of: 'credentials', why });
    return this.#challenge(401, client);
  }

  #challenge(code: 401 | 438, client: Client): Answer {
    const realm = { type: ATTRIBUTE.realm, value: Buffer.from(REALM) };
    return { code, attributes: [realm, { type: ATTRIBUTE.nonce, value: this.#nonces.issue(client.key) }] };
  }

  #allocate({ client, user, message }: Request): Answer {
    const present = this.#allocations.of(client);
    if (present && !present.transactionId.equals(message.transactionId)) return { code: 437 };
    const transport = valueOf(message, ATTRIBUTE.requestedTransport);
    if (transport?.length !== 4) return { code: 400 };
    if (transport[0] !== UDP) return { code: 442 };
    const family = valueOf(message, ATTRIBUTE.requestedAddressFamily);
    if (family && family[0] !== IPV4_FAMILY) return { code: 440 };
    const allocation = present ?? this.#allocations.create(client, user, message.transactionId);
    if (allocation === 'user') return { code: 486 };
    if (allocation === 'all') return { code: 508 };
    const relayed = encodeAddress({ address: RELAYED_ADDRESS, port: allocation.port }, message.transactionId);
    return {
      attributes: [
        { type: ATTRIBUTE.xorRelayedAddress, value: relayed },
        lifetime(LIFETIME_SECONDS),
        mappedAddress(client, message),
      ],
    };
  }

  /** The allocation of the client, if it is the user's (RFC 8656, 5). */
  #ownAllocation({ client, user }: Request): Allocation | Answer {
    const allocation = this.#allocations.of(client);
    if (!allocation) return { code: 437 };
    return allocation.user === user ? allocation : { code: 441 };
  }

  #refresh(request: Request): Answer {
    const allocation = this.#ownAllocation(request);
    if (!('port' in allocation)) return allocation;
    const wished = valueOf(request.message, ATTRIBUTE.lifetime);
    if (wished?.length === 4 && wished.readUInt32BE(0) === 0) {
      this.#allocations.remove(allocation);
      return { attributes: [lifetime(0)] };
    }
    this.#allocations.refresh(allocation);
    return { attributes: [lifetime(LIFETIME_SECONDS)] };
  }

  #createPermission(request: Request): Answer {
    const allocation = this.#ownAllocation(request);
    if (!('port' in allocation)) return allocation;
    const { message } = request;
    const peers = message.attributes.filter(({ type }) => type === ATTRIBUTE.xorPeerAddress);
    const refusals = peers.map(({ value }) => this.#refusalOf(allocation, decodeAddress(value, message.transactionId)));
    const refusal = peers.length === 0 ? { code: 400 as const } : refusals.find((found) => found !== null);
    if (!refusal) this.#allocations.permit(allocation);
    return refusal ?? {};
  }

  #bindChannel(request: Request): Answer {
    const allocation = this.#ownAllocation(request);
    if (!('port' in allocation)) return allocation;
    const { message } = request;
    const number = valueOf(message, ATTRIBUTE.channelNumber);
    const peer = peerOf(message);
    if (number?.length !== 4 || !isChannelNumber(number.readUInt16BE(0))) return { code: 400 };
    const refusal = this.#refusalOf(allocation, peer);
    if (refusal || !peer) return refusal ?? { code: 400 };
    const problem = this.#allocations.bind(allocation, number.readUInt16BE(0), peer.port);
    if (problem === 'taken') return { code: 400 };
    return problem === 'full' ? { code: 508 } : {};
  }

  /** Anything but a relayed address is refused. */
  #refusalOf(allocation: Allocation, peer: Endpoint | null): Answer | null {
    if (!peer) return { code: 400 };
    if (peer.address === RELAYED_ADDRESS) return null;
    if (!allocation.isRefusalReported) this.#deps.onRefused({ of: 'peer', user: allocation.user });
    allocation.isRefusalReported = true;
    return { code: peer.address.includes(':') ? 443 : 403 };
  }

  #relayIndication(client: Client, message: StunMessage): void {
    const allocation = this.#allocations.of(client);
    const data = valueOf(message, ATTRIBUTE.data);
    const peer = peerOf(message);
    if (!allocation || !data || !peer || unknownIn(message) || this.#refusalOf(allocation, peer)) return;
    if (this.#allocations.isPermitted(allocation)) this.#relay(allocation, peer.port, data);
  }

  #relayChannelData(client: Client, bytes: Buffer): void {
    const allocation = this.#allocations.of(client);
    if (!allocation || bytes.length < CHANNEL_HEADER_BYTES) return;
    const peerPort = this.#allocations.peerPortOf(allocation, bytes.readUInt16BE(0));
    const end = CHANNEL_HEADER_BYTES + bytes.readUInt16BE(2);
    // Longer by padding only.
    if (peerPort === undefined || end > bytes.length) return;
    this.#relay(allocation, peerPort, bytes.subarray(CHANNEL_HEADER_BYTES, end));
  }

  #relay(from: Allocation, peerPort: number, data: Buffer): void {
    const route = this.#allocations.route(from, peerPort, data.length);
    if (!route) return;
    const { client } = route.to;
    client.send(
      route.channel === undefined ? dataIndication(from.port, data) : channelData(route.channel, data, client.isStream),
    );
  }

  #reply(client: Client, request: StunMessage, { code, attributes = [] }: Answer, key?: Buffer): void {
    const { method, transactionId, hasFingerprint } = request;
    client.send(
      encodeStun({
        method,
        class: code === undefined ? CLASS.success : CLASS.error,
        transactionId,
        attributes: code === undefined ? attributes : [errorCode(code), ...attributes],
        key,
        hasFingerprint,
      }),
    );
  }
}

/** RFC 8489, 6.3.1: what must be understood and is not. */
function unknownIn({ attributes }: StunMessage): Answer | null {
  const unknown = attributes.filter(({ type }) => type < OPTIONAL_FROM && !KNOWN_ATTRIBUTES.has(type));
  if (unknown.length === 0) return null;
  const value = Buffer.alloc(2 * unknown.length);
  for (const [index, { type }] of unknown.entries()) value.writeUInt16BE(type, 2 * index);
  return { code: 420, attributes: [{ type: ATTRIBUTE.unknownAttributes, value }] };
}

function peerOf(message: StunMessage): Endpoint | null {
  const value = valueOf(message, ATTRIBUTE.xorPeerAddress);
  return value ? decodeAddress(value, message.transactionId) : null;
}

const isChannelNumber = (number: number) => number >= CHANNEL_NUMBERS.first && number <= CHANNEL_NUMBERS.last;

const mappedAddress = ({ remote }: Client, { transactionId }: StunMessage): Attribute => ({
  type: ATTRIBUTE.xorMappedAddress,
  value: encodeAddress(remote, transactionId),
});

function lifetime(seconds: number): Attribute {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(seconds);
  return { type: ATTRIBUTE.lifetime, value };
}

const errorCode = (code: keyof typeof REASONS): Attribute => ({
  type: ATTRIBUTE.errorCode,
  value: Buffer.concat([Buffer.from([0, 0, Math.floor(code / 100), code % 100]), Buffer.from(REASONS[code])]),
});

/** An indication is not answered, so that its transaction id need not differ from others (RFC 8656, 11.3). */
function dataIndication(fromPort: number, data: Buffer): Buffer {
  const transactionId = Buffer.alloc(12);
  const peer = encodeAddress({ address: RELAYED_ADDRESS, port: fromPort }, transactionId);
  const attributes = [
    { type: ATTRIBUTE.xorPeerAddress, value: peer },
    { type: ATTRIBUTE.data, value: data },
  ];
  return encodeStun({ method: METHOD.data, class: CLASS.indication, transactionId, attributes });
}

/** RFC 8656, 12.5: padded in a stream only. */
function channelData(number: number, data: Buffer, isPadded: boolean): Buffer {
  const bytes = Buffer.alloc(CHANNEL_HEADER_BYTES + (isPadded ? padded(data.length) : data.length));
  bytes.writeUInt16BE(number, 0);
  bytes.writeUInt16BE(data.length, 2);
  data.copy(bytes, CHANNEL_HEADER_BYTES);
  return bytes;
}
