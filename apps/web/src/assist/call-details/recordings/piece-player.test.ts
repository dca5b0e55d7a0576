/** The player over a fake media source: its buffer is a list of pieces, each of two seconds. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PiecePlayer } from './piece-player';

const PIECE_SECONDS = 2;
const PIECES = 100;
/** As a recorder tells them: at least. */
const LATE_SECONDS = 0.3;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The seconds that can be played. */
class FakeBuffer extends EventTarget {
  #ranges: Range[] = [];

  ranges(): Range[] {
    const joined: Range[] = [];
    for (const range of this.#ranges.toSorted((one, other) => one.start - other.start)) {
      const last = joined.at(-1);
      if (last && range.start <= last.end)
        joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
      else joined.push(range);
    }
    return joined;
  }

  appendBuffer(bytes: ArrayBuffer) {
    const index = new Uint8Array(bytes)[0] ?? 0;
    this.#ranges.push({ start: index * PIECE_SECONDS, end: (index + 1) * PIECE_SECONDS });
    this.#end();
  }

  remove(from: number, to: number) {
    this.#ranges = this.#ranges
      .flatMap(({ start, end }) => [
        { start, end: Math.min(end, from) },
        { start: Math.max(start, to), end },
      ])
      .filter(({ start, end }) => start < end);
    this.#end();
  }

  #end() {
    queueMicrotask(() => this.dispatchEvent(new Event('updateend')));
  }
}

class FakeMediaSource extends EventTarget {
  static isTypeSupported = () => true;
  readonly sourceBuffers: FakeBuffer[] = [];
  readyState = 'open';
  duration = 0;
  addSourceBuffer() {
    this.sourceBuffers.push(buffer);
  }
  endOfStream() {
    this.readyState = 'ended';
  }
}

let buffer: FakeBuffer;
let media: FakeMediaSource;
let video: FakeVideo;
const loaded: number[] = [];

class FakeVideo extends EventTarget {
  ended = false;
  disableRemotePlayback = false;
  #time = 0;
  get buffered() {
    const ranges = buffer.ranges();
    return {
      length: ranges.length,
      start: (index: number) => ranges[index]?.start,
      end: (index: number) => ranges[index]?.end,
    };
  }
  get currentTime() {
    return this.#time;
  }
  set currentTime(time: number) {
    this.#time = time;
    this.dispatchEvent(new Event('seeking'));
  }
  set src(_: string) {
    queueMicrotask(() => media.dispatchEvent(new Event('sourceopen')));
  }
  removeAttribute() {}
  load() {}
  /** Plays as far as there is something, in steps of a second. */
  async playTo(time: number) {
    while (this.#time < time && this.canPlay()) {
      this.#time += 1;
      this.dispatchEvent(new Event(this.canPlay() ? 'timeupdate' : 'waiting'));
      await settled();
    }
  }
  canPlay = () => buffer.ranges().some(({ start, end }) => start <= this.#time && this.#time < end);
}

/** Everything that can happen without a new event has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

const pieceOf = (index: number) => Uint8Array.of(index).buffer;

beforeEach(() => {
  buffer = new FakeBuffer();
  media = new FakeMediaSource();
  video = new FakeVideo();
  loaded.length = 0;
  // A class, because the player makes it; always this one.
  vi.stubGlobal(
    'MediaSource',
    Object.assign(
      function make() {
        return media;
      },
      { isTypeSupported: () => true },
    ),
  );
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const onFailed = vi.fn<(error: unknown) => void>();

/** @param indexes the stored pieces @param readable how many of them can be opened */
async function open(indexes = Array.from({ length: PIECES }, (_, index) => index), readable = indexes.length) {
  const source = {
    ends: indexes.map((index) => (index + 1) * PIECE_SECONDS + LATE_SECONDS),
    load: async (at: number) => {
      loaded.push(at);
      return at < readable ? pieceOf(indexes[at] ?? 0) : null;
    },
  };
  const player = new PiecePlayer(video as unknown as HTMLVideoElement, source, { type: 'video/mp4', onFailed });
  await settled();
  return { player, source };
}

test('begins with what is needed for half a minute, and drops what was shown a minute ago', async () => {
  await open();
  expect(loaded).toEqual(Array.from({ length: loaded.length }, (_, index) => index));
  expect(loaded.length).toBeLessThan(20);
  await video.playTo(150);
  expect(video.currentTime).toBe(150);
  const [kept] = buffer.ranges();
  expect((kept?.end ?? 0) - (kept?.start ?? 0)).toBeLessThan(100);
});

test('a jump back into what was dropped loads it again, and plays on without a gap', async () => {
  await open();
  await video.playTo(75);
  video.currentTime = 10;
  await settled();
  expect(video.currentTime).toBe(10);
  await video.playTo(60);
  expect(video.currentTime).toBe(60);
  expect(buffer.ranges()).toHaveLength(1);
});

test('a missing piece is skipped while it plays, though the browser stops before its begin', async () => {
  await open([0, 1, 2, 5, 6, 7]);
  await video.playTo(5);
  Object.assign(video, { canPlay: () => false });
  video.currentTime = 5.9;
  await settled();
  expect(video.currentTime).toBeGreaterThanOrEqual(10);
  expect(video.currentTime).toBeLessThan(10.1);
});

test('a recording that the reader left early ends there, found by a few pieces', async () => {
  await open(undefined, 20);
  loaded.length = 0;
  video.currentTime = 190;
  await settled();
  expect(loaded.length).toBeLessThan(10);
  expect(media.duration).toBeCloseTo(20 * PIECE_SECONDS + LATE_SECONDS);
});

test('a piece that failed is not requested again at each moment, but by a retry', async () => {
  const { player, source } = await open();
  source.load = async (at) => {
    loaded.push(at);
    throw new Error('no net');
  };
  loaded.length = 0;
  await video.playTo(10);
  expect(loaded).toHaveLength(1);
  expect(onFailed).toHaveBeenCalledOnce();
  player.retry();
  await settled();
  expect(loaded).toHaveLength(2);
});
