/** Classifies failed API requests. */

/** The rejection of an API request: the result's code and message, and the error's name in the contract. */
export interface ApiFailure {
  /** 0: there was no answer (offline, or the server is down). */
  readonly code: number;
  readonly error: string | null;
  readonly message: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Parses a rejection. Anything that is no `ApiFailure` is a bug of ours: it becomes code 500, which is never retried as «no answer». */
export function failureOf(thrown: unknown): ApiFailure {
  if (!isRecord(thrown) || typeof thrown['code'] !== 'number') return { code: 500, error: null, message: '' };
  const { code, error, message } = thrown;
  return {
    code,
    error: typeof error === 'string' ? error : null,
    message: typeof message === 'string' ? message : '',
  };
}

/** A full disk or a spent daily quota lasts for hours: automatic retries would upload the same body again and again. */
const isOutOfSpace = ({ error }: ApiFailure): boolean => error === 'diskFull' || error === 'tooMuchToday';

/**
 * An upload that took longer than a signature is good for, to a proxy that passes on whole bodies only: automatic retries would take as
 * long. A wrong clock is corrected before.
 */
const isTooSlow = ({ error }: ApiFailure): boolean => error === 'badTimestamp';

/**
 * Temporary: the server is unreachable, the request stalled (408), the server is rate limiting (429), or the token could not be
 * renewed just now (401). The same request may succeed later. If the sign-in is over, the session is disposed of anyway.
 */
export const isAway = (failure: ApiFailure): boolean =>
  !isOutOfSpace(failure) && !isTooSlow(failure) && ([0, 401, 408, 429].includes(failure.code) || failure.code >= 502);

/** The server failed or has no space now: it may accept the request later. Everything else is a refusal. */
export const mayPass = (failure: ApiFailure): boolean => failure.code >= 500 || isOutOfSpace(failure);
