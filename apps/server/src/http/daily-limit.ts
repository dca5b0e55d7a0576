import { ApiError } from './api-error';

const DAY_MS = 24 * 3600_000;

/** The start of the window of daily limits. */
export const aDayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Daily limit, for actions that reach people outside or give access.
 * @param firstThatCounts the time of the oldest of the actions that fill the limit; undefined: there were fewer
 * @throws ApiError `tooManyToday`
 */
export function requireDailyLimit(now: Date, firstThatCounts: Date | undefined): void {
  const waitMs = firstThatCounts ? firstThatCounts.getTime() - aDayBefore(now).getTime() : 0;
  if (waitMs > 0) throw new ApiError('tooManyToday', undefined, { retryAfterSeconds: waitMs / 1000 });
}
