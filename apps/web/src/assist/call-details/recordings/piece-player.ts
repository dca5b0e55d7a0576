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
/** Browsers stop so long before a gap. */
const BEFORE_GAP_SECONDS = 0.2;

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

/** In seconds. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface PlayerOptions {
  /** With codecs. */
  readonly type: string;
  /** A piece could not be loaded: it plays what it has. */
  readonly onFailed: (error: unknown) => void;
}

export class PiecePlayer {
  readonly #video: HTMLVideoElement;
  readonly #source: PieceSource;
  readonly #options: PlayerOptions;
  readonly #media = new (mediaSourceClass())();
  readonly #url = URL.createObjectURL(this.#media);
  readonly #closed = new AbortController();
  /** The pieces in the buffer, unless the browser has dropped some. */
  readonly #added = new Set<number>();
  #count: number;
  #hasHead = false;
  #isFilling = false;
  /** The last piece could not be loaded: not requested again with every moment that is shown. */
  #isFailed = false;
  /** The last of the pieces that were loaded. */
  #lastOpened = 0;

  constructor(video: HTMLVideoElement, source: PieceSource, options: PlayerOptions) {
    this.#video = video;
    this.#source = source;
    this.#options = options;
    this.#count = source.ends.length;
    const { signal } = this.#closed;
    this.#media.addEventListener('sourceopen', () => this.#begin(), { once: true, signal });
    video.addEventListener('timeupdate', () => void (this.#isFailed || this.#fill()), { signal });
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

  #begin() {
    try {
      this.#media.addSourceBuffer(this.#options.type);
      this.#media.duration = this.#source.ends.at(-1) ?? 0;
    } catch {
      // As for a file that the browser cannot play.
      this.#video.dispatchEvent(new Event('error'));
      return;
    }
    void this.#fill();
  }

  /** The ranges that can be played, in seconds. */
  #ranges(): readonly Range[] {
    const { buffered } = this.#video;
    return Array.from({ length: buffered.length }, (_, index) => ({
      start: buffered.start(index),
      end: buffered.end(index),
    }));
  }

  #canPlayHere(): boolean {
    const { currentTime, ended } = this.#video;
    const canPlay = ({ start, end }: Range, index: number, all: readonly Range[]) =>
      start <= currentTime && currentTime < (index < all.length - 1 ? end - BEFORE_GAP_SECONDS : end);
    return ended || this.#ranges().some(canPlay);
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
    this.#isFailed = false;
    try {
      for (let index = this.#nextPiece(); index !== null; index = this.#nextPiece()) {
        const bytes = await this.#source.load(index);
        if (this.#closed.signal.aborted) return;
        if (bytes) await this.#add(buffer, index, bytes);
        else await this.#endBefore(index);
      }
      if (this.#added.has(this.#count - 1) && this.#media.readyState === 'open') this.#media.endOfStream();
      this.#skipGap();
    } catch (error) {
      this.#isFailed = true;
      if (!this.#closed.signal.aborted) this.#options.onFailed(error);
    } finally {
      this.#isFilling = false;
    }
  }

  async #add(buffer: SourceBuffer, index: number, bytes: ArrayBuffer) {
    await update(buffer, () => buffer.appendBuffer(bytes));
    this.#hasHead = true;
    this.#added.add(index);
    this.#lastOpened = Math.max(this.#lastOpened, index);
    await this.#dropShown(buffer);
  }

  /** Finds where the pieces end that can be opened: this one cannot. A position behind it becomes that of the end. */
  async #endBefore(index: number) {
    let [last, end] = [Math.min(this.#lastOpened, index), index];
    while (end - last > 1) {
      const middle = Math.floor((last + end) / 2);
      if (await this.#source.load(middle)) last = middle;
      else end = middle;
    }
    this.#count = end;
    const length = this.#source.ends[end - 1];
    if (length === undefined || this.#closed.signal.aborted) return;
    this.#media.duration = length;
    if (this.#video.currentTime > length) this.#video.currentTime = length;
  }

  /** A piece that the browser has dropped, or of which a part was dropped, is loaded again. */
  #refill() {
    if (!this.#canPlayHere()) this.#forgetHere();
    void this.#fill();
  }

  /** The times of pieces are not exact, so the one here may be the next. */
  #forgetHere() {
    const here = this.#indexHere();
    this.#added.delete(here);
    this.#added.delete(here + 1);
  }

  async #dropShown(buffer: SourceBuffer) {
    const { currentTime } = this.#video;
    const { ends } = this.#source;
    const kept = this.#ranges();
    const first = currentTime - KEPT_SECONDS;
    const last = currentTime + DROP_AFTER_SECONDS;
    if ((kept[0]?.start ?? currentTime) < currentTime - DROP_AFTER_SECONDS) {
      await update(buffer, () => buffer.remove(0, first));
      for (const index of this.#added) if ((ends[index - 1] ?? 0) < first) this.#added.delete(index);
    }
    if ((kept.at(-1)?.end ?? currentTime) > last) {
      await update(buffer, () => buffer.remove(last, Number.POSITIVE_INFINITY));
      for (const index of this.#added) if ((ends[index] ?? 0) > last) this.#added.delete(index);
    }
    // The user may have jumped into what was just dropped.
    if (this.#video.currentTime !== currentTime && !this.#canPlayHere()) this.#forgetHere();
  }

  /** If a piece is missing, plays on with the next one. */
  #skipGap() {
    if (this.#canPlayHere()) return;
    const next = this.#ranges().find(({ start }) => start > this.#video.currentTime);
    if (next) this.#video.currentTime = next.start + INTO_RANGE_SECONDS;
  }
}
