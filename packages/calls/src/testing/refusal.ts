import type { ApiFailure } from '../ports';

/** What a call of the fake API rejects with. */
export class Refusal extends Error implements ApiFailure {
  constructor(
    readonly code: number,
    readonly error: string | null,
    message = '',
  ) {
    super(message);
  }
}
