import { afterEach, expect, test, vi } from 'vitest';
import { watchFrames } from './frame-source';

afterEach(() => void vi.unstubAllGlobals());

const trackOf = (readyState: MediaStreamTrackState) => ({ readyState }) as MediaStreamTrack;

/** As in Chromium: refuses a track that has ended. */
class Processor {
  readonly readable: ReadableStream<VideoFrame>;
  constructor({ track }: { readonly track: MediaStreamTrack }) {
    if (track.readyState === 'ended') throw new TypeError('Input track cannot be ended');
    this.readable = new ReadableStream({
      start(controller) {
        controller.enqueue({} as VideoFrame);
        controller.close();
      },
    });
  }
}

test('gives the frames of a track, and none of one that has ended', async () => {
  vi.stubGlobal('MediaStreamTrackProcessor', Processor);
  const onFrame = vi.fn<() => Promise<void>>(async () => undefined);
  const video = document.createElement('video');
  watchFrames(video, trackOf('ended'), onFrame)();
  expect(onFrame).not.toHaveBeenCalled();
  const stop = watchFrames(video, trackOf('live'), onFrame);
  await vi.waitFor(() => expect(onFrame).toHaveBeenCalledOnce());
  stop();
});
