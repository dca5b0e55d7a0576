import type { RecorderEvents, RecorderPort } from '../ports';

/** Records nothing: a test says when a piece comes. */
export class FakeRecorder implements RecorderPort {
  readonly #runs: { readonly events: RecorderEvents; isRunning: boolean }[] = [];

  start(_scene: unknown, events: RecorderEvents) {
    const run = { events, isRunning: true };
    this.#runs.push(run);
    return { stop: () => void (run.isRunning = false) };
  }

  /** Whether each recording that was begun still runs. */
  get runs() {
    return this.#runs.map(({ isRunning }) => isRunning);
  }

  /** A piece of the last recording. */
  give(piece: string, milliseconds: number) {
    this.#runs.at(-1)?.events.onPiece(new Blob([piece]), milliseconds);
  }

  break() {
    this.#runs.at(-1)?.events.onFailed();
  }
}
