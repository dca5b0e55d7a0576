import { useEffect, useRef, useState } from 'react';
import styles from './ar.module.css';
import { createForegroundPainter } from './foreground-painter';
import { isPacked } from './packed';

/** The picture of an AR camera without its background, of a person in the call. */
export interface Foreground {
  readonly id: string;
  readonly label: string;
  /** Shows packed frames. */
  readonly stream: MediaStream;
}

interface ForegroundLayerProps {
  readonly foreground: Foreground;
  /** The place of the snapshot, CSS px. */
  readonly place: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/** Paints each new frame of the stream while it shows packed frames. @returns a function that stops */
function show(stream: MediaStream, canvas: HTMLCanvasElement, onShape: (ratio: number | null) => void) {
  const painter = createForegroundPainter(canvas);
  const video = document.createElement('video');
  let shown: number | null = null;
  let waiting = 0;
  const wait = () => {
    waiting = video.requestVideoFrameCallback(paint);
  };
  function paint() {
    const isShown = isPacked({ width: video.videoWidth, height: video.videoHeight });
    if (isShown) painter?.paint(video);
    else painter?.clear();
    const ratio = isShown ? video.videoWidth / 2 / video.videoHeight : null;
    if (ratio !== shown) onShape(ratio);
    shown = ratio;
    wait();
  }
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  wait();
  // Muted video may play without a gesture. It rejects if it is stopped meanwhile.
  video.play().catch(() => undefined);
  return () => {
    video.cancelVideoFrameCallback(waiting);
    video.srcObject = null;
    painter?.dispose();
  };
}

/**
 * What a person's AR camera sees, over the snapshot at its place. It covers the snapshot whole, on each screen alike, so that every
 * spot can be reached and a finger points at the same spot for everybody.
 */
export function ForegroundLayer({ foreground: { label, stream }, place }: ForegroundLayerProps) {
  const box = useRef<HTMLDivElement>(null);
  const [ratio, setRatio] = useState<number | null>(null);
  useEffect(() => {
    // A canvas of its own for each stream, because a context that is disposed of cannot be used again.
    const canvas = document.createElement('canvas');
    box.current?.replaceChildren(canvas);
    return show(stream, canvas, setRatio);
  }, [stream]);
  const scale = ratio === null ? 0 : Math.max(place.width, place.height * ratio);
  const { left, top, width, height } = place;
  return (
    <div className={styles.layer} style={{ left, top, width, height }}>
      <div
        ref={box}
        role="img"
        aria-label={label}
        data-testid="foreground"
        hidden={ratio === null}
        className={styles.foreground}
        style={{ width: scale, height: ratio === null ? 0 : scale / ratio }}
      />
    </div>
  );
}
