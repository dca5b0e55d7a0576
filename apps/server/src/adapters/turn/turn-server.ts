/**
 * The relay for calls: STUN and TURN by UDP and by TCP, on one port, and by TLS on another. It is for people whose networks let no direct
 * connection through.
 */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from '../../config/certificate';
import type { Clock } from '../../host/clock';
import type { Client } from './allocations';
import { FrameReader } from './frames';
import { type Refusal, Turn } from './turn';

/** A connection without a relayed address is closed after one to two of these. */
const SWEEP_MS = 30_000;
const CONNECTIONS_MAX = 4096;
/** Of one network address, behind which an office may be. */
export const ADDRESS_CONNECTIONS_MAX = 256;
/** A client that says nothing in this time does not want TLS. */
const HANDSHAKE_MS = 10_000;
/** What a connection does not take in time is dropped, as a network drops packets. */
const UNSENT_BYTES_MAX = 256 * 1024;

export interface TurnServer {
  readonly port: number;
  /** Opens a port for TLS. Rejects if it cannot be opened, or the certificate cannot be used. */
  openTls(port: number, certificate: Certificate): Promise<SecurePort>;
  /** Removes what has expired, and closes connections that are not used; it does so by itself twice a minute. */
  sweep(): void;
  close(): Promise<void>;
}

export interface SecurePort {
  readonly port: number;
  /** For connections from now on. Throws if it cannot be used. */
  setCertificate(certificate: Certificate): void;
}

interface Options {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly secret: string;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly onRefused: (refusal: Refusal) => void;
}

/** The connections of all ports, also before their handshake. */
function createConnections() {
  const sockets = new Set<Socket>();
  return {
    /** @returns false if there are too many of that address */
    admit(socket: Socket): boolean {
      const neighbours = [...sockets].filter(({ remoteAddress }) => remoteAddress === socket.remoteAddress);
      if (neighbours.length >= ADDRESS_CONNECTIONS_MAX) {
        socket.destroy();
        return false;
      }
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      return true;
    },
    destroy() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Rejects if the port cannot be opened. */
export async function startTurnServer({ host, port, onError, ...deps }: Options): Promise<TurnServer> {
  const turn = new Turn(deps);
  const handle = (client: Client, message: Buffer) => {
    try {
      turn.handle(client, message);
    } catch (error) {
      // A defect here must not end the whole server.
      onError(error);
    }
  };
  const streams = new Map<Socket, { readonly client: Client; isUnused: boolean }>();
  const connections = createConnections();
  const serve = (transport: 'tcp' | 'tls', socket: Socket) => {
    const remote = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 };
    const client = streamClient(transport, socket, remote);
    const frames = new FrameReader();
    streams.set(socket, { client, isUnused: false });
    socket.setNoDelay();
    socket.on('data', (bytes) => {
      const messages = frames.read(bytes);
      if (!messages) socket.destroy();
      for (const message of messages ?? []) handle(client, message);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      streams.delete(socket);
      turn.forget(client);
    });
  };
  const tcp = limited(
    createServer((socket) => {
      if (connections.admit(socket)) serve('tcp', socket);
    }),
  );
  const listeners: Server[] = [tcp];
  const udp = await openPorts(tcp, host, port);
  for (const server of [udp, tcp]) server.on('error', onError);
  udp.on('message', (message, { address, port: remotePort }) => {
    const send = (bytes: Buffer) => udp.send(bytes, remotePort, address, () => undefined);
    handle(
      { key: `udp ${address} ${remotePort}`, remote: { address, port: remotePort }, isStream: false, send },
      message,
    );
  });

  const sweep = () => {
    turn.removeExpired();
    for (const [socket, stream] of streams) {
      if (turn.serves(stream.client)) stream.isUnused = false;
      else if (stream.isUnused) socket.destroy();
      else stream.isUnused = true;
    }
  };
  const timer = setInterval(sweep, SWEEP_MS);
  return {
    port: udp.address().port,
    async openTls(tlsPort, certificate) {
      const tls = createTlsServer({ ...certificate, handshakeTimeout: HANDSHAKE_MS }, (socket) => serve('tls', socket));
      tls.on('connection', connections.admit);
      await listen(limited(tls), host, tlsPort);
      tls.on('error', onError);
      listeners.push(tls);
      return { port: portOf(tls), setCertificate: (renewed) => tls.setSecureContext(renewed) };
    },
    sweep,
    async close() {
      clearInterval(timer);
      connections.destroy();
      const closed = [udp, ...listeners].map((server) => once(server, 'close'));
      for (const server of [udp, ...listeners]) server.close();
      await Promise.all(closed);
    },
  };
}

function limited<Listener extends Server>(server: Listener): Listener {
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const streamClient = (transport: 'tcp' | 'tls', socket: Socket, remote: Client['remote']): Client => ({
  key: `${transport} ${remote.address} ${remote.port}`,
  remote,
  isStream: true,
  send(bytes) {
    if (socket.writable && socket.writableLength < UNSENT_BYTES_MAX) socket.write(bytes);
  },
});

/** Of 0 the system gives a free number, which may be taken in the other protocol. */
const FREE_PORT_TRIES = 20;

/** Opens one number in both protocols. Rejects if it is taken. */
async function openPorts(
  tcp: Server,
  host: string,
  port: number,
  triesLeft = port === 0 ? FREE_PORT_TRIES : 1,
): Promise<UdpSocket> {
  const udp = await openUdp(host, port);
  try {
    await listen(tcp, host, udp.address().port);
    return udp;
  } catch (error) {
    udp.close();
    if (triesLeft === 1) throw error;
    return openPorts(tcp, host, port, triesLeft - 1);
  }
}

async function openUdp(host: string, port: number): Promise<UdpSocket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  socket.bind(port, host);
  await once(socket, 'listening');
  return socket;
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}
