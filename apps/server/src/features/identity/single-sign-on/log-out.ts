/** OpenID Connect Back-Channel Logout 1.0: the provider ends the sessions that it has started. */
import type { Context } from '../../../context';
import { announceEnd, tokenHash } from '../sessions';
import { CLOCK_TOLERANCE_SECONDS } from './discovery';
import type { Providers } from './provider';
import { connectionOf } from './settings';
import * as store from './store';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a token may be. For as long, and the tolerance, its id is kept. */
const AGE_SECONDS = 300;

/** The token is not one for this company. Its message is for the log. */
export class LogOutRefused extends Error {
  override readonly name = 'LogOutRefused';
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOrNone = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** @throws LogOutRefused; errors of jose and of the network, if it cannot be verified */
export async function logOut(context: Context, providers: Providers, companyId: string, token: string): Promise<void> {
  const { clock, db } = context;
  const connection = await connectionOf(context, companyId);
  const claims = await providers.verifyLogout(connection, token);
  const [subject, sid, jti] = [textOrNone(claims.sub), textOrNone(claims['sid']), textOrNone(claims.jti)];
  const { events } = claims;
  const now = clock.now().getTime() / 1000;
  if (!isObject(events) || !isObject(events[EVENT])) throw new LogOutRefused('It has no event of a log-out');
  // An ID token must not pass for a logout token (2.4).
  if (claims['nonce'] !== undefined) throw new LogOutRefused('It has a nonce');
  if (subject === undefined && sid === undefined) throw new LogOutRefused('It names nobody');
  if (jti === undefined) throw new LogOutRefused('It has no id');
  if (Math.abs(now - (claims.iat ?? 0)) > AGE_SECONDS) throw new LogOutRefused('It is too old, or the clocks differ');
  const expiresAt = new Date((now + 2 * (AGE_SECONDS + CLOCK_TOLERANCE_SECONDS)) * 1000);
  const ended = await db.transaction(async (transaction) => {
    if (!(await store.useLogOut(transaction, { companyId, hash: tokenHash(jti), expiresAt })))
      throw new LogOutRefused('It was used before');
    const loggedOut = { companyId, issuer: connection.issuer, subject, sid };
    await store.dropTickets(transaction, loggedOut);
    return await store.endSessions(transaction, loggedOut);
  });
  for (const session of ended) announceEnd(context, session);
}
