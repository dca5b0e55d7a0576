import { codeOf, type ErrorName } from '@earth/contracts';

interface Details {
  /** A message for each wrong field, under its name on the wire. */
  readonly fields?: Readonly<Record<string, string>>;
  /** For 429: when to try again. */
  readonly retryAfterSeconds?: number;
  /** For a wrong time: the server’s own. */
  readonly now?: Date;
  /** For the log, not for the client. */
  readonly why?: string;
}

/** An error of the contract: thrown anywhere below a route, it becomes the response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly error: ErrorName;
  /** The field or header that the message names. */
  readonly field: string | undefined;
  readonly details: Details;

  constructor(error: ErrorName, field?: string, details: Details = {}) {
    super(field ? `${error}: ${field}` : error);
    this.error = error;
    this.field = field;
    this.details = details;
  }

  get code(): number {
    return codeOf(this.error);
  }
}
