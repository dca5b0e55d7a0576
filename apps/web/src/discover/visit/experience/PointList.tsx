import { IconCheck } from '@tabler/icons-react';
import { useTexts } from '../../../shared/i18n';
import { LinkedItem, RowButton } from '../../../ui/rows/RowLink';
import { Picture } from '../../menu';
import type { VisitPoint } from '../model/visit-points';
import { texts } from '../texts';
import styles from './visit.module.css';

interface PointListProps {
  readonly points: readonly VisitPoint[];
  readonly seen: ReadonlySet<number>;
  readonly onSelect: (contentId: number) => void;
}

/** All points of a visit, for who cannot point a camera. */
export function PointList({ points, seen, onSelect }: PointListProps) {
  const t = useTexts(texts);
  if (points.length === 0) return <p>{t('noPoints')}</p>;
  return (
    <ol className={styles.list}>
      {points.map(({ contentId, number, item: { content } }) => (
        <LinkedItem key={contentId} className={styles.item}>
          <Picture picture={content.image} url={content.imageUrl} sizes="56px" className={styles.itemPicture} />
          <span className={styles.grow}>
            <span className={styles.number}>{t('point', { number })}</span>
            <RowButton lang={content.locale} onClick={() => onSelect(contentId)}>
              {content.title}
            </RowButton>
          </span>
          {seen.has(contentId) && <IconCheck size={20} stroke={2} aria-label={t('seen')} />}
        </LinkedItem>
      ))}
    </ol>
  );
}
