import { ApiError } from '../../platform';

/** The text of a failure: the server's message, if there is one. */
export const failureOf = (error: unknown) =>
  error instanceof ApiError && error.message ? { words: error.message } : ({ text: 'noAnswer' } as const);
