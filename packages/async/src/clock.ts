/** The clock and timers as a port, so that tests control time. Fits XState's `Clock` and its `SimulatedClock`. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}
