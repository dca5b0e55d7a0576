/**
 * Plays a fragmented MP4 file piece by piece (Media Source Extensions): it loads what is needed next and drops what has been shown, so
 * that an hour begins at once and fits into the memory of a phone.
 */

/** Kept in memory before and after the present position. */
const KEPT_SECONDS = 30;
/** The present position may be so long after the begin of what is kept, before something is dropped. */
const DROP_AFTER_SECONDS = 2 * KEPT_SECONDS;
/** Into a range of the buffer, so that rounding does not miss it. */
const INTO_RANGE_SECONDS = 0.01;

export interface PieceSource {
  /** When each piece ends, at least, in seconds, in order. */
  readonly ends: readonly number[];
  /** The bytes of a piece; null: the file ends before it. The first piece has the head of the file. */
  load(index: number): Promise<ArrayBuffer | null>;
}

declare global {
  interface Window {
    /** Of iPhones, which have no `MediaSource`. */
    readonly ManagedMediaSource?: typeof MediaSource;
  }
}

const mediaSourceClass = () => window.ManagedMediaSource ?? window.MediaSource;

/** @param type with codecs */
export const canPlayPieces = (type: string): boolean => mediaSourceClass()?.isTypeSupported(type) ?? false;

/** Appends or removes something, and waits until it is done. */
const update = (buffer: SourceBuffer, begin: () => void) =>
  new Promise<void>((resolve, reject) => {
    const settled = new AbortController();
    const settle = (then: () => void) => () => {
      settled.abort();
      then();
    };
    const { signal } = settled;
    buffer.addEventListener('updateend', settle(resolve), { signal });
    buffer.addEventListener(
      'error',
      settle(() => reject(new Error('The browser refuses a piece'))),
      { signal },
    );
    begin();
  });

interface PlayerOptions {
  /** With codecs. */
  readonly type: string;
  /** A piece could not be loaded: it plays what it has. */
  readonly onFailed: (error: unknown) => void;
}

export class PiecePlayer {
  readonly #video: HTMLVideoElement;
  readonly #source: PieceSource;
  readonly #onFailed: PlayerOptions['onFailed'];
  readonly #media = new (mediaSourceClass())();
  readonly #url = URL.createObjectURL(this.#media);
  readonly #closed = new AbortController();
  /** The pieces in the buffer, unless the browser has dropped some. */
  readonly #added = new Set<number>();
  #count: number;
  #hasHead = false;
  #isFilling = false;

  constructor(video: HTMLVideoElement, source: PieceSource, { type, onFailed }: PlayerOptions) {
    this.#video = video;
    this.#source = source;
    this.#onFailed = onFailed;
    this.#count = source.ends.length;
    const { signal } = this.#closed;
    this.#media.addEventListener('sourceopen', () => this.#begin(type), { once: true });
    video.addEventListener('timeupdate', () => void this.#fill(), { signal });
    video.addEventListener('seeking', () => this.#refill(), { signal });
    video.addEventListener('waiting', () => this.#refill(), { signal });
    // A managed source opens only if its pictures cannot be sent to another screen.
    video.disableRemotePlayback = true;
    video.src = this.#url;
  }

  /** Loads again after a failure. */
  retry() {
    void this.#fill();
  }

  close() {
    this.#closed.abort();
    this.#video.removeAttribute('src');
    this.#video.load();
    URL.revokeObjectURL(this.#url);
  }

  #begin(type: string) {
    this.#media.addSourceBuffer(type);
    this.#media.duration = this.#source.ends.at(-1) ?? 0;
    void this.#fill();
  }

  /** The ranges that can be played, in seconds. */
  #ranges() {
    const { buffered } = this.#video;
    return Array.from({ length: buffered.length }, (_, index) => ({
      start: buffered.start(index),
      end: buffered.end(index),
    }));
  }

  #canPlayHere(): boolean {
    const { currentTime, ended } = this.#video;
    return ended || this.#ranges().some(({ start, end }) => start <= currentTime && currentTime < end);
  }

  /** The piece at the present position. */
  #indexHere(): number {
    const index = this.#source.ends.findIndex((end) => end > this.#video.currentTime);
    return Math.max(Math.min(index === -1 ? this.#count : index, this.#count - 1), 0);
  }

  /** The next piece that is needed; null: none is. */
  #nextPiece(): number | null {
    if (!this.#hasHead) return 0;
    const { ends } = this.#source;
    for (let index = this.#indexHere(); index < this.#count; index += 1) {
      if ((ends[index - 1] ?? 0) > this.#video.currentTime + KEPT_SECONDS) return null;
      if (!this.#added.has(index)) return index;
    }
    return null;
  }

  async #fill() {
    const [buffer] = this.#media.sourceBuffers;
    if (!buffer || this.#isFilling) return;
    this.#isFilling = true;
    try {
      for (let index = this.#nextPiece(); index !== null; index = this.#nextPiece()) {
        const bytes = await this.#source.load(index);
        if (this.#closed.signal.aborted) return;
        if (bytes) await update(buffer, () => buffer.appendBuffer(bytes));
        else this.#count = index;
        this.#hasHead = true;
        this.#added.add(index);
        await this.#dropShown(buffer);
      }
      if (this.#added.has(this.#count - 1) && this.#media.readyState === 'open') this.#media.endOfStream();
      this.#skipGap();
    } catch (error) {
      if (!this.#closed.signal.aborted) this.#onFailed(error);
    } finally {
      this.#isFilling = false;
    }
  }

  /** A piece that the browser has dropped, or of which a part was dropped, is loaded again. */
  #refill() {
    if (!this.#canPlayHere()) this.#added.delete(this.#indexHere());
    void this.#fill();
  }

  async #dropShown(buffer: SourceBuffer) {
    const { currentTime } = this.#video;
    const kept = this.#ranges();
    const last = currentTime + DROP_AFTER_SECONDS;
    if ((kept[0]?.start ?? currentTime) < currentTime - DROP_AFTER_SECONDS)
      await update(buffer, () => buffer.remove(0, currentTime - KEPT_SECONDS));
    if ((kept.at(-1)?.end ?? currentTime) > last)
      await update(buffer, () => buffer.remove(last, Number.POSITIVE_INFINITY));
    for (const index of this.#added) {
      const end = this.#source.ends[index] ?? 0;
      if (end < currentTime - DROP_AFTER_SECONDS || end > last) this.#added.delete(index);
    }
  }

  /** If a piece is missing, plays on with the next one. */
  #skipGap() {
    if (this.#canPlayHere()) return;
    const next = this.#ranges().find(({ start }) => start > this.#video.currentTime);
    if (next) this.#video.currentTime = next.start + INTO_RANGE_SECONDS;
  }
}
