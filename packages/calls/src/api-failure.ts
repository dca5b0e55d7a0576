/** What a failed call of the API means for the call. */
import type { ApiFailure } from './ports';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reads what a call rejected with. What is no API failure is one of ours, and is shown as «no answer» never would be. */
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
const isOutOfRoom = ({ error }: ApiFailure): boolean => error === 'diskFull' || error === 'tooMuchToday';

/**
 * The server could not be reached, what was sent stood still on the way (408), it asks to come back later (429), or the token could
 * not be renewed just now (401): the same call may succeed then. Where the sign-in is over, whoever asks is put away.
 */
export const isAway = (failure: ApiFailure): boolean =>
  !isOutOfRoom(failure) && ([0, 401, 408, 429].includes(failure.code) || failure.code >= 502);

/** The server failed at it, or has no room now: it may take it another time. Everything else it has refused. */
export const mayPass = (failure: ApiFailure): boolean => failure.code >= 500 || isOutOfRoom(failure);

/** The call is over, or was never ours. */
export const isCallGone = ({ code }: ApiFailure): boolean => code === 404 || code === 410;
