/**
 * Minimum speed of request bodies. A large file over a poor line takes an hour, which is no reason to refuse it; an attacker who
 * only holds a connection open sends next to nothing. So the check is not how long a body takes, but whether it moved during the
 * last minute.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { FILE_BODY_FACTOR, SMALL_BODY_BYTES } from '@earth/contracts';
import type { Clock } from '../host/clock';

/** The error code for a too slow request: Node's own for a request that takes too long. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The slowest accepted line: 64 kbit/s. */
const BYTES_A_SECOND = 8 * 1024;
/** How long a body may stand still. Fast progress before does not extend it. */
const GRACE_MS = 60_000;
const CHECK_MS = 5_000;

/** The largest body of a call with a file. @param maxFileBytes limit of the file itself */
export const fileBodyBytes = (maxFileBytes: number): number =>
  Math.ceil(maxFileBytes * FILE_BODY_FACTOR) + SMALL_BODY_BYTES;

/** The time for so many bytes over the slowest line. */
const timeFor = (bytes: number): number => (bytes * 1000) / BYTES_A_SECOND;

/** The longest possible request in ms. @param maxFileBytes as in the settings */
export const longestRequest = (maxFileBytes: number): number =>
  Math.ceil(GRACE_MS + timeFor(fileBodyBytes(maxFileBytes)));

/** A body in progress: a token bucket of time, filled by arriving bytes up to the grace period. */
interface PendingBody {
  leftMs: number;
  checkedAt: number;
  bytesRead: number;
}

type Refuse = (error: Error & { readonly code?: string }, socket: Socket) => void;

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @param refuse answers on the connection */
export function createPace(clock: Clock, refuse: Refuse) {
  const pending = new Map<IncomingMessage, PendingBody>();
  return {
    /** Starts to watch a request whose headers have arrived. */
    watch(request: IncomingMessage): void {
      if (!hasBody(request)) return;
      const { bytesRead } = request.socket;
      pending.set(request, { leftMs: GRACE_MS, checkedAt: clock.now().getTime(), bytesRead });
      request.once('close', () => pending.delete(request));
    },
    /** Refuses those that are too slow, answered or not: a request refused for another reason may still hold the connection. */
    check(): void {
      const now = clock.now().getTime();
      for (const [request, body] of pending) {
        const { complete, socket } = request;
        const left = body.leftMs - (now - body.checkedAt) + timeFor(socket.bytesRead - body.bytesRead);
        body.leftMs = Math.min(GRACE_MS, left);
        body.checkedAt = now;
        body.bytesRead = socket.bytesRead;
        if (!complete && left >= 0) continue;
        pending.delete(request);
        if (complete || socket.destroyed) continue;
        refuse(Object.assign(new Error('The body is too slow'), { code: TOO_SLOW }), socket);
        socket.destroySoon();
      }
    },
  };
}

/** Watches all bodies that come to a server. @returns a function that stops it */
export function enforcePace(server: Server, clock: Clock, refuse: Refuse): () => void {
  const pace = createPace(clock, refuse);
  server.on('request', pace.watch);
  const timer = setInterval(pace.check, CHECK_MS).unref();
  return () => clearInterval(timer);
}
