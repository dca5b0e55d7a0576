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

/**
 * The server could not be reached, what was sent stood still on the way (408), it asks to come back later (429), or the token could
 * not be renewed just now (401): the same call may succeed then. Where the sign-in is over, whoever asks is put away.
 */
export const isAway = ({ code }: ApiFailure): boolean => [0, 401, 408, 429].includes(code) || code >= 502;

/** The server failed at it: it may take it another time. Everything else it has refused. */
export const mayPass = ({ code }: ApiFailure): boolean => code >= 500;

/** The call is over, or was never ours. */
export const isCallGone = ({ code }: ApiFailure): boolean => code === 404 || code === 410;
