/**
 * Access tokens of LiveKit: JWTs that its server accepts for one room, which is the call, under one identity, which is the contact. The
 * same token is the room token of this server's socket, which lists the pages of the call whatever carries their media.
 */
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { ApiError } from '../../http/api-error';
import { ROOM_TOKEN_SECONDS, type RoomTokens } from './room-tokens';

/** A key of a LiveKit server, by its configuration. */
export interface LiveKitKey {
  readonly name: string;
  readonly secret: string;
}

interface Claims {
  readonly video?: { readonly room?: unknown };
  readonly device?: unknown;
}

export function createLiveKitTokens({ name, secret }: LiveKitKey, clock: { now(): Date }): RoomTokens {
  const key = new TextEncoder().encode(secret);
  return {
    issue({ callId, contactId, deviceId }) {
      const now = Math.floor(clock.now().getTime() / 1000);
      const video = { room: callId, roomJoin: true, canPublish: true, canSubscribe: true, canPublishData: true };
      return new SignJWT({ video, device: deviceId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(name)
        .setSubject(contactId)
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(now + ROOM_TOKEN_SECONDS)
        .sign(key);
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify<Claims>(token, key, {
          algorithms: ['HS256'],
          issuer: name,
          currentDate: clock.now(),
          requiredClaims: ['sub', 'exp'],
        });
        const [callId, deviceId] = [payload.video?.room, payload.device];
        // Another program with the same key may issue tokens without a device.
        if (typeof callId !== 'string' || typeof deviceId !== 'string') throw new ApiError('notAllowed');
        return { callId, contactId: payload.sub ?? '', deviceId };
      } catch (error) {
        throw new ApiError(error instanceof joseErrors.JWTExpired ? 'tokenExpired' : 'notAllowed');
      }
    },
  };
}
