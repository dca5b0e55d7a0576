import type { Laser } from '@earth/annotations';
import type { CSSProperties } from 'react';
import { PointMark } from '../live/PointMark';
import styles from './drawing.module.css';
import type { Place } from './zoom';

interface LaserMarksProps {
  readonly lasers: readonly Laser[];
  readonly place: Place;
  /** The name beside the laser of a participant; null for the user's own. */
  readonly nameOf: (contactId: string) => string | null;
}

/** Who points where on a snapshot, as on a live picture; the canvas has the trail. */
export const LaserMarks = ({ lasers, place, nameOf }: LaserMarksProps) =>
  lasers.map(({ contactId, color, trail }) => {
    const [x, y] = trail.at(-1)?.point ?? [0, 0];
    const style = {
      '--pointer': color,
      left: place.left + x * place.scale,
      top: place.top + y * place.scale,
    } as CSSProperties;
    return (
      <div key={contactId} className={styles.laser} style={style} data-testid="laser" aria-hidden="true">
        <PointMark name={nameOf(contactId)} />
      </div>
    );
  });
