/** Access tokens: JWTs (RFC 7519) of 15 minutes that name a session. Whose it is, and whether it still is, the database says. */
import { ACCESS_TOKEN_SECONDS } from '@earth/contracts';
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../../db/database';
import { ApiError } from '../../http/api-error';
import type { Who } from '../../http/who';
import { findWho } from './store';

const ISSUER = 'earth';
const AUDIENCE = 'earth/access';

export interface Access {
  /** A token for a session. */
  issue(sessionId: string): Promise<string>;
  /** Who speaks. Rejects with ApiError `tokenExpired`, `sessionEnded` or `notSignedIn`. */
  read(token: string): Promise<Who>;
}

interface Needs {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly key: Uint8Array;
}

export function createAccess({ db, clock, key }: Needs): Access {
  async function sessionOf(token: string): Promise<string | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: clock.now(),
      });
      return payload.sub;
    } catch (error) {
      throw new ApiError(error instanceof joseErrors.JWTExpired ? 'tokenExpired' : 'notSignedIn');
    }
  }

  return {
    issue(sessionId) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(sessionId)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
        .sign(key);
    },
    async read(token) {
      const sessionId = await sessionOf(token);
      const who = sessionId && (await findWho(db, sessionId, clock.now()));
      if (!who) throw new ApiError('sessionEnded');
      return who;
    },
  };
}
