import type { ErrorName } from '@earth/contracts';

/** The `code` of a call without an answer: the network or the server is unavailable. */
export const NO_ANSWER = 0;
/** Result codes are HTTP statuses (RFC 9110, 15.5). */
export const BAD_REQUEST = 400;
export const UNAUTHORIZED = 401;

export interface Failure {
  /** The result code, or `NO_ANSWER`. */
  readonly code: number;
  /** The contract's name of the error, if the server gave one. */
  readonly error: ErrorName | null;
  /** The server's message in the user's language; empty if it did not answer. */
  readonly message: string;
  /** Messages for single fields, by their name on the wire. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The requested delay before the next try (429), in seconds. */
  readonly retryAfterSeconds?: number | null;
  /** For `badTimestamp`: the server's time, as ISO 8601. */
  readonly now?: string | undefined;
}

/** A failed call. The screens turn it into text. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly error: ErrorName | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | null;
  readonly now: string | undefined;

  constructor(failure: Failure) {
    super(failure.message);
    this.code = failure.code;
    this.error = failure.error;
    this.fields = failure.fields ?? {};
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
    this.now = failure.now;
  }
}

/**
 * Temporary refusals: another page is refreshing, or a rate limit was met. `tooManyAttempts` is not among them, because retries make
 * it worse.
 */
const refusedForNow: ReadonlySet<ErrorName | null> = new Set<ErrorName>([
  'historyInProgress',
  'tooManyCalls',
  'tooManyUploads',
]);

/** These last for hours: the user reads the message and sends again by hand. */
const lastsLong: ReadonlySet<ErrorName | null> = new Set<ErrorName>(['diskFull', 'tooMuchToday']);

/** Whether a retry may help: no answer, an upload that stalled (408), or a server error. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  !lastsLong.has(error.error) &&
  ([NO_ANSWER, 401, 408].includes(error.code) || error.code >= 500 || refusedForNow.has(error.error));

/**
 * The requested thing does not exist, or not for this user.
 * @param code the result code, which is the HTTP status
 */
export const isWithdrawn = (code: number): boolean => code === 403 || code === 404;
