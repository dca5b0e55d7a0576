import type { Zoom } from '@earth/calls';
import { IconZoomIn } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../shared/format';
import { useLanguage } from '../../shared/i18n';
import styles from './ZoomSlider.module.css';

interface ZoomSliderProps {
  readonly zoom: Zoom;
  readonly label: string;
  /** On a plate over a picture, as wide as there is room. */
  readonly isOnVideo?: boolean;
  readonly onZoom: (value: number) => void;
}

/** Follows the finger at once. The camera gets at most one command a frame, and reports its zoom later. */
export function ZoomSlider({ zoom, label, isOnVideo = false, onZoom }: ZoomSliderProps) {
  const language = useLanguage();
  const [held, setHeld] = useState<number | null>(null);
  const frame = useRef(0);
  const wanted = useRef(zoom.value);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const value = held ?? zoom.value;
  const change = (next: number) => {
    setHeld(next);
    wanted.current = next;
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      onZoom(wanted.current);
    });
  };
  const words = `${formatNumber(value, language)}×`;
  return (
    <label className={`${styles.zoom} ${isOnVideo ? styles.onVideo : ''}`}>
      <IconZoomIn size={20} stroke={1.75} />
      <input
        type="range"
        aria-label={label}
        aria-valuetext={words}
        min={zoom.min}
        max={zoom.max}
        step={zoom.step}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
        onPointerUp={() => setHeld(null)}
        onBlur={() => setHeld(null)}
      />
      <span className={styles.times} aria-hidden="true">
        {words}
      </span>
    </label>
  );
}
