/**
 * Keeps replies behind what they answer. Everybody sees the server's order, so a reply is posted only after the message that
 * it answers is stored, however slow its sender's network is. The wait has a limit, counted once for all replies to a message.
 */
import type { Clock } from '@earth/async';

/** How long a message is waited for, counted from the first reply to it. */
export const REPLY_WAIT_MS = 5_000;

export class ReplyOrder {
  readonly #clock: Clock;
  readonly #isStored: (key: string) => boolean;
  /** Deadlines of the messages that are waited for, by key. */
  readonly #until = new Map<string, number>();
  /** Checks the one reply that waits: replies are posted one after another. */
  #checkWaiting: (() => void) | null = null;
  #timer: unknown = null;
  #isStopped = false;

  constructor(clock: Clock, isStored: (key: string) => boolean) {
    this.#clock = clock;
    this.#isStored = isStored;
  }

  /** A reply was written to these messages, which are not stored yet. */
  note(keys: readonly string[]) {
    for (const key of keys) if (!this.#until.has(key)) this.#until.set(key, this.#clock.now() + REPLY_WAIT_MS);
  }

  /** Resolves when a reply to these messages may be posted; never if this is stopped before. Undefined: at once. */
  turn(keys: readonly string[]): Promise<void> | undefined {
    const ms = this.#left(keys);
    if (ms === 0 && !this.#isStopped) return undefined;
    return new Promise((resolve) => {
      if (this.#isStopped) return;
      const done = () => {
        this.#stopWaiting();
        resolve();
      };
      this.#checkWaiting = () => this.#left(keys) === 0 && done();
      this.#timer = this.#clock.setTimeout(done, ms);
    });
  }

  /** To be called when a message may have been stored. */
  check() {
    this.#checkWaiting?.();
  }

  /** No more replies are posted. */
  stop() {
    this.#isStopped = true;
    this.#stopWaiting();
  }

  #stopWaiting() {
    this.#clock.clearTimeout(this.#timer);
    this.#checkWaiting = null;
  }

  /** How long to wait for those of the messages that are not stored, ms. */
  #left(keys: readonly string[]): number {
    const open = keys.filter((key) => !this.#isStored(key));
    return Math.max(0, ...open.map((key) => (this.#until.get(key) ?? 0) - this.#clock.now()));
  }
}
