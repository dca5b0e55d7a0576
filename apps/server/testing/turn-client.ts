/** A client of the relay over a real socket, by UDP, TCP or TLS. */
import { randomBytes } from 'node:crypto';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { FrameReader, isChannelData } from '../src/adapters/turn/frames';
import {
  ATTRIBUTE,
  type Attribute,
  CLASS,
  decodeStun,
  encodeStun,
  hasIntegrity,
  longTermKey,
  METHOD,
  type StunMessage,
  valueOf,
} from '../src/adapters/turn/stun';
import { decodeAddress, type Endpoint, encodeAddress } from '../src/adapters/turn/stun-address';

export interface Credentials {
  readonly username: string;
  readonly credential: string;
}

export interface Answer {
  /** 0: success. */
  readonly code: number;
  readonly message: StunMessage;
}

export interface Received {
  /** Null: as an indication. */
  readonly channel: number | null;
  readonly from: Endpoint | null;
  readonly data: string;
}

export const attribute = (type: number, value: Buffer | string | number): Attribute => {
  if (typeof value !== 'number') return { type, value: Buffer.from(value) };
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return { type, value: bytes };
};

export const UDP_TRANSPORT = attribute(ATTRIBUTE.requestedTransport, 17 * 0x1000000);

type Transport = 'udp' | 'tcp';

export class TurnClient {
  readonly #send: (bytes: Buffer) => void;
  readonly #isStream: boolean;
  readonly #socket: UdpSocket | Socket;
  readonly #messages: Buffer[] = [];
  #wake: () => void = () => undefined;
  nonce: Buffer = Buffer.from('none');
  isClosed = false;

  private constructor(socket: UdpSocket | Socket, isStream: boolean, send: (bytes: Buffer) => void) {
    this.#socket = socket;
    this.#isStream = isStream;
    this.#send = send;
  }

  static async open(transport: Transport, port: number): Promise<TurnClient> {
    return transport === 'udp' ? await openUdp(port) : await openTcp(port);
  }

  static make(socket: UdpSocket | Socket, isStream: boolean, send: (bytes: Buffer) => void): TurnClient {
    return new TurnClient(socket, isStream, send);
  }

  receive(bytes: Buffer): void {
    this.#messages.push(bytes);
    this.#wake();
  }

  sendBytes(bytes: Buffer): void {
    this.#send(bytes);
  }

  /** The next message, of any kind. */
  async next(): Promise<Buffer> {
    for (;;) {
      const message = this.#messages.shift();
      if (message) return message;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** A request as it is: without credentials unless they are given. */
  async request(method: number, attributes: readonly Attribute[], credentials?: Credentials): Promise<Answer> {
    const transactionId = randomBytes(12);
    this.#send(this.encode(method, attributes, credentials, transactionId));
    const message = decodeStun(await this.next());
    if (!message?.transactionId.equals(transactionId)) throw new Error('Not the answer to the request');
    return this.#read(message, credentials);
  }

  encode(method: number, attributes: readonly Attribute[], credentials?: Credentials, transactionId = randomBytes(12)) {
    const common = { method, class: CLASS.request, transactionId, hasFingerprint: true } as const;
    if (!credentials) return encodeStun({ ...common, attributes });
    const signed = [
      ...attributes,
      attribute(ATTRIBUTE.username, credentials.username),
      attribute(ATTRIBUTE.realm, 'earth'),
      attribute(ATTRIBUTE.nonce, this.nonce),
    ];
    return encodeStun({ ...common, attributes: signed, key: keyOf(credentials) });
  }

  #read(message: StunMessage, credentials: Credentials | undefined): Answer {
    const error = valueOf(message, ATTRIBUTE.errorCode);
    const code = error ? error.readUInt8(2) * 100 + error.readUInt8(3) : 0;
    this.nonce = Buffer.from(valueOf(message, ATTRIBUTE.nonce) ?? this.nonce);
    if (code === 0 && credentials && !hasIntegrity(message, keyOf(credentials)))
      throw new Error('The answer is not authenticated');
    return { code, message };
  }

  /** As browsers do: asks for a nonce first. @returns the relayed address, or the error */
  async allocate(credentials: Credentials): Promise<Endpoint | number> {
    await this.request(METHOD.allocate, [UDP_TRANSPORT]);
    const { code, message } = await this.request(METHOD.allocate, [UDP_TRANSPORT], credentials);
    const value = valueOf(message, ATTRIBUTE.xorRelayedAddress);
    return (value && decodeAddress(value, message.transactionId)) ?? code;
  }

  async permit(peer: Endpoint, credentials: Credentials): Promise<number> {
    const transactionId = randomBytes(12);
    const value = encodeAddress(peer, transactionId);
    this.#send(
      this.encode(METHOD.createPermission, [{ type: ATTRIBUTE.xorPeerAddress, value }], credentials, transactionId),
    );
    return this.#read(messageIn(await this.next()), credentials).code;
  }

  async bind(channel: number, peer: Endpoint, credentials: Credentials): Promise<number> {
    const transactionId = randomBytes(12);
    const attributes = [
      attribute(ATTRIBUTE.channelNumber, channel * 0x10000),
      { type: ATTRIBUTE.xorPeerAddress, value: encodeAddress(peer, transactionId) },
    ];
    this.#send(this.encode(METHOD.channelBind, attributes, credentials, transactionId));
    return this.#read(messageIn(await this.next()), credentials).code;
  }

  sendTo(peer: Endpoint, data: string | Buffer): void {
    const transactionId = randomBytes(12);
    const attributes = [
      { type: ATTRIBUTE.xorPeerAddress, value: encodeAddress(peer, transactionId) },
      attribute(ATTRIBUTE.data, data),
    ];
    this.#send(encodeStun({ method: METHOD.send, class: CLASS.indication, transactionId, attributes }));
  }

  sendByChannel(channel: number, data: string): void {
    const length = Buffer.byteLength(data);
    const bytes = Buffer.alloc(4 + (this.#isStream ? Math.ceil(length / 4) * 4 : length));
    bytes.writeUInt16BE(channel, 0);
    bytes.writeUInt16BE(length, 2);
    bytes.write(data, 4);
    this.#send(bytes);
  }

  /** The next data from a peer. */
  async received(): Promise<Received> {
    const bytes = await this.next();
    if (isChannelData(bytes)) {
      const data = bytes.subarray(4, 4 + bytes.readUInt16BE(2)).toString();
      return { channel: bytes.readUInt16BE(0), from: null, data };
    }
    const message = decodeStun(bytes);
    const peer = message && valueOf(message, ATTRIBUTE.xorPeerAddress);
    if (!message || !peer || message.method !== METHOD.data) throw new Error('No data of a peer');
    const data = valueOf(message, ATTRIBUTE.data)?.toString() ?? '';
    return { channel: null, from: decodeAddress(peer, message.transactionId), data };
  }

  /** Resolves when everything that was sent before has been handled, and its data have arrived. @returns what has arrived */
  async settled(): Promise<number> {
    const before = this.#messages.splice(0);
    await this.request(METHOD.binding, []);
    return before.length;
  }

  close(): void {
    if (this.#socket instanceof Object && 'destroy' in this.#socket) this.#socket.destroy();
    else if (!this.isClosed) this.#socket.close();
  }
}

/** @throws if it is none */
export function messageIn(bytes: Buffer): StunMessage {
  const message = decodeStun(bytes);
  if (!message) throw new Error('No message of STUN');
  return message;
}

/** @throws if the message has none */
export function addressIn(message: StunMessage, type: number): Endpoint {
  const value = valueOf(message, type);
  const endpoint = value && decodeAddress(value, message.transactionId);
  if (!endpoint) throw new Error('No address');
  return endpoint;
}

const keyOf = ({ username, credential }: Credentials) => longTermKey(username, 'earth', credential);

async function openUdp(port: number): Promise<TurnClient> {
  const socket = createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const client = TurnClient.make(socket, false, (bytes) => socket.send(bytes));
  socket.on('message', (bytes) => client.receive(bytes));
  socket.on('close', () => {
    client.isClosed = true;
  });
  return client;
}

async function openTcp(port: number): Promise<TurnClient> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return streamClient(socket);
}

/** By TLS, to a server with this certificate. Rejects if it has another one. */
export async function openTls(port: number, ca: string): Promise<TurnClient> {
  const socket = connectTls({ port, host: '127.0.0.1', ca });
  await once(socket, 'secureConnect');
  return streamClient(socket);
}

function streamClient(socket: Socket): TurnClient {
  const client = TurnClient.make(socket, true, (bytes) => socket.write(bytes));
  const frames = new FrameReader();
  socket.on('data', (bytes) => {
    for (const message of frames.read(bytes) ?? []) client.receive(message);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    client.isClosed = true;
    client.receive(Buffer.alloc(0));
  });
  return client;
}
