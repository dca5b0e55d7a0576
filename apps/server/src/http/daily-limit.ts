import { ApiError } from './api-error';

const DAY_MS = 24 * 3600_000;

/** Since when what somebody does counts against what they may do in a day. */
export const aDayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * What reaches people outside, or opens a way in, goes out so often a day.
 * @param firstThatCounts when the first was of the last so many that may be in a day; undefined: there were fewer
 * @throws ApiError `tooManyToday`
 */
export function requireDailyLimit(now: Date, firstThatCounts: Date | undefined): void {
  const waitMs = firstThatCounts ? firstThatCounts.getTime() - aDayBefore(now).getTime() : 0;
  if (waitMs > 0) throw new ApiError('tooManyToday', undefined, { retryAfterSeconds: waitMs / 1000 });
}
