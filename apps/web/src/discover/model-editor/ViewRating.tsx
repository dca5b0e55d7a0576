import type { ModelView } from '@earth/contracts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import styles from './model-editor.module.css';
import { texts } from './texts';

const STARS = [1, 2, 3, 4, 5];

interface ViewRatingProps {
  readonly view: Pick<ModelView, 'rating' | 'reason' | 'state'>;
}

/** How well the camera recognizes a view, and why not better. */
export function ViewRating({ view: { rating, reason, state } }: ViewRatingProps) {
  const t = useTexts(texts);
  if (state === 'queued') return <span className={styles.line}>{t('queued')}</span>;
  if (rating === null) return <span className={styles.line}>{t('unrated')}</span>;
  return (
    <>
      <span role="img" aria-label={t('rating', { rating })} className={styles.stars}>
        {STARS.map((star) => {
          const Star = star <= rating ? IconStarFilled : IconStar;
          return <Star key={star} size={16} aria-hidden="true" />;
        })}
      </span>
      {reason !== null && <span className={styles.line}>{t(`reason_${reason}`)}</span>}
      {state === 'changed' && <span className={styles.line}>{t('changed')}</span>}
    </>
  );
}
