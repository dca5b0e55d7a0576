import { useEffect, useRef } from 'react';
import { readCodes } from '../../shared/camera/read-codes';
import { useLiveCamera } from '../../shared/camera/use-live-camera';
import { CameraView } from './CameraView';
import styles from './code-scanner.module.css';

interface CodeScannerProps {
  /** Called for each code that the camera shows, again while it is held there. */
  readonly onRead: (text: string) => void;
  /** What is looked for, or what is wrong with the code that was read. */
  readonly line: string;
  /** The user gives up. */
  readonly onLeave: () => void;
}

/** The camera, reading QR codes. */
export function CodeScanner({ onRead, line, onLeave }: CodeScannerProps) {
  const live = useLiveCamera(true);
  const film = useRef<HTMLVideoElement>(null);
  const read = useRef(onRead);
  const isOpen = live.state.type === 'open';
  useEffect(() => {
    read.current = onRead;
  }, [onRead]);
  useEffect(() => {
    const video = film.current;
    if (!video || !isOpen) return;
    const stop = new AbortController();
    void readCodes(video, (text) => read.current(text), stop.signal);
    return () => stop.abort();
  }, [isOpen]);
  return (
    <>
      <div className={styles.film}>
        <CameraView live={live} video={film} onLeave={onLeave} />
      </div>
      <p role="status" className={styles.line}>
        {isOpen && line}
      </p>
    </>
  );
}
