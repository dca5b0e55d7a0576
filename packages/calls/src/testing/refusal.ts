import type { ApiFailure } from '@earth/messaging';

/** The rejection of a request to the fake API. */
export class Refusal extends Error implements ApiFailure {
  constructor(
    readonly code: number,
    readonly error: string | null,
    message = '',
  ) {
    super(message);
  }
}
