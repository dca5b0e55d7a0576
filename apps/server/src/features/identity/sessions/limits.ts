/**
 * Rate limits of signing in, stored in the database: per hour and day, with a growing pause. An asker with a device token is
 * counted apart, so that no stranger can use up their limit. All tokens of one person share a limit too, so that many tokens do not
 * multiply it.
 */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { deviceOf } from '../../../http/guards';
import { networkOf } from '../../../http/network';
import { deviceTokenIn } from './device-token';
import * as store from './limits-store';
import { codeHash, tokenHash } from './mailed-codes';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Factor of the limit per day over that per hour. */
const HOURS_A_DAY = 4;
/** Factor of the limit of all known devices of a person together. */
const KNOWN_TOGETHER = 4;
const PAUSE_MAX_MS = 15 * 60_000;
const TRY_PAUSE_MS = 30_000;

/** An asker without a session, as far as it can be identified. */
export interface Asker {
  /** As the client says: no proof of anything. */
  readonly deviceId: string;
  /** The network address. */
  readonly address: string;
  /** Hash of the token of a device that was signed in before. */
  readonly tokenHash: string | null;
}

export function askerOf(request: FastifyRequest, deviceId = deviceOf(request.headers)): Asker {
  const token = deviceTokenIn(request.headers.cookie);
  return { deviceId, address: networkOf(request.ip), tokenHash: token === null ? null : tokenHash(token) };
}

/** The limited actions; each is counted separately. */
type Limited = 'mail' | 'wrongCode' | 'lookUp' | 'wrongInvitation' | 'wrongGuestLink' | 'wrongToken';

interface Limit {
  readonly key: string;
  readonly perHour: number;
  /** Backoff: after `free` attempts in an hour the next one waits for `pauseMs`, and each further one twice as long. */
  readonly free: number;
  readonly pauseMs: number;
}

/** Counts the attempt; must be called before the transaction ends, which holds the lock on the counters. */
type Count = () => Promise<void>;

interface Attempt {
  readonly what: Limited;
  readonly asker: Asker;
  /** Whether the asker's token is of a device that was signed in before. */
  readonly isKnown: boolean;
  /** The e-mail address concerned, if there is a limit for each. */
  readonly email?: string;
}

type Deps = Pick<Context, 'clock' | 'secrets' | 'settings'>;

function limitsOf({ secrets, settings }: Deps, { what, asker, isKnown, email }: Attempt): Limit[] {
  const { signInMailsPerHour, signInTriesPerHour, signInAddressPerHour, codeResendSeconds } = settings;
  const keyOf = (scope: string, value: string) => codeHash(secrets.codeKey, `limit:${what}:${scope}`, value);
  const own = { mail: signInMailsPerHour, lookUp: signInAddressPerHour }[what as string] ?? signInTriesPerHour;
  const limit = (scope: string, value: string, times = 1): Limit => {
    const key = keyOf(scope, value);
    if (what === 'mail' && scope !== 'address')
      return { key, perHour: own * times, free: times, pauseMs: codeResendSeconds * 1000 };
    const perHour = scope === 'address' ? signInAddressPerHour : own * times;
    return { key, perHour, free: Math.ceil(perHour / 2), pauseMs: scope === 'address' ? 1000 : TRY_PAUSE_MS };
  };
  const address = limit('address', asker.address);
  // A program has no device.
  if (what === 'wrongToken') return [address];
  if (isKnown) {
    const known = limit('known', asker.tokenHash ?? '');
    // Without an e-mail address any person's token counts as known: the network address then has the limit of strangers.
    return [known, email === undefined ? address : limit('knownEmail', email, KNOWN_TOGETHER)];
  }
  return [limit('device', asker.deviceId), address, ...(email === undefined ? [] : [limit('email', email)])];
}

/** The wait in ms until the next attempt; 0: none. */
function waitFor({ perHour, free, pauseMs }: Limit, counted: store.Counted, now: number): number {
  const { hourStart, inHour, dayStart, inDay, lastAt } = counted;
  // Another request may have counted after this one read the clock: without a pause that is no wait.
  const pauseMsNow =
    inHour >= Math.max(1, free) ? Math.min(PAUSE_MAX_MS, pauseMs * 2 ** Math.min(20, inHour - free)) : 0;
  return Math.max(
    0,
    inHour >= perHour ? hourStart.getTime() + HOUR_MS - now : 0,
    inDay >= perHour * HOURS_A_DAY ? dayStart.getTime() + DAY_MS - now : 0,
    pauseMsNow > 0 ? lastAt.getTime() + pauseMsNow - now : 0,
  );
}

/** Resets the hours and days that are over. */
function current(counted: store.Counted, now: Date): store.Counted {
  const isOver = (start: Date, ms: number) => now.getTime() - start.getTime() >= ms;
  const hour = isOver(counted.hourStart, HOUR_MS) ? { hourStart: now, inHour: 0 } : {};
  const day = isOver(counted.dayStart, DAY_MS) ? { dayStart: now, inDay: 0 } : {};
  return { ...counted, ...hour, ...day };
}

/**
 * Locks the counters of an attempt until the transaction ends.
 * @returns a function that counts the attempt
 * @throws ApiError `tooManyTries`, with the longest wait
 */
export async function requireWithinLimits(context: Deps, db: Queries, attempt: Attempt): Promise<Count> {
  const now = context.clock.now();
  const limits = new Map(limitsOf(context, attempt).map((limit) => [limit.key, limit]));
  const rows = (await store.lockCounters(db, [...limits.keys()], now)).map((row) => current(row, now));
  const waits = rows.map((row) => {
    const limit = limits.get(row.key);
    return limit ? waitFor(limit, row, now.getTime()) : 0;
  });
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) throw new ApiError('tooManyTries', undefined, { retryAfterSeconds: waitMs / 1000 });
  return async () => {
    for (const row of rows)
      await store.writeCounter(db, { ...row, inHour: row.inHour + 1, inDay: row.inDay + 1, lastAt: now });
  };
}

/** Deletes expired codes, counters and devices. */
export const sweepLimits = ({ clock, db }: Context) => store.sweep(db, clock.now());
