import { Avatar } from '../../../ui/pictures/Avatar';
import type { Someone } from './PictureBox';
import styles from './ring.module.css';

const RADIUS = 34;
const LENGTH = 2 * Math.PI * RADIUS;

/** An avatar in a ring that shows the time left: `share` from 1 to 0. The seconds are in the text beside it. */
export function RingAvatar({ person, share }: { readonly person: Someone; readonly share: number }) {
  return (
    <span className={styles.ring}>
      <svg viewBox="0 0 72 72" fill="none" strokeWidth="4" aria-hidden="true">
        <circle cx="36" cy="36" r={RADIUS} className={styles.track} />
        <circle
          cx="36"
          cy="36"
          r={RADIUS}
          className={styles.left}
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - Math.min(1, Math.max(0, share)))}
        />
      </svg>
      <Avatar id={person.uniqueId} name={person.name} size="big" />
    </span>
  );
}
