/** What a person shows of their screen, from their choice until it is stopped: here, or by the browser's own button. */
export class SharedScreen {
  readonly #stream: MediaStream;
  readonly #onChange: () => void;
  #track: MediaStreamTrack | null = null;
  #isAsking = false;
  #isReleased = false;

  constructor(stream: MediaStream, onChange: () => void) {
    this.#stream = stream;
    this.#onChange = onChange;
  }

  get track() {
    return this.#track;
  }

  /** @param open asks the person; not while they are being asked, or show one */
  async start(open: () => Promise<MediaStreamTrack | null>) {
    if (this.#isAsking || this.#track || this.#isReleased) return;
    this.#isAsking = true;
    const track = await open();
    this.#isAsking = false;
    if (this.#isReleased) track?.stop();
    else if (track) this.#take(track);
  }

  stop() {
    if (this.#drop()) this.#onChange();
  }

  /** For good, without a word. */
  release() {
    this.#isReleased = true;
    this.#drop();
  }

  #take(track: MediaStreamTrack) {
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
