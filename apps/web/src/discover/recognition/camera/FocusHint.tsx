import { IconCurrentLocation, IconFocusCentered } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTexts } from '../../../shared/i18n';
import { texts } from '../texts';
import styles from './recognition-camera.module.css';

interface FocusHintProps {
  /** Null: it is not known. */
  readonly sharpness: number | null;
  readonly tolerance: number;
}

/** Says whether the picture in the mask is sharp, in words and as a bar. */
export function FocusHint({ sharpness, tolerance }: FocusHintProps) {
  const t = useTexts(texts);
  const sharp = sharpness !== null && sharpness >= tolerance;
  const share = tolerance === 0 ? 1 : Math.min(1, (sharpness ?? 0) / tolerance);
  const Icon = sharp ? IconFocusCentered : IconCurrentLocation;
  return (
    <div className={styles.hint}>
      <Icon size={22} stroke={1.75} aria-hidden="true" />
      <p role="status">{t(sharp ? 'sharp' : 'closer')}</p>
      <div
        className={styles.focus}
        role="meter"
        aria-label={t('sharpness')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * share)}
        data-sharp={sharp || undefined}
        style={{ '--share': share } as CSSProperties}
      />
    </div>
  );
}
