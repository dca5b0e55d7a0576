/** What came of attempts to reach another service since the start: what the page of health tells. */
import type { Clock } from './clock';

export interface Outcome {
  /** Attempts that failed since one succeeded. */
  readonly failures: number;
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
  /** Of the last failure: a code, never a text with names or addresses of people. */
  readonly reason: string | null;
}

export interface Outcomes {
  succeeded(): void;
  failed(reason: string): void;
  read(): Outcome;
}

export function createOutcomes(clock: Clock): Outcomes {
  let outcome: Outcome = { failures: 0, succeededAt: null, failedAt: null, reason: null };
  return {
    succeeded() {
      outcome = { ...outcome, failures: 0, succeededAt: clock.now() };
    },
    failed(reason) {
      outcome = { ...outcome, failures: outcome.failures + 1, failedAt: clock.now(), reason };
    },
    read: () => outcome,
  };
}

/** The code of an error of Node.js or of a protocol, such as `ECONNREFUSED` or `550`; without one, its name. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode, cause } = error as Error & { readonly code?: unknown; readonly responseCode?: unknown };
  // An attempt is aborted when its time is over. The codes of a DOMException are numbers of no meaning here.
  if (error.name === 'TimeoutError' || code === 'ABORT_ERR') return 'ETIMEDOUT';
  const own = [typeof code === 'string' && code, typeof responseCode === 'number' && responseCode].filter(Boolean);
  return own.join(' ') || (cause instanceof Error ? reasonOf(cause) : error.name);
}
