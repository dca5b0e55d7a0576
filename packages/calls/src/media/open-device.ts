import type { MediaProblem } from '../view';

interface OpenDeviceEvents {
  /** It was unplugged, and another one should be opened. */
  lost(): void;
  /** `isPaused` has changed. */
  paused(): void;
}

/** A camera or microphone of the call: its track, or the problem that prevents one. */
export class OpenDevice {
  readonly #stream: MediaStream;
  readonly #on: OpenDeviceEvents;
  problem: MediaProblem | null = null;
  #track: MediaStreamTrack | null = null;
  #instead: string | null = null;
  #lost: string | null = null;
  #turn = 0;

  constructor(stream: MediaStream, on: OpenDeviceEvents) {
    this.#stream = stream;
    this.#on = on;
  }

  get track() {
    return this.#track;
  }

  /** The system has paused it, for example a phone during a telephone call; it goes on by itself. */
  get isPaused() {
    return this.#track?.muted ?? false;
  }

  /** The name of the device that replaced an unplugged one. */
  get instead() {
    return this.#instead;
  }

  /** Starts an opening. @returns a function that tells whether its result is still wanted */
  begin(): () => boolean {
    const turn = this.#turn;
    return () => turn === this.#turn;
  }

  setTrack(track: MediaStreamTrack | null, problem: MediaProblem | null) {
    this.problem = problem;
    this.#track = track;
    if (!track) return;
    const lost = this.#lost;
    this.#lost = null;
    this.#instead = lost === null || lost === track.label ? null : track.label;
    this.#stream.addTrack(track);
    track.addEventListener('ended', () => {
      if (track !== this.#track) return;
      this.drop();
      // A device that replaced itself and ends again is broken, not unplugged.
      if (track.label === lost) this.problem = 'failed';
      else this.#lost = track.label;
      this.#on.lost();
    });
    for (const type of ['mute', 'unmute'])
      track.addEventListener(type, () => track === this.#track && this.#on.paused());
  }

  drop() {
    this.#turn += 1;
    this.#instead = null;
    this.#lost = null;
    if (!this.#track) return;
    this.#track.stop();
    this.#stream.removeTrack(this.#track);
    this.#track = null;
  }
}
