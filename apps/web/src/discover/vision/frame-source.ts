/** The frames of a camera, one at a time: while one is looked at the next ones are dropped, so that the newest is always next. */
import type { CameraFrame } from './vision-job';

/** WebCodecs, «MediaStreamTrack Insertable Media Processing»: Chromium has it on pages. TypeScript's DOM types lack it. */
interface TrackProcessor {
  readonly readable: ReadableStream<VideoFrame>;
}
declare const MediaStreamTrackProcessor: new (options: {
  readonly track: MediaStreamTrack;
  readonly maxBufferSize: number;
}) => TrackProcessor;

type OnFrame = (frame: CameraFrame) => Promise<void>;

function readTrack(track: MediaStreamTrack, onFrame: OnFrame): () => void {
  // The processor refuses a track that has ended, as that of an interrupted camera.
  if (track.readyState === 'ended') return () => undefined;
  // The buffer of one frame has the newest.
  const reader = new MediaStreamTrackProcessor({ track, maxBufferSize: 1 }).readable.getReader();
  async function read() {
    for (let next = await reader.read(); !next.done; next = await reader.read()) await onFrame(next.value);
  }
  read().catch(() => undefined);
  return () => void reader.cancel().catch(() => undefined);
}

function readVideo(video: HTMLVideoElement, onFrame: OnFrame): () => void {
  let handle = 0;
  let isOver = false;
  const next = () => {
    handle = video.requestVideoFrameCallback(() => {
      createImageBitmap(video)
        .then(onFrame)
        .catch(() => undefined)
        .finally(() => isOver || next());
    });
  };
  next();
  return () => {
    isOver = true;
    video.cancelVideoFrameCallback(handle);
  };
}

/**
 * @param video shows the track; read where the browser gives no frames of a track
 * @param onFrame owns the frame, and closes it or transfers it
 * @returns a function that ends it
 */
export const watchFrames = (video: HTMLVideoElement, track: MediaStreamTrack, onFrame: OnFrame): (() => void) =>
  'MediaStreamTrackProcessor' in window ? readTrack(track, onFrame) : readVideo(video, onFrame);
