import type { ModelView } from '@earth/contracts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { RowLine } from '../../ui/rows/RuledRow';
import styles from './model-editor.module.css';
import { texts } from './texts';

const STARS = [1, 2, 3, 4, 5];

interface ViewRatingProps {
  readonly view: Pick<ModelView, 'rating' | 'reason' | 'state'>;
}

/** How well the camera recognizes a view, and why not better. */
export function ViewRating({ view: { rating, reason, state } }: ViewRatingProps) {
  const t = useTexts(texts);
  if (state === 'queued') return <RowLine>{t('queued')}</RowLine>;
  if (rating === null) return <RowLine>{t('unrated')}</RowLine>;
  return (
    <>
      <span role="img" aria-label={t('rating', { rating })} className={styles.stars}>
        {STARS.map((star) => {
          const Star = star <= rating ? IconStarFilled : IconStar;
          return <Star key={star} size={16} aria-hidden="true" />;
        })}
      </span>
      {reason !== null && <RowLine>{t(`reason_${reason}`)}</RowLine>}
      {state === 'changed' && <RowLine>{t('changed')}</RowLine>}
    </>
  );
}
