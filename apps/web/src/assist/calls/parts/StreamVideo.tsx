import type { PictureSize } from '@earth/calls';
import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { usePlaying } from './use-playing';
import { useShownSize } from './use-shown-size';
import { isPacked } from '../ar/packed';
import { shapeOf } from './fitted';
import styles from './picture.module.css';

interface StreamVideoProps {
  readonly stream: MediaStream;
  readonly testId: 'local-video' | 'remote-video' | 'preview-video' | 'ar-preview';
  readonly label: string;
  /** `cover` fills the box, `contain` shows the whole picture. */
  readonly fit: 'cover' | 'contain';
  /** Mirrored, for the user's own face. */
  readonly isMirrored?: boolean;
  /** It shows a camera: packed frames of AR, which may still arrive, are hidden. */
  readonly isCamera?: boolean;
  /** Called at the first frame. */
  readonly onPicture?: (() => void) | undefined;
  /** How large the picture must be to fill the element, in pixels of the screen; null: it is not shown any more. Stable. */
  readonly onSize?: ((size: PictureSize | null) => void) | undefined;
}

/**
 * A live picture without sound: `PeopleSound` plays the sound, so that changes of the layout do not interrupt it. The last
 * frame stays while no new one arrives.
 */
export function StreamVideo({
  stream,
  testId,
  label,
  fit,
  isMirrored = false,
  isCamera = false,
  onPicture,
  onSize,
}: StreamVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFrame, setHasFrame] = useState(false);
  const [ratio, setRatio] = useState(4 / 3);
  useLayoutEffect(() => {
    const element = video.current;
    if (!element) return;
    setHasFrame(false);
    element.srcObject = stream;
    // Muted video may play without a gesture. `play` rejects if the stream is replaced meanwhile, which is no error.
    element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  usePlaying(video);
  useShownSize(video, ratio, onSize);
  /** There is a picture as soon as the video has a size. The size changes when a phone is rotated. */
  const look = ({ currentTarget: { videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>) => {
    if (videoWidth === 0 || videoHeight === 0) return;
    if (isCamera && isPacked({ width: videoWidth, height: videoHeight })) return setHasFrame(false);
    setHasFrame(true);
    onPicture?.();
    setRatio(videoWidth / videoHeight);
  };
  return (
    <video
      ref={video}
      className={styles.video}
      data-testid={testId}
      data-fit={fit}
      data-mirrored={isMirrored || undefined}
      data-has-frame={hasFrame || undefined}
      aria-label={label}
      autoPlay
      muted
      playsInline
      disablePictureInPicture
      onLoadedData={look}
      onResize={look}
      style={fit === 'contain' ? shapeOf(ratio) : undefined}
    />
  );
}
