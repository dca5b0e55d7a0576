/**
 * Events that a LiveKit server posts (its «webhooks»): JSON, signed by a JWT of the same key with the hash of the body. Only the leaving of a
 * participant is used: it comes sooner than the server notices that the device is gone.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { jwtVerify } from 'jose';
import { ApiError } from '../../http/api-error';
import type { LiveKitKey } from './livekit-tokens';

/** `webhook.urls` in LiveKit's configuration end with it. */
const LIVEKIT_EVENTS_PATH = '/livekit/events';
const BODY_BYTES_MAX = 64 * 1024;
/** Another program may use the same LiveKit server: its rooms are no calls. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface Deps {
  readonly key: LiveKitKey;
  readonly clock: { now(): Date };
  /** A contact is no longer in the room of a call. It may come back at once, if only its connection has changed. */
  readonly onLeft: (callId: string, contactId: string) => Promise<void>;
}

interface Event {
  readonly event?: unknown;
  readonly room?: { readonly name?: unknown };
  readonly participant?: { readonly identity?: unknown };
}

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** @throws ApiError `notAllowed` */
async function requireSignature({ key, clock }: Deps, authorization: string, body: Buffer): Promise<void> {
  try {
    const { payload } = await jwtVerify<{ sha256: string }>(authorization, new TextEncoder().encode(key.secret), {
      algorithms: ['HS256'],
      issuer: key.name,
      currentDate: clock.now(),
      requiredClaims: ['exp', 'sha256'],
    });
    const [signed, hash] = [Buffer.from(payload.sha256, 'base64'), createHash('sha256').update(body).digest()];
    if (signed.length === hash.length && timingSafeEqual(signed, hash)) return;
  } catch {
    // Below.
  }
  throw new ApiError('notAllowed');
}

/** @throws ApiError `invalidInput` */
function read(body: Buffer): Event {
  try {
    return Object(JSON.parse(body.toString('utf8'))) as Event;
  } catch {
    throw new ApiError('invalidInput', 'body');
  }
}

export function acceptLiveKitEvents(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    // The signature covers the bytes, so they are not parsed before.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
    scope.post(LIVEKIT_EVENTS_PATH, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await requireSignature(deps, request.headers.authorization?.replace(/^Bearer /, '') ?? '', body);
      const { event, room, participant } = read(body);
      const [callId, contactId] = [room?.name, participant?.identity];
      if (event === 'participant_left' && isId(callId) && isId(contactId)) await deps.onLeft(callId, contactId);
      return reply.code(204).send();
    });
  });
}
