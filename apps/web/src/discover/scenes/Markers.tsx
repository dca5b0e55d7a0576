import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n';
import { useSession } from '../../platform';
import { markersQuery } from '../lists/model/content-queries';
import { ButtonLink, TextButton } from '../../ui/controls/Button';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { Strip } from '../../ui/rows/Strip';
import styles from './scenes.module.css';
import { texts } from './texts';

/** The pictures that start scenes when a camera sees them (D2.40). */
export function Markers() {
  const t = useTexts(texts);
  const userId = useSession((state) => (state.status === 'signedIn' ? state.profile.uniqueId : null));
  const { data: markers, isError, refetch } = useQuery(markersQuery(userId));
  if (isError && !markers)
    return (
      <p role="alert" className={styles.failed}>
        {t('markersFailed')} <TextButton onClick={() => void refetch()}>{t('tryAgain')}</TextButton>
      </p>
    );
  if (!markers)
    return (
      <Loading className={styles.markers}>
        <div className={styles.coming}>
          {[1, 2, 3].map((key) => (
            <span key={key} className={styles.comingMarker}>
              <SkeletonBlock width="100%" height={160} />
            </span>
          ))}
        </div>
      </Loading>
    );
  if (markers.length === 0) return null;
  const slides = markers.map(({ imageUrl }, index) => ({
    key: `${index} ${imageUrl}`,
    slide: (
      <img
        src={imageUrl}
        alt={t('marker', { number: index + 1, count: markers.length })}
        loading="lazy"
        decoding="async"
        className={styles.marker}
      />
    ),
  }));
  return (
    <div className={styles.markers}>
      <Strip title={t('markers')} slides={slides} isPlain />
      <ButtonLink kind="text" to="/ar/print" icon={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}>
        {t('printLink')}
      </ButtonLink>
    </div>
  );
}
