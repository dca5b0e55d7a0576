/**
 * Access tokens: JWTs (RFC 7519) of 15 minutes that name a session. Whose it is, and whether it still is, the database says.
 * Tokens for reading are like them, go out with a push, and are good for what was written last in one room alone.
 */
import { ACCESS_TOKEN_SECONDS } from '@earth/contracts';
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../../../db/database';
import { isAboutData } from '../../../db/query-error';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { createBatcher } from '../../../async/batcher';
import { findWhos } from './store';

const ISSUER = 'earth';
const AUDIENCE = 'earth/access';
const READING = 'earth/reading';
/** So many tokens are known as genuine: as many as people are there, and some. */
const KNOWN_MAX = 20_000;

/** What a token says. */
interface Claims {
  readonly sessionId: string | undefined;
  readonly expiresAt: number;
}

export interface Access {
  /** A token for a session. */
  issue(sessionId: string): Promise<string>;
  /** Who speaks. Rejects with ApiError `tokenExpired`, `sessionEnded` or `notSignedIn`. */
  read(token: string): Promise<Principal>;
  /** A token by which a session's device reads what was written last in a room. */
  issueReading(sessionId: string, roomId: string, expiresAt: Date): Promise<string>;
  /** Who reads, and where. Rejects as `read`. */
  readReading(token: string): Promise<{ readonly principal: Principal; readonly roomId: string }>;
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

interface Needs {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly key: Uint8Array;
}

export function createAccess({ db, clock, key }: Needs): Access {
  const sign = (claims: Record<string, string>, audience: string, sessionId: string, expiresAt: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setSubject(sessionId)
      .setIssuedAt(seconds(clock.now()))
      .setExpirationTime(expiresAt)
      .sign(key);

  async function verify(token: string, audience: string) {
    try {
      const { payload } = await jwtVerify<{ room?: string }>(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience,
        currentDate: clock.now(),
      });
      return payload;
    } catch (error) {
      throw new ApiError(error instanceof joseErrors.JWTExpired ? 'tokenExpired' : 'notSignedIn');
    }
  }

  const whoIn = createBatcher(
    async (sessionIds: readonly string[]) => {
      const found = await findWhos(db, sessionIds, clock.now());
      return sessionIds.map((sessionId) => found.get(sessionId));
    },
    { isOnes: isAboutData },
  );

  async function whoOf(sessionId: string | undefined): Promise<Principal> {
    const principal = sessionId && (await whoIn(sessionId));
    if (!principal) throw new ApiError('sessionEnded');
    return principal;
  }

  /** Those whose signature was right: it is not computed again with each request. */
  const known = new Map<string, Claims>();

  async function sessionOf(token: string): Promise<string | undefined> {
    const claims = known.get(token);
    if (claims && claims.expiresAt > clock.now().getTime()) return claims.sessionId;
    known.delete(token);
    const { sub: sessionId, exp = 0 } = await verify(token, AUDIENCE);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(token, { sessionId, expiresAt: exp * 1000 });
    return sessionId;
  }

  return {
    issue: (sessionId) => sign({}, AUDIENCE, sessionId, seconds(clock.now()) + ACCESS_TOKEN_SECONDS),
    read: async (token) => whoOf(await sessionOf(token)),
    issueReading: (sessionId, roomId, expiresAt) => sign({ room: roomId }, READING, sessionId, seconds(expiresAt)),
    async readReading(token) {
      const { sub, room = '' } = await verify(token, READING);
      return { principal: await whoOf(sub), roomId: room };
    },
  };
}
