/**
 * Access tokens: JWTs (RFC 7519) of 15 minutes that name a session. The database says whose session it is, and whether it is still
 * valid. Read tokens are similar: they are sent with a push, and only give access to the last message of one room.
 */
import { ACCESS_TOKEN_SECONDS } from '@earth/contracts';
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../../../db/database';
import { isAboutData } from '../../../db/query-error';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { createBatcher, SOME_AT_ONCE } from '../../../async/batcher';
import { bindSigningKey, findPrincipals } from './store';
import type { Access } from '../../../http/access';

const ISSUER = 'earth';
const AUDIENCE = 'earth/access';
const READING = 'earth/reading';
/** Cache size of verified tokens: more than the users of one server. */
const KNOWN_MAX = 20_000;

/** The claims of a token. */
interface Claims {
  readonly sessionId: string | undefined;
  readonly expiresAt: number;
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

interface Deps {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly key: Uint8Array;
}

export function createAccess({ db, clock, key }: Deps): Access {
  const sign = (claims: Record<string, string>, audience: string, sessionId: string, expiresAt: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setSubject(sessionId)
      .setIssuedAt(secondsOf(clock.now()))
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

  const findPrincipal = createBatcher(
    async (sessionIds: readonly string[]) => {
      const found = await findPrincipals(db, sessionIds, clock.now());
      return sessionIds.map((sessionId) => found.get(sessionId));
    },
    { isOfOneRequest: isAboutData, atOnce: SOME_AT_ONCE },
  );

  async function principalOf(sessionId: string | undefined): Promise<Principal> {
    const principal = sessionId && (await findPrincipal(sessionId));
    if (!principal) throw new ApiError('sessionEnded');
    return principal;
  }

  /** Cache of tokens with a valid signature, so that it is not verified again with each request. */
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
    issue: (sessionId) => sign({}, AUDIENCE, sessionId, secondsOf(clock.now()) + ACCESS_TOKEN_SECONDS),
    read: async (token) => principalOf(await sessionOf(token)),
    readAgain: principalOf,
    async bindKey(sessionId, key) {
      const bound = await bindSigningKey(db, sessionId, key);
      if (bound === undefined) throw new ApiError('sessionEnded');
      return bound;
    },
    issueReading: (sessionId, roomId, expiresAt) => sign({ room: roomId }, READING, sessionId, secondsOf(expiresAt)),
    async readReading(token) {
      const { sub, room = '' } = await verify(token, READING);
      return { principal: await principalOf(sub), roomId: room };
    },
  };
}
