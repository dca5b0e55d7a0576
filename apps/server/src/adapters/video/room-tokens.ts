/** Room tokens: JWTs (RFC 7519) that name a call, a contact and a device. */
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { ApiError } from '../../http/api-error';

/** The claims of a room token. */
export interface CallPass {
  readonly callId: string;
  readonly contactId: string;
  readonly deviceId: string;
}

/** Valid for joining, not for staying: a page that reconnects later requests another. */
export const ROOM_TOKEN_SECONDS = 60 * 60;
const ISSUER = 'earth';
const AUDIENCE = 'earth/room';

export interface RoomTokens {
  issue(pass: CallPass): Promise<string>;
  /** Rejects with ApiError `tokenExpired` or `notAllowed`. */
  read(token: string): Promise<CallPass>;
}

export function createRoomTokens(bytes: Uint8Array, clock: { now(): Date }): RoomTokens {
  // Given bytes, the library would import them for each token.
  const key = crypto.subtle.importKey('raw', new Uint8Array(bytes), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  return {
    async issue({ callId, contactId, deviceId }) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return await new SignJWT({ call: callId, device: deviceId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(contactId)
        .setIssuedAt(now)
        .setExpirationTime(now + ROOM_TOKEN_SECONDS)
        .sign(await key);
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify<{ call: string; device: string }>(token, await key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: clock.now(),
          requiredClaims: ['sub', 'call', 'device'],
        });
        return { callId: payload.call, contactId: payload.sub ?? '', deviceId: payload.device };
      } catch (error) {
        throw new ApiError(error instanceof joseErrors.JWTExpired ? 'tokenExpired' : 'notAllowed');
      }
    },
  };
}
