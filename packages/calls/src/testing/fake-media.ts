/** Fake tracks and streams, because Node has none: only what the calls use. */
export class FakeTrack extends EventTarget {
  readonly id: string;
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  #muted = false;

  constructor(
    readonly kind: 'audio' | 'video',
    readonly label = '',
  ) {
    super();
    this.id = `${kind} ${label}`;
  }

  get muted() {
    return this.#muted;
  }

  set muted(muted: boolean) {
    this.#muted = muted;
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }

  stop() {
    this.readyState = 'ended';
  }

  /** The device is unplugged: the browser ends the track and fires `ended`. */
  unplug() {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

class FakeStream {
  readonly #tracks = new Set<FakeTrack>();

  addTrack(track: FakeTrack) {
    this.#tracks.add(track);
  }

  removeTrack(track: FakeTrack) {
    this.#tracks.delete(track);
  }

  getTracks() {
    return [...this.#tracks];
  }
}

export const asTrack = (track: FakeTrack) => track as unknown as MediaStreamTrack;
export const createFakeStream = () => new FakeStream() as unknown as MediaStream;
