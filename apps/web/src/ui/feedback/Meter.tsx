import { useEffect, useRef } from 'react';
import styles from './Meter.module.css';
import { listenTo } from './sound-level';

/** The number of levels reported to a screen reader. */
const STEPS = 10;

interface MeterProps {
  readonly label: string;
  readonly track: MediaStreamTrack | null;
}

/** Level meter of the microphone. */
export function Meter({ label, track }: MeterProps) {
  const meter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!track) return;
    const sound = listenTo(track);
    let frame = 0;
    const show = () => {
      const level = sound.level();
      const element = meter.current;
      element?.style.setProperty('--level', level.toFixed(3));
      element?.setAttribute('aria-valuenow', String(Math.round(level * STEPS)));
      frame = requestAnimationFrame(show);
    };
    show();
    return () => {
      cancelAnimationFrame(frame);
      sound.close();
    };
  }, [track]);
  return (
    <div
      ref={meter}
      className={styles.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={STEPS}
      aria-valuenow={0}
    />
  );
}
