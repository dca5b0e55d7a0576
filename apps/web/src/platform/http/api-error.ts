import type { ErrorName } from '@earth/contracts';

/** `code` of a call that got no answer: the net is away, or the server. */
export const NO_ANSWER = 0;

export interface Failure {
  /** The result code, or `NO_ANSWER`. */
  readonly code: number;
  /** The contract's name of the error, where the server gave one. */
  readonly error: ErrorName | null;
  /** The server's own words, in the person's language; empty where it did not answer. */
  readonly message: string;
  /** Words for single fields, by their name on the wire. */
  readonly fields?: Readonly<Record<string, string>>;
  /** How long the server asks to wait (429), in seconds. */
  readonly retryAfterSeconds?: number | null;
}

/** A call that failed. The screens turn it into words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly error: ErrorName | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | null;

  constructor(failure: Failure) {
    super(failure.message);
    this.code = failure.code;
    this.error = failure.error;
    this.fields = failure.fields ?? {};
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
  }
}

/** Refused for now: another page asks just now, or a limit was met. Not too many tries, which more tries make no better. */
const refusedForNow: ReadonlySet<ErrorName | null> = new Set<ErrorName>([
  'historyInProgress',
  'tooManyCalls',
  'tooManyUploads',
]);

/** These last for hours: the person reads it, and sends again by hand. */
const lastsLong: ReadonlySet<ErrorName | null> = new Set<ErrorName>(['diskFull', 'tooMuchToday']);

/** Whether trying the same again may help: no answer, what was sent stood still on the way (408), or the server's own trouble. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  !lastsLong.has(error.error) &&
  ([NO_ANSWER, 401, 408].includes(error.code) || error.code >= 500 || refusedForNow.has(error.error));

/** Of what was asked for: it is not there, or not for who asks. @param code the result code, which is the answer's status */
export const isWithdrawn = (code: number): boolean => code === 403 || code === 404;
