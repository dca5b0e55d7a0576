import { ApiError } from '../../platform';

/** What is said of a failure: the server's own words, where there are any. */
export const failureOf = (error: unknown) =>
  error instanceof ApiError && error.message ? { words: error.message } : ({ text: 'noAnswer' } as const);
