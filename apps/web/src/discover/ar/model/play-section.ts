/** Plays a part of a video again and again. */

interface Section {
  /** In seconds. */
  readonly start: number;
  /** Null: to the end of the video. */
  readonly end: number | null;
}

export const isWhole = ({ start, end }: Section) => start === 0 && end === null;

/** Times outside the video are left out: it begins at 0, and ends at its own end. @returns a function that ends it */
export function playSection(video: HTMLVideoElement, { start, end }: Section): () => void {
  let handle = 0;
  const begin = () => {
    video.currentTime = start < video.duration ? start : 0;
  };
  const isOutside = () => video.currentTime < start || (end !== null && video.currentTime >= end);
  const onLoaded = () => {
    if (isOutside()) begin();
  };
  const onEnded = () => {
    begin();
    video.play().catch(() => undefined);
  };
  const onFrame = () => {
    if (end !== null && video.currentTime >= end) begin();
    handle = video.requestVideoFrameCallback(onFrame);
  };
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) onLoaded();
  video.addEventListener('loadedmetadata', onLoaded);
  video.addEventListener('ended', onEnded);
  handle = video.requestVideoFrameCallback(onFrame);
  return () => {
    video.cancelVideoFrameCallback(handle);
    video.removeEventListener('loadedmetadata', onLoaded);
    video.removeEventListener('ended', onEnded);
  };
}
