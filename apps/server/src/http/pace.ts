/**
 * How slowly a body may come. A large file over a poor line takes an hour, and that is no reason to refuse it; whoever only holds a
 * connection open sends next to nothing. So not how long it takes counts, but whether it moved during the last minute.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { FILE_BODY_FACTOR, SMALL_BODY_BYTES } from '@earth/contracts';
import type { Clock } from '../host/clock';

/** The code of what is too slow: Node's own, of a request that takes too long. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

/** So slow may a line be: 64 kbit/s. */
const BYTES_A_SECOND = 8 * 1024;
/** So long a body may stand still. What came fast before buys no more than that. */
const GRACE_MS = 60_000;
const LOOK_EVERY_MS = 5_000;

/** The largest body of a call with a file. @param maxFileBytes of the file */
export const fileBodyBytes = (maxFileBytes: number): number =>
  Math.ceil(maxFileBytes * FILE_BODY_FACTOR) + SMALL_BODY_BYTES;

/** The time in which so many bytes come over the slowest line. */
const timeFor = (bytes: number): number => (bytes * 1000) / BYTES_A_SECOND;

/** After this no request can still be coming, ms. @param maxFileBytes as in the settings */
export const longestRequest = (maxFileBytes: number): number =>
  Math.ceil(GRACE_MS + timeFor(fileBodyBytes(maxFileBytes)));

/** A body that comes: a token bucket of time, filled by what arrives and never with more than the grace. */
interface Coming {
  leftMs: number;
  lookedAt: number;
  bytesRead: number;
}

type Refuse = (error: Error & { readonly code?: string }, socket: Socket) => void;

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @param refuse says so on the connection */
export function createPace(clock: Clock, refuse: Refuse) {
  const coming = new Map<IncomingMessage, Coming>();
  return {
    /** A request of which the headers are there. */
    take(request: IncomingMessage): void {
      if (!hasBody(request)) return;
      const { bytesRead } = request.socket;
      coming.set(request, { leftMs: GRACE_MS, lookedAt: clock.now().getTime(), bytesRead });
      request.once('close', () => coming.delete(request));
    },
    /** Refuses those that are too slow. Answered or not: who is refused for something else may still hold the connection. */
    look(): void {
      const now = clock.now().getTime();
      for (const [request, body] of coming) {
        const { complete, socket } = request;
        const left = body.leftMs - (now - body.lookedAt) + timeFor(socket.bytesRead - body.bytesRead);
        body.leftMs = Math.min(GRACE_MS, left);
        body.lookedAt = now;
        body.bytesRead = socket.bytesRead;
        if (!complete && left >= 0) continue;
        coming.delete(request);
        if (complete || socket.destroyed) continue;
        refuse(Object.assign(new Error('The body comes too slowly'), { code: TOO_SLOW }), socket);
        socket.destroySoon();
      }
    },
  };
}

/** Looks after all bodies that come to a server. @returns what ends it */
export function keepPace(server: Server, clock: Clock, refuse: Refuse): () => void {
  const pace = createPace(clock, refuse);
  server.on('request', pace.take);
  const poller = setInterval(pace.look, LOOK_EVERY_MS).unref();
  return () => clearInterval(poller);
}
