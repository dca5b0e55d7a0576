import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import type { VisitPoint } from '../model/visit-points';
import { visitViewsQuery } from '../model/visit-queries';
import { texts } from '../texts';
import styles from './visit.module.css';

/** How long nothing is in sight until the picture of a view says what to look for. */
const HINT_AFTER_MS = 4_000;

interface HintProps {
  readonly modelId: string;
  readonly points: readonly VisitPoint[];
}

/** What to look for, while nothing is in sight: in words, and then as the picture of the view with the most points. */
export function Hint({ modelId, points }: HintProps) {
  const t = useTexts(texts);
  const [isPatient, setPatient] = useState(true);
  const { data: views = [] } = useQuery(visitViewsQuery(modelId));
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), HINT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const marked = (viewId: string) => points.filter(({ marks }) => marks.some((mark) => mark.viewId === viewId)).length;
  const best = views.toSorted((one, other) => marked(other.uniqueId) - marked(one.uniqueId))[0];
  if (isPatient || !best) return <p className={styles.hint}>{t('looking')}</p>;
  return (
    <figure className={styles.lookFor}>
      <img src={best.imageUrl} alt={t('viewPicture')} />
      <figcaption>{t('look')}</figcaption>
    </figure>
  );
}
