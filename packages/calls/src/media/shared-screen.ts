/** The screen that the user shares, until it is stopped here or by the browser's own button. */
export class SharedScreen {
  readonly #stream: MediaStream;
  readonly #onChange: () => void;
  #track: MediaStreamTrack | null = null;
  #isAsking = false;
  /** Whether the screen that the user chooses now is still wanted. */
  #isWanted = false;
  #isReleased = false;

  constructor(stream: MediaStream, onChange: () => void) {
    this.#stream = stream;
    this.#onChange = onChange;
  }

  get track() {
    return this.#track;
  }

  /** @param open lets the user choose; not called while they choose, or already share a screen */
  async start(open: () => Promise<MediaStreamTrack | null>) {
    if (this.#track || this.#isReleased) return;
    this.#isWanted = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const track = await open();
    this.#isAsking = false;
    if (this.#isWanted) {
      if (track) this.#setTrack(track);
    } else track?.stop();
  }

  /** Stops it. A screen that is chosen later, because the browser still asks, is not shared. */
  stop() {
    this.#isWanted = false;
    if (this.#drop()) this.#onChange();
  }

  /** Stops for good, without notifying. */
  release() {
    this.#isReleased = true;
    this.#isWanted = false;
    this.#drop();
  }

  #setTrack(track: MediaStreamTrack) {
    this.#track = track;
    this.#stream.addTrack(track);
    track.addEventListener('ended', () => {
      if (track === this.#track) this.stop();
    });
    this.#onChange();
  }

  #drop(): boolean {
    if (!this.#track) return false;
    this.#track.stop();
    this.#stream.removeTrack(this.#track);
    this.#track = null;
    return true;
  }
}
