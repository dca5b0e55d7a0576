/**
 * The server's order is everybody's: a reply is not posted before what it answers is stored, however slow the net of who
 * wrote that is. What never comes holds up nothing for long, and later replies not at all.
 */
import type { Clock } from '../ports';

/** So long, from the first reply to it on, something is waited for. */
export const REPLY_WAIT_MS = 5_000;

export class ReplyOrder {
  readonly #clock: Clock;
  readonly #isStored: (key: string) => boolean;
  /** Until when what was answered is waited for, by its key. */
  readonly #until = new Map<string, number>();
  /** Of the one reply that waits: they are posted one after the other. */
  #look: (() => void) | null = null;
  #timer: unknown = null;
  #isStopped = false;

  constructor(clock: Clock, isStored: (key: string) => boolean) {
    this.#clock = clock;
    this.#isStored = isStored;
  }

  /** A reply is written to these, which are not stored yet. */
  note(keys: readonly string[]) {
    for (const key of keys) if (!this.#until.has(key)) this.#until.set(key, this.#clock.now() + REPLY_WAIT_MS);
  }

  /** Resolves when a reply to these may be posted; not at all where this is stopped before. */
  turn(keys: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isStopped) return;
      const ms = this.#left(keys);
      if (ms === 0) return resolve();
      const done = () => {
        this.#waitNoMore();
        resolve();
      };
      this.#look = () => this.#left(keys) === 0 && done();
      this.#timer = this.#clock.setTimeout(done, ms);
    });
  }

  /** Something may be stored that was not. */
  notice() {
    this.#look?.();
  }

  /** Nothing more is posted. */
  stop() {
    this.#isStopped = true;
    this.#waitNoMore();
  }

  #waitNoMore() {
    this.#clock.clearTimeout(this.#timer);
    this.#look = null;
  }

  /** How long the ones that are not stored are to be waited for. */
  #left(keys: readonly string[]): number {
    const open = keys.filter((key) => !this.#isStored(key));
    return Math.max(0, ...open.map((key) => (this.#until.get(key) ?? 0) - this.#clock.now()));
  }
}
