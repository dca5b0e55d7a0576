import { ApiError, NO_ANSWER } from '../../data';

/** What the server had against it, in its words; ours where it did not answer. */
export type Refusal = { readonly text: 'noAnswer' } | { readonly words: string };

export const refusalOf = (error: unknown): Refusal =>
  error instanceof ApiError && error.code !== NO_ANSWER ? { words: error.message } : { text: 'noAnswer' };
