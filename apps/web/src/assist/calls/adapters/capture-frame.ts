import { hasFrame } from '../../../shared/camera/has-frame';
import { jpegOf } from './jpeg';

/** Time limit for the first frame of a track. */
const TIMEOUT_MS = 4_000;

/** Resolves when the video has a frame to draw. */
function firstFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The track shows no picture')), TIMEOUT_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    if (hasFrame(video)) done();
    else video.addEventListener('loadeddata', done, { once: true });
  });
}

/** The whole present frame of a track, as a JPEG of its own size. Rejects if the track shows none. */
export async function captureFrame(track: MediaStreamTrack): Promise<Blob> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  try {
    video.play().catch(() => undefined);
    await firstFrame(video);
    return await jpegOf(video, { width: video.videoWidth, height: video.videoHeight });
  } finally {
    video.srcObject = null;
  }
}
