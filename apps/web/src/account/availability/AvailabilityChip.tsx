import { PresenceDot } from '../../ui/feedback/Presence';
import styles from './AvailabilityChip.module.css';
import { useAvailability } from './model/availability';
import { useTexts } from '../../shared/i18n';
import { texts } from '../../shared/texts';

/** The user's availability as a word; a tap changes it. */
export function AvailabilityChip() {
  const t = useTexts(texts);
  const { isAvailable, setAvailable } = useAvailability();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isAvailable}
      aria-label={t('available')}
      className={styles.target}
      onClick={() => void setAvailable(!isAvailable)}
    >
      <span className={isAvailable ? `${styles.chip} ${styles.on}` : styles.chip}>
        <PresenceDot kind={isAvailable ? 'available' : 'offline'} />
        {t(isAvailable ? 'available' : 'notAvailable')}
      </span>
    </button>
  );
}
