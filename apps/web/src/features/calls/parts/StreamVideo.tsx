import { useLayoutEffect, useRef, useState } from 'react';
import { shapeOf } from './fitted';
import styles from './picture.module.css';

interface StreamVideoProps {
  readonly stream: MediaStream;
  readonly testId: 'local-video' | 'remote-video';
  readonly label: string;
  /** `cover` fills the box, `contain` shows the whole picture. */
  readonly fit: 'cover' | 'contain';
  /** One's own face is shown as in a mirror. */
  readonly isMirrored?: boolean;
}

/**
 * A picture that lives. It is silent: sound is played by `PeopleSound`, which no change of layout interrupts. The last
 * frame stays while nothing new comes.
 */
export function StreamVideo({ stream, testId, label, fit, isMirrored = false }: StreamVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFrame, setHasFrame] = useState(false);
  const [ratio, setRatio] = useState(4 / 3);
  useLayoutEffect(() => {
    const element = video.current;
    if (!element) return;
    setHasFrame(false);
    element.srcObject = stream;
    // Muted video may play without a gesture; a stream that is replaced meanwhile rejects and is no error.
    element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
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
      onLoadedData={() => setHasFrame(true)}
      // A phone that is turned sends a picture of another shape.
      onResize={({ currentTarget: { videoWidth, videoHeight } }) => {
        if (videoHeight > 0) setRatio(videoWidth / videoHeight);
      }}
      style={fit === 'contain' ? shapeOf(ratio) : undefined}
    />
  );
}
